/**
 * One way to read a text: its characters after some decoding, each with the place in the text that it was read from.
 * So a match in a view can be replaced in the text itself.
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
/** Matches nothing: what is before and after it does not belong together. */
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

  static copyOf({ codes, starts, ends }: View, length: number, capacity: number): Units {
    const copy = new Units(capacity);
    copy.codes.set(codes.subarray(0, length));
    copy.starts.set(starts.subarray(0, length));
    copy.ends.set(ends.subarray(0, length));
    copy.length = length;
    return copy;
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

  /** Room for this many more. */
  reserve(more: number): void {
    if (this.length + more > this.codes.length) this.#grow(more);
  }

  #grow(more = 64): void {
    const size = Math.max(this.length + more, this.codes.length * 2);
    const codes = new Uint16Array(size);
    const starts = new Int32Array(size);
    const ends = new Int32Array(size);
    codes.set(this.codes);
    starts.set(this.starts);
    ends.set(this.ends);
    Object.assign(this, { codes, starts, ends });
  }
}

export function addBreak(out: Units): void {
  if (out.length > 0 && out.codes[out.length - 1] !== BREAK) out.add(BREAK, 0, 0);
}

function utf8Size(lead: number): number {
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

const NOTHING: ReadonlySet<string> = new Set();

/** 0, 1, 2, …: where the units of a text stand that is read as it is. Shared, because they are always the same. */
let places = new Int32Array(0);
const MAX_SHARED = 1 << 20;

function placesUpTo(length: number): Int32Array {
  if (places.length >= length) return places;
  const made = new Int32Array(Math.max(1024, Math.min(length * 2, MAX_SHARED), length));
  for (let i = 0; i < made.length; i += 1) made[i] = i;
  if (made.length <= MAX_SHARED) places = made;
  return made;
}

/** The text as it is. A placeholder that we wrote is one mark, so that masking twice changes nothing. */
export function textView(text: string, names: ReadonlySet<string> = NOTHING): View {
  const { length } = text;
  const codes = new Uint16Array(length);
  for (let i = 0; i < length; i += 1) codes[i] = text.charCodeAt(i);
  const shared = placesUpTo(length + 1);
  const view = { codes, starts: shared, ends: shared.subarray(1), length };
  return names.size > 0 && text.includes('<') ? joinPlaceholders(view, text, names) : view;
}

function joinPlaceholders(view: View, text: string, names: ReadonlySet<string>): View {
  let out: Units | undefined;
  let done = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const size = placeholderAt(text, at, names);
    if (size === 0) continue;
    out ??= new Units(text.length);
    for (; done < at; done += 1) out.add(view.codes[done] ?? 0, done, done + 1);
    out.add(OBJECT, at, at + size);
    done = at + size;
  }
  for (; out !== undefined && done < text.length; done += 1) out.add(view.codes[done] ?? 0, done, done + 1);
  return out ?? view;
}

const MAX_NAME = 130;

function placeholderAt(text: string, from: number, names: ReadonlySet<string>): number {
  let i = from + 1;
  for (; i - from <= MAX_NAME; i += 1) {
    const code = text.charCodeAt(i);
    const isNamed = (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95;
    if (!isNamed) break;
  }
  return text.charCodeAt(i) === 62 && names.has(text.slice(from + 1, i)) ? i + 1 - from : 0;
}
