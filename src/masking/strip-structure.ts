import { Units } from './view.js';
import type { View } from './view.js';

const LESS = 60;
const GREATER = 62;
const LEFT_BRACKET = 91;
const RIGHT_BRACKET = 93;
const HYPHEN = 45;
const NEWLINE = 10;
const SPACE = 32;
const QUOTE = 34;
const COLON = 58;
const BACKSLASH = 92;
const LOWER_E = 101;

const ENDS_ROLE: ReadonlySet<number> = new Set([NEWLINE, 13, SPACE, QUOTE, COLON, BACKSLASH, LEFT_BRACKET, LESS]);

const MAX_TAG = 2000;
const MAX_ATTRIBUTE = 60;
const MAX_REF = 9;

/**
 * The text without what stands between the pieces of it: tags (our fences look like tags), the `- role` at the beginning
 * of a snapshot's line, also where lines were folded into one, and its `[ref=e1]`; the `e1: role` of a list of candidates. A secret that is cut up by elements or
 * lines is whole again here. Undefined when there is nothing to leave out. A secret may itself hold half a tag: then tags
 * are better left as they are.
 */
export function stripStructure(view: View, leavesTags = false): View | undefined {
  const { codes, starts, ends, length } = view;
  const out = new Units(length);
  const [outCodes, outStarts, outEnds] = [out.codes, out.starts, out.ends];
  let [size, tag, bracket, isLineStart] = [0, -1, -1, true];
  for (let i = 0; i < length; i += 1) {
    const code = codes[i] ?? 0;
    if (code === HYPHEN && (codes[i + 1] ?? 0) === 32 && (isLineStart || isFolded(codes, i, length))) {
      i = endOfRole(codes, i + 2, length) - 1;
      isLineStart = false;
      continue;
    }
    const candidate = isLineStart && code === LOWER_E ? endOfRef(codes, i + 1, length) : -1;
    if (candidate >= 0) {
      i = endOfRole(codes, candidate, length) - 1;
      isLineStart = false;
      continue;
    }
    if (code === NEWLINE || code === 13) isLineStart = true;
    else if (code !== 32 && code !== 9) isLineStart = false;
    outCodes[size] = code;
    outStarts[size] = starts[i] ?? 0;
    outEnds[size] = ends[i] ?? 0;
    size += 1;
    if (code === LESS && !leavesTags) tag = beginsTag(codes[i + 1] ?? 0) ? size - 1 : -1;
    else if (code === LEFT_BRACKET) bracket = isLower(codes[i + 1] ?? 0) ? size - 1 : -1;
    else if (code === GREATER && tag >= 0) {
      if (size - tag <= MAX_TAG) size = tag;
      tag = -1;
      bracket = -1;
    } else if (code === RIGHT_BRACKET && bracket >= 0) {
      if (size - bracket <= MAX_ATTRIBUTE) size = bracket;
      bracket = -1;
    }
  }
  out.length = size;
  return size === length ? undefined : out;
}

/** Lines that were put into one: `- text: a - text: b`. */
function isFolded(codes: Uint16Array, at: number, length: number): boolean {
  if (codes[at - 1] !== SPACE) return false;
  const end = endOfRole(codes, at + 2, length);
  if (end === at + 2) return false;
  return codes[end] === COLON || (codes[end] === SPACE && (codes[end + 1] === QUOTE || codes[end + 1] === BACKSLASH));
}

/** Behind `12: `; -1: it is no ref. */
function endOfRef(codes: Uint16Array, from: number, length: number): number {
  let i = from;
  while (i < length && i - from < MAX_REF && (codes[i] ?? 0) >= 48 && (codes[i] ?? 0) <= 57) i += 1;
  return i > from && codes[i] === COLON && codes[i + 1] === SPACE ? i + 2 : -1;
}

function endOfRole(codes: Uint16Array, from: number, length: number): number {
  let i = from;
  while (i < length && i - from < 40 && (isLower(codes[i] ?? 0) || codes[i] === 47)) i += 1;
  // `- k7Zz`, an option of a list: a word that goes on is no role, and may be a secret.
  return i === length || ENDS_ROLE.has(codes[i] ?? 0) ? i : from;
}

function beginsTag(code: number): boolean {
  return code === 47 || code === 33 || isLower(code) || (code >= 65 && code <= 90);
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}
