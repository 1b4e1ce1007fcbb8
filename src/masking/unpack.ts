import { hexOf } from './escapes.js';
import { BREAK, Units } from './view.js';
import type { View } from './view.js';

export interface Unpacked {
  /** What all runs of base64, hex and character codes say, at every offset at which they could begin. */
  readonly all: View;
  /** What the longer of them say when they begin where they seem to begin: it may be encoded once more. */
  readonly aligned: View;
}

const DIGIT = 1;
const HEX_LETTER = 2;
const LETTER = 4;
const BASE64_MARK = 8;

const CLASSES = new Uint8Array(128);
const SIXTY_FOUR = new Uint8Array(128);
for (const [i, c] of Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/').entries()) {
  SIXTY_FOUR[c.charCodeAt(0)] = i;
  CLASSES[c.charCodeAt(0)] = i > 61 ? BASE64_MARK : i > 51 ? DIGIT : /[a-f]/iu.test(c) ? HEX_LETTER : LETTER;
}
[SIXTY_FOUR[45], SIXTY_FOUR[95], CLASSES[45], CLASSES[95]] = [62, 63, BASE64_MARK, BASE64_MARK];

const SHORTEST_RUN = 8;
const SHORTEST_ALIGNED = 16;
/** From here on a line's end may be a wrap of the encoder. */
const WRAPPED = 40;
const SHORTEST_CHAIN = 4;
const LONGEST_GAP = 3;

export function unpack(view: View, hasWideSecrets: boolean): Unpacked {
  return new Unpacker(view, hasWideSecrets).run();
}

/** Bytes, and where they were read from: first and last unit. */
class Chain {
  readonly values: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];
  end = -1;
  clear(): void {
    this.values.length = this.from.length = this.to.length = 0;
  }
}

class Unpacker {
  readonly #view: View;
  readonly #isWide: boolean;
  readonly #all = new Units(64);
  readonly #aligned = new Units(64);
  /** Units of the current run of base64. */
  readonly #run: Int32Array;
  #runSize = 0;
  #lineSize = 0;
  readonly #hex = new Chain();
  readonly #numbers = new Chain();

  constructor(view: View, isWide: boolean) {
    this.#view = view;
    this.#isWide = isWide;
    this.#run = new Int32Array(view.length);
  }

