import { BYTE_BASE, addBreak } from './view.js';
import type { Units, View } from './view.js';

const VALUES = new Uint8Array(128);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let i = 0; i < 64; i += 1) VALUES[ALPHABET.charCodeAt(i)] = i;
VALUES[45] = 62;
VALUES[95] = 63;

/** Control characters are in no text; zeros are, where a character has two bytes. */
const ODD = 1;
const VISIBLE = 2;
const BYTES = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0 || byte === 9 || byte === 10 || byte === 13 || byte === 32) return 0;
  return byte < 32 || byte === 127 ? ODD : VISIBLE;
});

const MIN_LENGTH = 8;
const MIN_ALIGNED = 11;
/** From here on the end of a line may be a wrap of the encoder. */
const WRAPPED = 40;

/** The secrets that a run is read for. */
export interface Base64Reading {
  /** Bytes beyond ASCII are in secrets too; if not, they end what is before them. */
  readonly isWide: boolean;
  /** No secret has fewer characters that can be seen. */
  readonly shortest: number;
  /** 1 for each UTF-16 unit that may be in a secret. */
  readonly units: Uint8Array;
}

/** Runs of base64 in either alphabet, over wrapped lines, as bytes at each of the four places where one may begin. */
export class Base64Runs {
  readonly #view: View;
  readonly #reading: Base64Reading;
  readonly #phases: number;
  readonly #all: Units;
  readonly #aligned: Units;
  /** The lines of the current run: first unit of each, and the one after its last. */
  readonly #lines: number[] = [];
  #digits = new Uint8Array(64);
  #units = new Int32Array(64);
  #bytes = new Uint8Array(64);

  constructor(view: View, reading: Base64Reading, phases: number, all: Units, aligned: Units) {
    this.#view = view;
    this.#reading = reading;
    this.#phases = phases;
    this.#all = all;
    this.#aligned = aligned;
  }

  add(from: number, to: number, isLineEnd: boolean): void {
    const gap = from - (this.#lines.at(-1) ?? from);
    if (gap > 2) this.end();
    if (this.#lines.length === 0 && to - from < MIN_LENGTH) return;
    this.#lines.push(from, to);
    if (!isLineEnd || to - from < WRAPPED) this.end();
  }

  end(): void {
    if (this.#lines.length === 0) return;
    const size = this.#gather();
    this.#lines.length = 0;
    for (let phase = 0; phase < this.#phases; phase += 1) {
      this.#keepStretches(this.#all, phase, this.#unpack(phase, size));
    }
    if (size < MIN_ALIGNED) return;
    this.#readAligned(0, size);
    const tail = this.#afterLastMark(size);
    if (tail > 0 && size - tail >= MIN_ALIGNED) this.#readAligned(tail, size);
  }

  /** The run's digits, one after the other. */
  #gather(): number {
    const lines = this.#lines;
    const { codes } = this.#view;
    const most = (lines.at(-1) ?? 0) - (lines[0] ?? 0);
    if (this.#digits.length < most) {
      this.#digits = new Uint8Array(most);
      this.#units = new Int32Array(most);
      this.#bytes = new Uint8Array(most);
    }
    const digits = this.#digits;
    const units = this.#units;
    let size = 0;
    for (let line = 0; line < lines.length; line += 2) {
      const end = lines[line + 1] ?? 0;
      for (let i = lines[line] ?? 0; i < end; i += 1) {
        digits[size] = VALUES[codes[i] ?? 0] ?? 0;
        units[size] = i;
        size += 1;
      }
    }
    return size;
  }

  /** Into bytes, from this digit on. Returns how many. */
  #unpack(from: number, size: number): number {
    const digits = this.#digits;
    const bytes = this.#bytes;
    let count = 0;
    for (let i = from; i + 1 < size; i += 4) {
      const second = digits[i + 1] ?? 0;
      const third = i + 2 < size ? (digits[i + 2] ?? 0) : 0;
      const fourth = i + 3 < size ? (digits[i + 3] ?? 0) : 0;
      bytes[count] = ((digits[i] ?? 0) << 2) | (second >> 4);
      bytes[count + 1] = (second << 4) | (third >> 2);
      bytes[count + 2] = (third << 6) | fourth;
      count += Math.min(3, size - i - 1);
    }
    return count;
  }

  /** Only where enough bytes in a row could be text: in pictures and digests next to nothing. */
  #keepStretches(out: Units, from: number, count: number): void {
    const bytes = this.#bytes;
    const { isWide, shortest } = this.#reading;
    let begin = 0;
    let visible = 0;
    for (let i = 0; i <= count; i += 1) {
      const byte = i < count ? (bytes[i] ?? 0) : 127;
      const kind = BYTES[byte] ?? 0;
      if (kind !== ODD && (byte < 0x80 || (isWide && mayFollow(byte, bytes[i - 1] ?? 0)))) {
        if (kind === VISIBLE) visible += 1;
        continue;
      }
      if (visible >= shortest) this.#write(out, from, begin, i);
      begin = i + 1;
      visible = 0;
    }
  }

