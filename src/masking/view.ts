/**
 * One way to read a text: its characters after some decoding, each with the place in the text that it was read from.
 * Whatever is found in a view can so be replaced in the text itself.
 */
export interface View {
  /** UTF-16 units. */
  readonly codes: Uint16Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly length: number;
}

/** A byte from 0x80 on that is not yet known to be part of UTF-8 or a Latin-1 character: its own code in private use. */
export const BYTE_BASE = 0xf700;
/** Matches nothing: what stands before and after it does not belong together. */
export const BREAK = 0xffff;
/** Stands for a placeholder of ours, or for an entity that we do not know. */
export const OBJECT = 0xfffc;

export class Units implements View {
  codes: Uint16Array;
  starts: Int32Array;
  ends: Int32Array;
  length = 0;

  constructor(capacity: number) {
    this.codes = new Uint16Array(capacity);
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
  }

  add(code: number, start: number, end: number): void {
    const at = this.length;
    if (at >= this.codes.length) this.#grow();
    this.codes[at] = code;
    this.starts[at] = start;
    this.ends[at] = end;
    this.length = at + 1;
  }

  addPoint(point: number, start: number, end: number): void {
    if (point <= 0xffff) {
      this.add(point, start, end);
      return;
    }
    this.add(0xd800 + ((point - 0x10000) >> 10), start, end);
    this.add(0xdc00 + ((point - 0x10000) & 0x3ff), start, end);
  }

  /** Bytes that turn out to be UTF-8 become the character they spell. */
  addByte(byte: number, start: number, end: number): void {
    if (byte < 0x80) {
      this.add(byte, start, end);
      return;
    }
    this.add(BYTE_BASE + byte, start, end);
    if (byte < 0xc0) this.#joinUtf8(end);
  }

  #joinUtf8(end: number): void {
    let point = 0;
    for (let size = 1; size <= 4; size += 1) {
      const at = this.length - size;
      const byte = at < 0 ? 0 : (this.codes[at] ?? 0) - BYTE_BASE;
      if (byte < 0x80 || byte > 0xff) return;
      if (byte < 0xc0) {
        point |= (byte & 0x3f) << (6 * (size - 1));
        continue;
      }
      if (size !== utf8Size(byte)) return;
      point |= (byte & (0x7f >> size)) << (6 * (size - 1));
      if (point > 0x10ffff) return;
      const start = this.starts[at] ?? 0;
      this.length = at;
      this.addPoint(point, start, end);
      return;
    }
  }

  #grow(): void {
    const size = Math.max(64, this.codes.length * 2);
    const codes = new Uint16Array(size);
    const starts = new Int32Array(size);
    const ends = new Int32Array(size);
    codes.set(this.codes);
    starts.set(this.starts);
    ends.set(this.ends);
    Object.assign(this, { codes, starts, ends });
  }
}

function utf8Size(lead: number): number {
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

const NOTHING: ReadonlySet<string> = new Set();

/** The text as it stands. A placeholder that we wrote is one mark, so that masking twice changes nothing. */
export function readText(text: string, names: ReadonlySet<string> = NOTHING): View {
  const { length } = text;
  const view = new Units(length);
  const { codes, starts, ends } = view;
  let to = 0;
  for (let i = 0; i < length;) {
    const code = text.charCodeAt(i);
    const size = code === 60 && names.size > 0 ? placeholderAt(text, i, names) : 0;
    codes[to] = size > 0 ? OBJECT : code;
    starts[to] = i;
    i += size > 0 ? size : 1;
    ends[to] = i;
    to += 1;
  }
  view.length = to;
  return view;
}

const LONGEST_NAME = 130;

function placeholderAt(text: string, from: number, names: ReadonlySet<string>): number {
  let i = from + 1;
  for (; i - from <= LONGEST_NAME; i += 1) {
    const code = text.charCodeAt(i);
    const isNamed = (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95;
    if (!isNamed) break;
  }
  return text.charCodeAt(i) === 62 && names.has(text.slice(from + 1, i)) ? i + 1 - from : 0;
}
