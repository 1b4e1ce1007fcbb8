import {
  AMPERSAND,
  BACKSLASH,
  BYTE,
  EQUALS,
  KEEPS_LAST,
  LACKS_SEMICOLON,
  NO_ESCAPE,
  PERCENT,
  POINT,
  SEMICOLON,
  UNDECIDED,
  readAmpersand,
  readBackslash,
  readCssBackslash,
  readEquals,
  readPercent,
} from './escapes.js';
import { BREAK, BYTE_BASE, Units } from './view.js';
import type { View } from './view.js';

/**
 * `common`: percent, entities, JSON and script escapes. `rare`: CSS escapes and quoted-printable, which read `\b` and
 * `=AB` differently and so need a view of their own.
 */
export type Dialect = 'common' | 'rare';

/** No escape that we read is longer; padded with zeros, a few are. */
const REACH = 20;

/**
 * Decodes everything, however often and however mixed it was encoded, in one pass: units go on a stack, and as soon as
 * the top of the stack is a whole escape, it becomes the character it means, which may in turn complete another:
 * `%2541` is `A`. Undefined when there was nothing to decode.
 */
export function decode(view: View, dialect: Dialect): View | undefined {
  const machine = new Machine(view.length, dialect === 'rare');
  const { codes, starts, ends, length } = view;
  for (let i = 0; i < length; i += 1) machine.feed(codes[i] ?? 0, starts[i] ?? 0, ends[i] ?? 0);
  return machine.finish();
}

class Machine {
  readonly #out: Units;
  readonly #isRare: boolean;
  /** Where on the stack escapes may have begun. */
  readonly #marks: Int32Array;
  #marked = 0;
  #lacksSemicolon = -1;
  #hasDecoded = false;
  /** Still to be put on the stack, the next one last: point, start, end. A list, because nesting has no limit. */
  readonly #todo: number[] = [];

  constructor(capacity: number, isRare: boolean) {
    this.#out = new Units(capacity + 2);
    this.#marks = new Int32Array(capacity + 2);
    this.#isRare = isRare;
  }

  feed(code: number, start: number, end: number): void {
    if (this.#marked === 0 && !this.#begins(code) && code !== SEMICOLON) {
      this.#out.add(code, start, end);
      return;
    }
    this.#put(code, start, end);
    const todo = this.#todo;
    while (todo.length > 0) this.#put(todo.pop() ?? 0, todo.pop() ?? 0, todo.pop() ?? 0);
  }

  finish(): View | undefined {
    this.feed(BREAK, 0, 0);
    this.#out.length -= 1;
    return this.#hasDecoded ? this.#out : undefined;
  }

  #begins(code: number): boolean {
    if (code === BACKSLASH) return true;
    return this.#isRare ? code === EQUALS : code === PERCENT || code === AMPERSAND;
  }

  #put(point: number, start: number, end: number): void {
    const top = this.#out.length - 1;
    if (point === SEMICOLON && this.#lacksSemicolon === top) {
      this.#out.ends[top] = end;
      this.#lacksSemicolon = -1;
      return;
    }
    if (this.#lay(point, start, end)) this.#settle();
  }

  /** On top of the stack. False when there is nothing to be ended by it. */
  #lay(point: number, start: number, end: number): boolean {
    const out = this.#out;
    const top = out.length - 1;
    // Backslashes multiply with every level of quoting: a run of them counts as one.
    if (point === BACKSLASH && top >= 0 && out.codes[top] === BACKSLASH) {
      out.ends[top] = end;
      return false;
    }
    if (point >= BYTE_BASE + 0x80 && point <= BYTE_BASE + 0xff) out.addByte(point - BYTE_BASE, start, end);
    else out.addPoint(point, start, end);
    if (!this.#begins(point)) return true;
    this.#marks[this.#marked] = out.length - 1;
    this.#marked += 1;
    return false;
  }

  /** Ends the escapes that can be ended, the innermost first. */
  #settle(): void {
    const out = this.#out;
    while (this.#marked > 0) {
      const at = this.#marks[this.#marked - 1] ?? 0;
      const size = out.length - at;
      // What begins still further down is out of reach as well.
      if (size > REACH) this.#marked = 0;
      if (size > REACH || size < 2) return;
      const result = this.#read(at, size);
      if (result === UNDECIDED) return;
      this.#marked -= 1;
      if (result === NO_ESCAPE) continue;
      if (!this.#replace(at, result)) return;
    }
  }

  #read(at: number, size: number): number {
    const { codes } = this.#out;
    const begin = codes[at];
    if (begin === PERCENT) return readPercent(codes, at, size);
    if (begin === AMPERSAND) return readAmpersand(codes, at, size);
    if (begin === EQUALS) return readEquals(codes, at, size);
    return this.#isRare ? readCssBackslash(codes, at, size) : readBackslash(codes, at, size);
  }

  /** False when nothing more can be ended for now. */
  #replace(at: number, result: number): boolean {
    const out = this.#out;
    const last = out.length - 1;
    const keeps = (result & KEEPS_LAST) !== 0;
    if (keeps) this.#todo.push(out.ends[last] ?? 0, out.starts[last] ?? 0, out.codes[last] ?? 0);
    const start = out.starts[at] ?? 0;
    const end = out.ends[keeps ? last - 1 : last] ?? 0;
    const point = result & POINT;
    out.length = at;
    this.#hasDecoded = true;
    this.#lacksSemicolon = (result & LACKS_SEMICOLON) !== 0 ? at : -1;
    return this.#lay((result & BYTE) !== 0 && point >= 0x80 ? BYTE_BASE + point : point, start, end);
  }
}
