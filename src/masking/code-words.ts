import { hexOf } from './escapes.js';
import { BREAK, addBreak } from './view.js';
import type { Units, View } from './view.js';

export const DIGIT = 1;
export const HEX_LETTER = 2;
export const LETTER = 4;

const MIN_RUN = 8;
const MIN_CHAIN = 4;
const MIN_ALIGNED = 8;
const MAX_GAP = 3;
const MAX_GAP_TO_NAME = 8;
const MAX_NUMBER = 7;
const ZERO = 48;
const X = 120;
const O = 111;
const B = 98;
/** Words that programs write around a character code. */
const CODE_NAMES: ReadonlySet<string> = new Set([
  ...['u', 'char', 'chr', 'nchar', 'unichr', 'unichar', 'wchar', 'chrw', 'uchr', 'ascii', 'codepoint'],
  ...['string', 'fromcharcode', 'fromcodepoint', 'tochar', 'convert', 'concat', 'byte'],
]);
const MAX_CODE_NAME = 13;
const H = 104;
const I = 105;
const U = 117;
/** `122n`, `122l`, `122u`, `7ah`. */
const TYPES: ReadonlySet<number> = new Set([110, 108, U, H]);
const MAX_TYPED = 10;
const isDigit = (code: number): boolean => code >= ZERO && code <= ZERO + 9;
/** Sixteen bytes, and `0x`. */
const MAX_HEX_WORD = 34;

/** Words that are character codes: hex in one run or in groups, and decimal numbers in a list. */
export class CodeWords {
  readonly #view: View;
  readonly #isWide: boolean;
  readonly #all: Units;
  readonly #aligned: Units;
  readonly #hex = new Chain();
  readonly #numbers = new Chain();
  readonly #bits = new Chain();

  constructor(view: View, isWide: boolean, all: Units, aligned: Units) {
    this.#view = view;
    this.#isWide = isWide;
    this.#all = all;
    this.#aligned = aligned;
  }

