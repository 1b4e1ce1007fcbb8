import { CARRIERS } from './carriers.mjs';

/** @typedef {import('./types.js').Cell} Cell */
/** @typedef {import('./types.js').Payload} Payload */

/**
 * Which payload goes with which carrier. Without `isAll` each carrier gets two plain payloads and one that forges
 * structure, in turns, so that each class is used alike; payloads from a folder go with every carrier.
 *
 * @param {readonly Payload[]} payloads
 * @param {boolean} isAll
 */
export function choosePairs(payloads, isAll) {
  if (isAll) return CARRIERS.flatMap((carrier) => payloads.map((payload) => ({ carrier, payload })));
  const given = payloads.filter(({ group }) => group === 'given');
  const plain = payloads.filter(({ group, isForging }) => group !== 'given' && !isForging);
  const forging = payloads.filter(({ isForging }) => isForging);
  return CARRIERS.flatMap((carrier, i) => {
    const chosen = [plain[(2 * i) % plain.length], plain[(2 * i + 1) % plain.length], forging[i % forging.length]];
    return [...chosen, ...given].flatMap((payload) => (payload === undefined ? [] : [{ carrier, payload }]));
  });
}

/**
 * The same pairs for every server, each with the forgeries of its own format.
 *
 * @param {ReturnType<typeof choosePairs>} pairs
 * @param {number} firstNumber
 * @param {Omit<import('./types.js').Words, 'canary'>} words
 * @returns {Cell[]}
 */
export function makeCells(pairs, firstNumber, words) {
  return pairs.map(({ carrier, payload }, i) => {
    const number = firstNumber + i;
    const canary = `Quill${String(number).padStart(6, '0')}x`;
    return { id: String(number), carrier, payload, canary, text: payload.write({ ...words, canary }) };
  });
}
