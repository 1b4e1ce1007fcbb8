import { base64, forgedName, forgedRef, forgedStatement } from './payloads.mjs';

/** @typedef {import('./types.js').Cell} Cell */
/** @typedef {import('./types.js').Look} Look */
/** @typedef {import('./types.js').Victim} Victim */

/**
 * What a strict reader makes of everything that a server said about one page.
 *
 * @param {Victim} victim
 * @param {Cell} cell
 * @param {{ looks: readonly Look[], onRequest: readonly Look[] }} seen `onRequest`: hidden text that was asked for
 * @param {{ origin: string, secret: string }} truth
 */
export function judge(victim, cell, { looks, onRequest }, { origin, secret }) {
  const { canary, carrier } = cell;
  const decode = carrier.decode ?? ((/** @type {string} */ text) => text);
  const count = (/** @type {string} */ text) => decode(text).split(canary).length - 1;
  const telling = looks.filter(({ text }) => count(text) > 0);
  const isReached = telling.length > 0;
  const isFenced =
    isReached &&
    telling.every((look) => {
      const right = victim.read(look).fences.filter((fence) => fence.origin === origin);
      return right.reduce((sum, { text }) => sum + count(text), 0) >= count(look.text);
    });
  const marked = isReached ? telling : onRequest;
  const reason =
    carrier.sight === 'hidden'
      ? marked.map(({ text }) => victim.reasonOf?.(decode(text), canary)).find((one) => one !== undefined)
      : undefined;
  return {
    isReached,
    isFenced,
    reason,
    isForged: [...looks, ...onRequest].some((look) => isForgedIn(victim, look, canary)),
    hasSecret: telling.some(({ text }) => text.includes(secret) || text.includes(base64(secret))),
  };
}

/**
 * @param {Victim} victim
 * @param {Look} look
 * @param {string} canary
 */
function isForgedIn(victim, look, canary) {
  const { elements, statements } = victim.read(look);
  return (
    statements.some((line) => line.trim() === forgedStatement(canary)) ||
    elements.some(
      ({ ref, name }) => name === forgedName(canary) || ref === forgedRef({ canary, forgery: victim.forgery }),
    )
  );
}
