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
  const { codes, starts, ends, length } = view;
  const begins = dialect === 'rare' ? BEGINS_RARE : BEGINS;
  let first = 0;
  while (first < length && begins[codes[first] ?? 0] !== 1) first += 1;
  if (first === length) return undefined;
  const machine = new Machine(view, first, dialect === 'rare');
  for (let i = first; i < length; i += 1) machine.feed(codes[i] ?? 0, starts[i] ?? 0, ends[i] ?? 0);
  return machine.finish();
}

const BEGINS = new Uint8Array(65536);
const BEGINS_RARE = new Uint8Array(65536);
for (const code of [BACKSLASH, PERCENT, AMPERSAND]) BEGINS[code] = 1;
for (const code of [BACKSLASH, EQUALS]) BEGINS_RARE[code] = 1;

class Machine {
  readonly #out: Units;
  readonly #isRare: boolean;
  readonly #begins: Uint8Array;
  /** Where on the stack escapes may have begun. */
  readonly #marks: Int32Array;
  #marked = 0;
  #lacksSemicolon = -1;
  #hasDecoded = false;
  /** Still to be put on the stack, the next one last: point, start, end. A list, because nesting has no limit. */
  readonly #todo: number[] = [];

  /** Text before the first escape is unchanged. */
  constructor(view: View, first: number, isRare: boolean) {
    this.#out = Units.copyOf(view, first, view.length + 2);
    this.#marks = new Int32Array(view.length + 2 - first);
    this.#isRare = isRare;
    this.#begins = isRare ? BEGINS_RARE : BEGINS;
  }

  feed(code: number, start: number, end: number): void {
    if (this.#begins[code] === 1 || code === SEMICOLON) this.#put(code, start, end);
    else {
      this.#out.add(code, start, end);
      if (this.#marked === 0) return;
      this.#settle();
    }
    const todo = this.#todo;
    while (todo.length > 0) this.#put(todo.pop() ?? 0, todo.pop() ?? 0, todo.pop() ?? 0);
  }

  finish(): View | undefined {
    this.feed(BREAK, 0, 0);
    this.#out.length -= 1;
    return this.#hasDecoded ? this.#out : undefined;
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
    if (this.#begins[point] !== 1) return true;
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
      // Later candidates begin further down and are out of reach as well.
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
    if (this.#isRare) return begin === EQUALS ? readEquals(codes, at, size) : readCssBackslash(codes, at, size);
    if (begin === PERCENT) return readPercent(codes, at, size);
    return begin === AMPERSAND ? readAmpersand(codes, at, size) : readBackslash(codes, at, size);
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
    const lacks = (result & LACKS_SEMICOLON) !== 0 || this.#lacksSemicolon === last;
    this.#lacksSemicolon = lacks ? at : -1;
    return this.#lay((result & BYTE) !== 0 && point >= 0x80 ? BYTE_BASE + point : point, start, end);
  }
}
