import { ENTITIES } from './entities.js';

/** What an escape is worth: a code point with these flags, or one of the two answers below zero. */
export const BYTE = 1 << 22;
/** The last unit only showed that the escape had ended before it. */
export const KEEPS_LAST = 1 << 23;
/** `&amp` without its semicolon, which may still come. */
export const LACKS_SEMICOLON = 1 << 24;
export const POINT = 0x1fffff;
export const UNDECIDED = -1;
export const NO_ESCAPE = -2;

export const PERCENT = 37;
export const AMPERSAND = 38;
export const SEMICOLON = 59;
export const EQUALS = 61;
export const BACKSLASH = 92;
const HASH = 35;
const LEFT_BRACE = 123;
const RIGHT_BRACE = 125;
const X = 120;
const U = 117;
const CAPITAL_U = 85;
const ZERO_WIDTH = 0x200b;

const HEX = new Int8Array(128).fill(-1);
for (const [i, digit] of Array.from('0123456789abcdef').entries()) {
  HEX[digit.charCodeAt(0)] = i;
  HEX[digit.toUpperCase().charCodeAt(0)] = i;
}

export function hexOf(code: number): number {
  return code < 128 ? (HEX[code] ?? -1) : -1;
}

type Codes = Uint16Array;

/** `%41`, and `%u0041` as old scripts write it. */
export function readPercent(codes: Codes, at: number, size: number): number {
  const first = codes[at + 1] ?? 0;
  const last = codes[at + size - 1] ?? 0;
  if (size === 2) return hexOf(first) >= 0 || first === U ? UNDECIDED : NO_ESCAPE;
  if (hexOf(last) < 0) return NO_ESCAPE;
  if (first === U) return size === 6 ? hexBetween(codes, at + 2, at + 6) : UNDECIDED;
  return size === 3 ? BYTE | hexBetween(codes, at + 1, at + 3) : NO_ESCAPE;
}

/** `\n` and similar escapes stand for white space, whichever it is. */
const CONTROL = new Uint8Array(128);
for (const letter of 'ntrbfv0') CONTROL[letter.charCodeAt(0)] = letter === 'n' || letter === 'r' ? 10 : 32;

/** `\"`, `\n`, `\x41`, `\u0041`, `\u{41}`, `\x{41}`, `\U00000041`. */
export function readBackslash(codes: Codes, at: number, size: number): number {
  const first = codes[at + 1] ?? 0;
  const last = codes[at + size - 1] ?? 0;
  if (size === 2) {
    if (first === X || first === U || first === CAPITAL_U) return UNDECIDED;
    const control = first < 128 ? (CONTROL[first] ?? 0) : 0;
    // Before other letters and digits it means nothing that matters here: no view compares backslashes.
    return control !== 0 ? control : isWordCode(first) ? NO_ESCAPE : first;
  }
  if (first === CAPITAL_U) {
    if (hexOf(last) < 0) return NO_ESCAPE;
    return size === 10 ? hexBetween(codes, at + 2, at + 10) : UNDECIDED;
  }
  if (first !== X && first !== U) return NO_ESCAPE;
  if (codes[at + 2] === LEFT_BRACE) {
    if (last === RIGHT_BRACE) return size > 4 ? hexBetween(codes, at + 3, at + size - 1) : NO_ESCAPE;
    return size === 3 || (size <= 11 && hexOf(last) >= 0) ? UNDECIDED : NO_ESCAPE;
  }
  if (hexOf(last) < 0) return NO_ESCAPE;
  if (first === X) return size === 4 ? BYTE | hexBetween(codes, at + 2, at + 4) : UNDECIDED;
  return size === 6 ? hexBetween(codes, at + 2, at + 6) : UNDECIDED;
}

/** `\41 ` as CSS writes it. */
export function readCssBackslash(codes: Codes, at: number, size: number): number {
  const last = codes[at + size - 1] ?? 0;
  if (hexOf(last) >= 0) return size < 7 ? UNDECIDED : hexBetween(codes, at + 1, at + size);
  if (size === 2) return last;
  const point = hexBetween(codes, at + 1, at + size - 1);
  if (point < 0) return NO_ESCAPE;
  return last === 32 || (last >= 9 && last <= 13) ? point : point | KEEPS_LAST;
}

/** `=41`, and the soft line break, as mail writes them. */
export function readEquals(codes: Codes, at: number, size: number): number {
  const first = codes[at + 1] ?? 0;
  const last = codes[at + size - 1] ?? 0;
  if (first === 10 || (first === 13 && last === 10)) return ZERO_WIDTH;
  if (size === 2) return hexOf(first) >= 0 || first === 13 ? UNDECIDED : NO_ESCAPE;
  return size === 3 && hexOf(last) >= 0 && hexOf(first) >= 0 ? BYTE | hexBetween(codes, at + 1, at + 3) : NO_ESCAPE;
}

/** `&amp;`, `&#38;`, `&#x26;`, and the same without the semicolon. */
export function readAmpersand(codes: Codes, at: number, size: number): number {
  const first = codes[at + 1] ?? 0;
  const last = codes[at + size - 1] ?? 0;
  if (first === HASH) return readNumber(codes, at, size, last);
  if (last === SEMICOLON) {
    return size < 3
      ? NO_ESCAPE
      : (ENTITIES.get(String.fromCharCode(...codes.subarray(at + 1, at + size - 1))) ?? NO_ESCAPE);
  }
  if (!isWordCode(last)) return NO_ESCAPE;
  return legacyEntity(codes, at, size, last) ?? UNDECIDED;
}

function readNumber(codes: Codes, at: number, size: number, last: number): number {
  if (size === 2) return UNDECIDED;
  const isHex = ((codes[at + 2] ?? 0) | 32) === X;
  const from = isHex ? at + 3 : at + 2;
  if (isHex ? size === 3 || hexOf(last) >= 0 : last >= 48 && last <= 57) return UNDECIDED;
  const digits = at + size - 1 - from;
  if (digits < 1) return NO_ESCAPE;
  const point = isHex ? hexBetween(codes, from, at + size - 1) : decimalBetween(codes, from, at + size - 1);
  if (point < 0) return NO_ESCAPE;
  return last === SEMICOLON ? point : point | KEEPS_LAST;
}

const LEGACY: readonly (readonly [string, number])[] = [
  ['lt', 60],
  ['gt', 62],
  ['amp', AMPERSAND],
  ['quot', 34],
];

function legacyEntity(codes: Codes, at: number, size: number, last: number): number | undefined {
  if (size < 3 || size > 5 || (last !== 116 && last !== 112)) return undefined;
  for (const [name, code] of LEGACY) {
    if (name.length !== size - 1) continue;
    let i = 1;
    while (i < size && codes[at + i] === name.charCodeAt(i - 1)) i += 1;
    if (i === size) return code | LACKS_SEMICOLON;
  }
  return undefined;
}

function isWordCode(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** Below zero when it is no number or no character. */
function hexBetween(codes: Codes, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i += 1) {
    const digit = hexOf(codes[i] ?? 0);
    if (digit < 0) return NO_ESCAPE;
    value = value * 16 + digit;
  }
  return value > 0x10ffff ? NO_ESCAPE : value;
}

function decimalBetween(codes: Codes, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i += 1) value = value * 10 + (codes[i] ?? 0) - 48;
  return value > 0x10ffff ? NO_ESCAPE : value;
}
