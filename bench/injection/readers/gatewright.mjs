import { readQuotedLines } from './quoted-line.mjs';

const OPENING = /^<<page (\d{6}) (\S+) untrusted>>$/u;

/**
 * The marker of the first fence is that of all. What stands outside of fences is the gateway's own voice.
 *
 * @param {import('../types.js').Look} look
 * @returns {import('../types.js').Reading}
 */
export function readGatewright({ text }) {
  /** @type {import('../types.js').Reading['fences']} */
  const fences = [];
  /** @type {string[]} */
  const statements = [];
  /** @type {string | undefined} */
  let marker;
  let isInside = false;
  for (const line of text.split('\n')) {
    const [, itsMarker, origin = ''] = OPENING.exec(line) ?? [];
    const fence = fences.at(-1);
    if (isInside && line === `<<end ${marker ?? ''}>>`) isInside = false;
    else if (isInside && fence !== undefined) fence.text += `${line}\n`;
    else if (itsMarker !== undefined && (marker === undefined || marker === itsMarker)) {
      marker = itsMarker;
      isInside = true;
      fences.push({ origin, text: '' });
    } else statements.push(line);
  }
  return { fences, statements, elements: readQuotedLines(fences.flatMap((fence) => fence.text.split('\n'))) };
}

/**
 * @param {string} answer
 * @param {string} words
 */
export function hiddenReason(answer, words) {
  const line = answer.split('\n').find((one) => one.includes(words) && one.includes('[hidden: '));
  return line === undefined ? undefined : /\[hidden: ([^\]]+)\]/u.exec(line)?.[1];
}