  run(): Unpacked {
    const { codes, length } = this.#view;
    let word = -1;
    let kinds = 0;
    for (let i = 0; i <= length; i += 1) {
      const code = i < length ? (codes[i] ?? 0) : BREAK;
      const kind = code < 128 ? (CLASSES[code] ?? 0) : 0;
      if (kind !== 0) {
        this.#run[this.#runSize++] = i;
        this.#lineSize += 1;
      } else if (this.#runSize > 0) this.#pauseRun(code);
      if ((kind & (DIGIT | HEX_LETTER | LETTER)) !== 0) {
        if (word < 0) word = i;
        kinds |= kind;
      } else if (word >= 0) {
        this.#endWord(word, i, kinds);
        word = -1;
        kinds = 0;
      }
    }
    this.#endRun();
    this.#endChain(this.#hex);
    this.#endChain(this.#numbers);
    return { all: this.#all, aligned: this.#aligned };
  }

  #pauseRun(code: number): void {
    const isLineEnd = code === 10 || code === 13;
    if (isLineEnd && (this.#lineSize >= WRAPPED || this.#lineSize === 0)) this.#lineSize = 0;
    else this.#endRun();
  }

  #endRun(): void {
    const size = this.#runSize;
    this.#runSize = 0;
    this.#lineSize = 0;
    if (size < SHORTEST_RUN) return;
    for (let phase = 0; phase < 4; phase += 1) this.#addBase64(this.#all, phase, size);
    if (size < SHORTEST_ALIGNED) return;
    const before = this.#aligned.length;
    this.#addBase64(this.#aligned, 0, size);
    if (this.#isWide) this.#addUtf16(size);
    if (this.#aligned.length === before + 1) this.#aligned.length = before;
  }

  #addBase64(out: Units, phase: number, size: number): void {
    const { codes, starts, ends } = this.#view;
    const run = this.#run;
    let bits = 0;
    let held = 0;
    for (let i = phase; i < size; i += 1) {
      const unit = run[i] ?? 0;
      bits = ((bits << 6) | (SIXTY_FOUR[codes[unit] ?? 0] ?? 0)) & 0xffff;
      held += 6;
      if (held < 8) continue;
      held -= 8;
      this.#addByte(out, (bits >> held) & 0xff, starts[run[i - 1] ?? 0] ?? 0, ends[unit] ?? 0);
    }
    addBreak(out);
  }

  /** Text of two bytes a character, in either order. ASCII needs no view for it: what is zero is skipped. */
  #addUtf16(size: number): void {
    const bytes = new Units(size);
    const { codes, starts, ends } = this.#view;
    let bits = 0;
    for (let i = 0, held = 0; i < size; i += 1) {
      const unit = this.#run[i] ?? 0;
      bits = ((bits << 6) | (SIXTY_FOUR[codes[unit] ?? 0] ?? 0)) & 0xffff;
      held += 6;
      if (held < 8) continue;
      held -= 8;
      bytes.add((bits >> held) & 0xff, starts[this.#run[i - 1] ?? 0] ?? 0, ends[unit] ?? 0);
    }
    for (const isBig of [false, true]) {
      for (let i = 0; i + 1 < bytes.length; i += 2) {
        const [first, second] = [bytes.codes[i] ?? 0, bytes.codes[i + 1] ?? 0];
        const code = isBig ? first * 256 + second : second * 256 + first;
        this.#all.add(code, bytes.starts[i] ?? 0, bytes.ends[i + 1] ?? 0);
      }
      addBreak(this.#all);
    }
  }

  #addByte(out: Units, byte: number, start: number, end: number): void {
    if (byte < 0x80) out.add(byte, start, end);
    else if (this.#isWide) out.addByte(byte, start, end);
    else addBreak(out);
  }

  #endWord(from: number, to: number, kinds: number): void {
    const size = to - from;
    const { codes } = this.#view;
    if (kinds === DIGIT && size <= 7) this.#addNumber(from, to);
    else if (this.#numbers.values.length > 0) this.#endChain(this.#numbers);
    if ((kinds & LETTER) === 0 && size % 2 === 0) this.#addHex(from, from, to);
    else if (size === 4 && codes[from] === 48 && codes[from + 1] === 120) this.#addHex(from, from + 2, to);
    else if (this.#hex.values.length > 0) this.#endChain(this.#hex);
    if ((kinds & LETTER) === 0 && size >= SHORTEST_RUN) this.#addHexFrom(from + 1, to);
  }

  #addNumber(from: number, to: number): void {
    const chain = this.#numbers;
    if (from - chain.end > LONGEST_GAP) this.#endChain(chain);
    let value = 0;
    for (let i = from; i < to; i += 1) value = value * 10 + (this.#view.codes[i] ?? 0) - 48;
    this.#link(chain, value > 0x10ffff ? BREAK : value, from, to);
  }

  #addHex(word: number, from: number, to: number): void {
    const chain = this.#hex;
    if (word - chain.end > LONGEST_GAP) this.#endChain(chain);
    for (let i = from; i + 1 < to; i += 2) this.#link(chain, this.#pairAt(i), i === from ? word : i, i + 2);
  }

  /** A long run may also begin in the middle of a byte. */
  #addHexFrom(from: number, to: number): void {
    const { starts, ends } = this.#view;
    for (let i = from; i + 1 < to; i += 2) this.#addByte(this.#all, this.#pairAt(i), starts[i] ?? 0, ends[i + 1] ?? 0);
    addBreak(this.#all);
  }

  #pairAt(at: number): number {
    return hexOf(this.#view.codes[at] ?? 0) * 16 + hexOf(this.#view.codes[at + 1] ?? 0);
  }

  #link(chain: Chain, value: number, from: number, to: number): void {
    chain.values.push(value);
    chain.from.push(from);
    chain.to.push(to - 1);
    chain.end = to;
  }

  #endChain(chain: Chain): void {
    const size = chain.values.length;
    if (size >= SHORTEST_CHAIN) {
      const { starts, ends } = this.#view;
      for (const out of size >= SHORTEST_RUN ? [this.#all, this.#aligned] : [this.#all]) {
        for (let i = 0; i < size; i += 1) {
          const value = chain.values[i] ?? 0;
          const [start, end] = [starts[chain.from[i] ?? 0] ?? 0, ends[chain.to[i] ?? 0] ?? 0];
          if (value < 256) this.#addByte(out, value, start, end);
          else out.addPoint(value, start, end);
        }
        addBreak(out);
      }
    }
    chain.clear();
  }
}

function addBreak(out: Units): void {
  if (out.length > 0 && out.codes[out.length - 1] !== BREAK) out.add(BREAK, 0, 0);
}
