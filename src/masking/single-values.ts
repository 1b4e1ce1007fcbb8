import { Units, addBreak } from './view.js';
import type { View } from './view.js';

const SPACE = 32;
const COLON = 58;
const EQUALS = 61;
const GREATER = 62;
/** From one value to the next: its key, and what parts the two. */
const MAX_STEP = 32;
const MAX_SPACES = 2;

/**
 * `k0=z&k1=e`, `{"a":"z","b":"e"}`, `[{"c":"z"},{"c":"e"}]`: the values alone, where each is one character with a key
 * before it. Undefined: there are none.
 */
export function singleValues(view: View): View | undefined {
  const { codes, starts, ends, length } = view;
  let out: Units | undefined;
  let last = 0;
  for (let i = 1; i + 1 < length; i += 1) {
    if (!parts(codes, i) || !isKeyEnd(codes, i)) continue;
    const at = valueAfter(codes, i, length);
    if (at < 0) continue;
    out ??= new Units(64);
    if (i - last > MAX_STEP) addBreak(out);
    out.add(codes[at] ?? 0, starts[at] ?? 0, ends[at] ?? 0);
    last = at;
  }
  return out;
}

function parts(codes: Uint16Array, at: number): boolean {
  const code = codes[at];
  return code === COLON || code === EQUALS || (code === GREATER && codes[at - 1] === EQUALS);
}

function isKeyEnd(codes: Uint16Array, parting: number): boolean {
  let at = parting - (codes[parting] === GREATER ? 2 : 1);
  for (let spaces = 0; codes[at] === SPACE && spaces < MAX_SPACES; spaces += 1) at -= 1;
  if (isQuote(codes[at])) at -= 1;
  return at >= 0 && isWord(codes[at] ?? 0);
}

/** Where the one character stands; -1: there is none, or more than one. */
function valueAfter(codes: Uint16Array, parting: number, length: number): number {
  let at = parting + 1;
  for (let spaces = 0; codes[at] === SPACE && spaces < MAX_SPACES; spaces += 1) at += 1;
  const quote = isQuote(codes[at]) ? codes[at] : undefined;
  if (quote !== undefined) at += 1;
  if (at >= length || (codes[at] ?? 0) <= SPACE || codes[at] === GREATER) return -1;
  const after = codes[at + 1];
  const isOne = quote === undefined ? at + 1 >= length || !isWord(after ?? 0) : after === quote;
  return isOne ? at : -1;
}

function isQuote(code: number | undefined): boolean {
  return code === 34 || code === 39 || code === 96;
}

function isWord(code: number): boolean {
  return (
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95 || code > 127
  );
}