  #write(out: Units, from: number, begin: number, end: number): void {
    const { starts, ends } = this.#view;
    const bytes = this.#bytes;
    const units = this.#units;
    out.reserve(end - begin + 1);
    for (let i = begin; i < end; i += 1) {
      const byte = bytes[i] ?? 0;
      const start = starts[units[from + Math.floor((i * 4) / 3)] ?? 0] ?? 0;
      const stop = ends[units[from + Math.floor((i * 8 + 7) / 6)] ?? 0] ?? 0;
      if (byte < 0x80) out.add(byte, start, stop);
      else if (byte < 0xc0) out.addByte(byte, start, stop);
      else out.add(BYTE_BASE + byte, start, stop);
    }
    addBreak(out);
  }

  /** For what was encoded twice, and for text of two bytes a character. */
  #readAligned(from: number, size: number): void {
    const count = this.#unpack(from, size);
    this.#keepStretches(this.#aligned, from, count);
    if (this.#reading.isWide) this.#writeUtf16(from, count);
  }

  /** In either order of bytes, where enough of them in a row could be a secret's. For ASCII, zeros are skipped instead. */
  #writeUtf16(from: number, count: number): void {
    const bytes = this.#bytes;
    const { shortest, units: known } = this.#reading;
    if (count < shortest * 2) return;
    for (let swap = 0; swap < 2; swap += 1) {
      let row = 0;
      for (let i = 0; i < count; i += 2) {
        const isKnown = i + 1 < count && known[((bytes[i + swap] ?? 0) << 8) | (bytes[i + 1 - swap] ?? 0)] === 1;
        if (isKnown) row += 1;
        if (isKnown && i + 3 < count) continue;
        if (row >= shortest) this.#writePairs(from, i - (isKnown ? row - 1 : row) * 2, row, swap);
        row = 0;
      }
    }
  }

  #writePairs(from: number, begin: number, count: number, swap: number): void {
    const { starts, ends } = this.#view;
    const units = this.#units;
    for (let i = begin; i < begin + count * 2; i += 2) {
      const code = ((this.#bytes[i + swap] ?? 0) << 8) | (this.#bytes[i + 1 - swap] ?? 0);
      const start = starts[units[from + Math.floor((i * 4) / 3)] ?? 0] ?? 0;
      this.#all.add(code, start, ends[units[from + Math.floor((i * 8 + 15) / 6)] ?? 0] ?? 0);
    }
    addBreak(this.#all);
  }

  /** The marks of base64 also part the pieces of a path. */
  #afterLastMark(size: number): number {
    let at = size;
    while (at > 0 && (this.#digits[at - 1] ?? 0) < 62) at -= 1;
    return at;
  }
}

/** A byte beyond ASCII: it begins a character of UTF-8 or of Latin-1, or goes on with one of UTF-8. */
function mayFollow(byte: number, before: number): boolean {
  return byte >= 0xc0 || before >= 0x80;
}