  add(from: number, to: number, kinds: number): void {
    const typed = (kinds & LETTER) === 0 ? to : this.#withoutType(from, to);
    if (typed < to) this.#add(from, typed, this.#kindsOf(from, typed));
    else this.#add(from, to, kinds);
    for (const chain of [this.#hex, this.#numbers, this.#bits]) if (chain.end === typed) chain.end = to;
  }

  #add(from: number, to: number, kinds: number): void {
    const size = to - from;
    const isWord = this.#isHexWord(from, size);
    if ((kinds & LETTER) !== 0 && !isWord && !this.#isOctal(from, size)) {
      if (this.#numbers.codes + this.#hex.codes + this.#bits.codes > 0 && !this.#bridge(from, to)) this.end();
      return;
    }
    this.#addBits(from, to, kinds);
    if (kinds === DIGIT && size <= MAX_NUMBER) {
      if (from - this.#numbers.end > MAX_GAP) this.#endNumbers();
      this.#numbers.add(from, to, 1);
    } else if (this.#isOctal(from, size)) {
      if (from - this.#numbers.end > MAX_GAP) this.#endNumbers();
      this.#numbers.add(from + 2, to, 1);
      this.#endHex();
      return;
    } else this.#endNumbers();
    const isHex = (kinds & LETTER) === 0;
    if (isHex ? size % 2 === 0 : isWord) {
      if (from - this.#hex.end > MAX_GAP) this.#endHex();
      this.#hex.add(from, to, isHex ? size / 2 : size / 2 - 1);
    } else this.#endHex();
    // A long run may also begin in the middle of a byte.
    if (isHex && size >= MIN_RUN) {
      this.#writeHex(this.#all, from + 1, to - (size % 2 === 0 ? 1 : 0));
      addBreak(this.#all);
    }
    if (isHex && size >= MIN_RUN && size % 2 === 1) {
      this.#writeHex(this.#all, from, to - 1);
      addBreak(this.#all);
    }
  }

  end(): void {
    this.#endHex();
    this.#endNumbers();
    this.#endBits();
  }

  /** `CHAR(122)||CHAR(101)`, `[char]122+[char]101`, `U+007A U+0065`: the name between two codes parts nothing. */
  #bridge(from: number, to: number): boolean {
    if (!this.#isName(from, to)) return false;
    for (const chain of [this.#hex, this.#numbers, this.#bits]) {
      if (chain.codes > 0 && from - chain.end <= MAX_GAP_TO_NAME) chain.end = to;
    }
    return true;
  }

  #isName(from: number, to: number): boolean {
    if (to - from > MAX_CODE_NAME) return false;
    let word = '';
    for (let i = from; i < to; i += 1) word += String.fromCharCode((this.#view.codes[i] ?? 0) | 32);
    return CODE_NAMES.has(word);
  }

  /** Where a number ends that says of which type it is: `122u8`, `0x7au8`, `122n`, `7ah`. */
  #withoutType(from: number, to: number): number {
    const { codes } = this.#view;
    if (to - from > MAX_TYPED || !isDigit(codes[from] ?? 0)) {
      const isHexByte = to - from === 3 && hexOf(codes[from] ?? 0) >= 0 && ((codes[to - 1] ?? 0) | 32) === H;
      return isHexByte ? to - 1 : to;
    }
    let end = to;
    while (end > from && isDigit(codes[end - 1] ?? 0)) end -= 1;
    const type = (codes[end - 1] ?? 0) | 32;
    const isType = end === to ? TYPES.has(type) : type === U || type === I;
    return isType && end - 1 > from ? end - 1 : to;
  }

  #kindsOf(from: number, to: number): number {
    let kinds = 0;
    for (let i = from; i < to; i += 1) {
      const code = this.#view.codes[i] ?? 0;
      kinds |= isDigit(code) ? DIGIT : hexOf(code) >= 0 ? HEX_LETTER : LETTER;
    }
    return kinds;
  }

  /** `0x7a`, and words of several bytes. */
  #isHexWord(from: number, size: number): boolean {
    const { codes } = this.#view;
    if (size < 4 || size > MAX_HEX_WORD || size % 2 !== 0 || codes[from] !== ZERO || codes[from + 1] !== X)
      return false;
    for (let i = from + 2; i < from + size; i += 1) if (hexOf(codes[i] ?? 0) < 0) return false;
    return true;
  }

  /** `0o172`. */
  #isOctal(from: number, size: number): boolean {
    const { codes } = this.#view;
    return (
      size >= 4 &&
      size <= 5 &&
      codes[from] === ZERO &&
      ((codes[from + 1] ?? 0) | 32) === O &&
      isOctal(codes, from + 2, from + size)
    );
  }

  /** `01111010`, `0b01111010`, `1111010` without its zeros, and many bytes in one run. */
  #addBits(from: number, to: number, kinds: number): void {
    const { codes } = this.#view;
    const first = kinds !== DIGIT && codes[from] === ZERO && ((codes[from + 1] ?? 0) | 32) === B ? from + 2 : from;
    const size = to - first;
    const isBits =
      size >= 6 && (size <= 7 || size % 8 === 0) && (kinds === DIGIT || first > from) && areBits(codes, first, to);
    if (!isBits || from - this.#bits.end > MAX_GAP) this.#endBits();
    if (isBits) this.#bits.add(first, to, Math.max(1, size >> 3));
  }

  #endBits(): void {
    const { codes, words, size } = this.#bits;
    if (codes >= MIN_CHAIN) {
      const { codes: digits, starts, ends } = this.#view;
      for (let i = 0; i < size; i += 2) {
        const to = words[i + 1] ?? 0;
        const step = Math.min(to - (words[i] ?? 0), 8);
        for (let at = words[i] ?? 0; at < to; at += step) {
          let value = 0;
          for (let bit = at; bit < at + step; bit += 1) value = value * 2 + (digits[bit] ?? 0) - ZERO;
          this.#write(this.#all, value, starts[at] ?? 0, ends[at + step - 1] ?? 0);
        }
      }
      addBreak(this.#all);
    }
    this.#bits.clear();
  }

  #endHex(): void {
    const { codes } = this.#hex;
    if (codes >= MIN_CHAIN) this.#writeChain(this.#all);
    if (codes >= MIN_ALIGNED) this.#writeChain(this.#aligned);
    this.#hex.clear();
  }

  #writeChain(out: Units): void {
    const { words, size } = this.#hex;
    for (let i = 0; i < size; i += 2) this.#writeHex(out, words[i] ?? 0, words[i + 1] ?? 0);
    addBreak(out);
  }

  #writeHex(out: Units, from: number, to: number): void {
    const { codes, starts, ends } = this.#view;
    out.reserve((to - from) / 2 + 1);
    const first = codes[from + 1] === X ? from + 2 : from;
    for (let i = first; i + 1 < to; i += 2) {
      const value = hexOf(codes[i] ?? 0) * 16 + hexOf(codes[i + 1] ?? 0);
      this.#write(out, value, starts[i === first ? from : i] ?? 0, ends[i + 1] ?? 0);
    }
  }

  #endNumbers(): void {
    const { codes, words, size } = this.#numbers;
    if (codes >= MIN_CHAIN) {
      this.#all.reserve(codes * 4 + 2);
      this.#writeNumbers(words, size, 10);
      const isEvery = (from: number, to: number): boolean => to - from >= 2 && isOctal(this.#view.codes, from, to);
      let i = 0;
      while (i < size && isEvery(words[i] ?? 0, words[i + 1] ?? 0)) i += 2;
      if (i === size) this.#writeNumbers(words, size, 8);
    }
    this.#numbers.clear();
  }

  #writeNumbers(words: Int32Array, size: number, base: 8 | 10): void {
    const { codes: digits, starts, ends } = this.#view;
    for (let i = 0; i < size; i += 2) {
      const from = words[i] ?? 0;
      const to = words[i + 1] ?? 0;
      let value = 0;
      for (let at = from; at < to; at += 1) value = value * base + (digits[at] ?? 0) - ZERO;
      this.#write(this.#all, value > 0x10ffff ? BREAK : value, starts[from] ?? 0, ends[to - 1] ?? 0);
    }
    addBreak(this.#all);
  }

  #write(out: Units, value: number, start: number, end: number): void {
    if (value < 0x80) out.add(value, start, end);
    else if (value > 0xff) out.addPoint(value, start, end);
    else if (this.#isWide) out.addByte(value, start, end);
    else addBreak(out);
  }
}

function isOctal(codes: Uint16Array, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) if ((codes[i] ?? 0) < ZERO || (codes[i] ?? 0) > ZERO + 7) return false;
  return true;
}

function areBits(codes: Uint16Array, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) if (((codes[i] ?? 0) & ~1) !== ZERO) return false;
  return true;
}

/** Words that stand close enough to be one text: first unit of each, and the one after its last. */
class Chain {
  words = new Int32Array(64);
  /** How many numbers are in `words`, and how many characters they spell. */
  size = 0;
  codes = 0;
  end = -1;

  add(from: number, to: number, codes: number): void {
    if (this.size === this.words.length) {
      const words = new Int32Array(this.size * 2);
      words.set(this.words);
      this.words = words;
    }
    this.words[this.size] = from;
    this.words[this.size + 1] = to;
    this.size += 2;
    this.codes += codes;
    this.end = to;
  }

  clear(): void {
    this.size = 0;
    this.codes = 0;
  }
}
