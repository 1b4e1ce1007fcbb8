import { BREAK, addBreak } from './view.js';
import type { Units, View } from './view.js';

const VALUES = new Uint8Array(128);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let i = 0; i < 64; i += 1) VALUES[ALPHABET.charCodeAt(i)] = i;
[VALUES[45], VALUES[95]] = [62, 63];

const SHORTEST = 8;
const SHORTEST_ALIGNED = 11;
/** From here on the end of a line may be a wrap of the encoder. */
const WRAPPED = 40;

/** Runs of base64 in either alphabet, over wrapped lines, as bytes at each of the four places where one may begin. */
export class Base64Runs {
  readonly #view: View;
  readonly #isWide: boolean;
  readonly #phases: number;
  readonly #all: Units;
  readonly #aligned: Units;
  /** The lines of the current run: first unit of each, and the one after its last. */
  readonly #lines: number[] = [];
  #digits = new Uint8Array(64);
  #units = new Int32Array(64);

  constructor(view: View, isWide: boolean, phases: number, all: Units, aligned: Units) {
    this.#view = view;
    this.#isWide = isWide;
    this.#phases = phases;
    this.#all = all;
    this.#aligned = aligned;
  }

  add(from: number, to: number, isLineEnd: boolean): void {
    const gap = from - (this.#lines.at(-1) ?? from);
    if (gap > 2) this.end();
    if (this.#lines.length === 0 && to - from < SHORTEST) return;
    this.#lines.push(from, to);
    if (!isLineEnd || to - from < WRAPPED) this.end();
  }

  end(): void {
    const lines = this.#lines;
    if (lines.length === 0) return;
    const size = this.#gather();
    lines.length = 0;
    this.#all.reserve(size * 3 + 8);
    for (let phase = 0; phase < this.#phases; phase += 1) this.#read(this.#all, phase, size, false);
    if (size < SHORTEST_ALIGNED) return;
    this.#readAligned(0, size);
    const tail = this.#afterLastMark(size);
    if (tail > 0 && size - tail >= SHORTEST_ALIGNED) this.#readAligned(tail, size);
  }

  /** The run's digits, one after the other. */
  #gather(): number {
    const lines = this.#lines;
    const { codes } = this.#view;
    const most = (lines.at(-1) ?? 0) - (lines[0] ?? 0);
    if (this.#digits.length < most) [this.#digits, this.#units] = [new Uint8Array(most), new Int32Array(most)];
    const [digits, units] = [this.#digits, this.#units];
    let size = 0;
    for (let line = 0; line < lines.length; line += 2) {
      for (let i = lines[line] ?? 0; i < (lines[line + 1] ?? 0); i += 1) {
        digits[size] = VALUES[codes[i] ?? 0] ?? 0;
        units[size] = i;
        size += 1;
      }
    }
    return size;
  }

  #readAligned(from: number, size: number): void {
    this.#aligned.reserve(size - from + 8);
    this.#read(this.#aligned, from, size, true);
    if (this.#isWide) this.#readUtf16(from, size);
  }

  /** The marks of base64 also part the pieces of a path. */
  #afterLastMark(size: number): number {
    let at = size;
    while (at > 0 && (this.#digits[at - 1] ?? 0) < 62) at -= 1;
    return at;
  }

  /** As bytes; with `isTextOnly`, nothing where it is no text. */
  #read(out: Units, from: number, size: number, isTextOnly: boolean): void {
    const [digits, units] = [this.#digits, this.#units];
    const { starts, ends } = this.#view;
    const before = out.length;
    const [outCodes, outStarts, outEnds] = [out.codes, out.starts, out.ends];
    let [bits, held, bytes, odd, to] = [0, 0, 0, 0, before];
    for (let i = from; i < size; i += 1) {
      bits = ((bits << 6) | (digits[i] ?? 0)) & 0x3fff;
      held += 6;
      if (held < 8) continue;
      held -= 8;
      const byte = (bits >> held) & 0xff;
      bytes += 1;
      if (byte < 32 || byte > 127) odd += 1;
      if (byte > 127 && !this.#isWide) {
        if (to === 0 || outCodes[to - 1] === BREAK) continue;
        outCodes[to] = BREAK;
      } else outCodes[to] = byte;
      outStarts[to] = starts[units[i - 1] ?? 0] ?? 0;
      outEnds[to] = ends[units[i] ?? 0] ?? 0;
      to += 1;
      if (byte > 127 && this.#isWide) {
        out.length = to - 1;
        out.addByte(byte, outStarts[to - 1] ?? 0, outEnds[to - 1] ?? 0);
        to = out.length;
      }
    }
    out.length = to;
    const isText = this.#isWide || odd * 4 <= bytes;
    if (isTextOnly && !isText) out.length = before;
    else addBreak(out);
  }

  /** Two bytes a character, in either order. For ASCII there is no need: zeros are skipped. */
  #readUtf16(begin: number, size: number): void {
    const { starts, ends } = this.#view;
    const [digits, units, out] = [this.#digits, this.#units, this.#all];
    out.reserve(size * 2);
    for (const isBig of [false, true]) {
      // Eight digits are six bytes, which are three characters.
      for (let i = begin; i < size; i += 8) {
        const word = (at: number): number => digits[i + at] ?? 0;
        const pairs = [
          [0, (word(0) << 10) | (word(1) << 4) | (word(2) >> 2), 2],
          [2, ((word(2) & 3) << 14) | (word(3) << 8) | (word(4) << 2) | (word(5) >> 4), 5],
          [5, ((word(5) & 15) << 12) | (word(6) << 6) | word(7), 7],
        ] as const;
        for (const [from, pair, to] of pairs) {
          if (i + to >= size) break;
          const code = isBig ? pair : ((pair & 0xff) << 8) | (pair >> 8);
          out.add(code, starts[units[i + from] ?? 0] ?? 0, ends[units[i + to] ?? 0] ?? 0);
        }
      }
      addBreak(out);
    }
  }
}
