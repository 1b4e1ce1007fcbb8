import { RECORD_COLUMNS } from '../../core/index.js';
import type { RecordColumn } from '../../core/index.js';

/** The columns of an entry in the index. */
export interface Row {
  /** Milliseconds since the epoch; never less than that of the row before, so that rows are in order. */
  readonly time: number;
  readonly seq: number;
  /** Where in the file its first record is, and its outcome: -1 without one. */
  readonly at: number;
  readonly then: number;
}

const WIDE = ['time', 'at', 'then'] as const;
const NARROW = ['seq', ...RECORD_COLUMNS] as const;
type Wide = (typeof WIDE)[number];
type Narrow = (typeof NARROW)[number];

/** Bytes of one row. */
export const ROW_BYTES = 8 * WIDE.length + 4 * NARROW.length;

/** A table by columns: a filter touches only those that it names. Texts are numbers of a dictionary; 0 is none. */
export class Rows {
  readonly texts: string[] = [''];
  readonly #numbers = new Map<string, number>([['', 0]]);
  readonly #wide: { [column in Wide]: Float64Array };
  readonly #narrow: { [column in Narrow]: Uint32Array };
  length = 0;

  constructor(texts: readonly string[] = [''], length = 0, bytes?: ArrayBuffer) {
    for (const text of texts) this.numberOf(text);
    this.length = length;
    const wide = (i: number) =>
      bytes === undefined ? new Float64Array(64) : new Float64Array(bytes, 8 * i * length, length);
    const narrow = (i: number) =>
      bytes === undefined ? new Uint32Array(64) : new Uint32Array(bytes, (8 * WIDE.length + 4 * i) * length, length);
    this.#wide = { time: wide(0), at: wide(1), then: wide(2) };
    this.#narrow = columns((name) => narrow(NARROW.indexOf(name)));
  }

  add({ time, seq, at, then }: Row, texts: (column: RecordColumn) => string | undefined): number {
    const row = this.length;
    if (row === this.#wide.time.length) this.#grow();
    this.length += 1;
    const before = row === 0 ? 0 : this.timeOf(row - 1);
    this.#wide.time[row] = Math.max(before, Number.isNaN(time) ? 0 : time);
    this.#wide.at[row] = at;
    this.#wide.then[row] = then;
    this.#narrow.seq[row] = seq;
    for (const column of RECORD_COLUMNS) this.#narrow[column][row] = this.numberOf(texts(column) ?? '');
    return row;
  }

  /** The outcome of an intent that has its row already. */
  complete(row: number, then: number, texts: (column: RecordColumn) => string | undefined): void {
    this.#wide.then[row] = then;
    for (const column of RECORD_COLUMNS) {
      const text = texts(column);
      if (text !== undefined) this.#narrow[column][row] = this.numberOf(text);
    }
  }

  timeOf(row: number): number {
    return this.#wide.time[row] ?? 0;
  }

  rowAt(row: number): Row {
    const { time, at, then } = this.#wide;
    return { time: time[row] ?? 0, at: at[row] ?? 0, then: then[row] ?? -1, seq: this.#narrow.seq[row] ?? 0 };
  }

  /** Rows are in the order of their numbers. */
  rowOf(seq: number): number | undefined {
    const { seq: numbers } = this.#narrow;
    let [from, to] = [0, this.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((numbers[middle] ?? 0) < seq) from = middle + 1;
      else to = middle;
    }
    return from < this.length && numbers[from] === seq ? from : undefined;
  }

  column(name: RecordColumn): Uint32Array {
    return this.#narrow[name];
  }

  /** Undefined: no entry has this text. */
  find(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    // A copy: a piece of a larger text would keep all of that in memory.
    const own = Buffer.from(text, 'utf8').toString('utf8');
    this.#numbers.set(own, this.texts.length);
    this.texts.push(own);
    return this.texts.length - 1;
  }

  toBytes(): Buffer {
    const all = [...WIDE.map((name) => this.#wide[name]), ...NARROW.map((name) => this.#narrow[name])];
    return Buffer.concat(all.map((array) => bytesOf(array.subarray(0, this.length))));
  }

  #grow(): void {
    const length = Math.max(64, 2 * this.length);
    for (const name of WIDE) {
      const larger = new Float64Array(length);
      larger.set(this.#wide[name]);
      this.#wide[name] = larger;
    }
    for (const name of NARROW) {
      const larger = new Uint32Array(length);
      larger.set(this.#narrow[name]);
      this.#narrow[name] = larger;
    }
  }
}

function bytesOf(array: Float64Array | Uint32Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

function columns(make: (name: Narrow) => Uint32Array): { [column in Narrow]: Uint32Array } {
  return {
    seq: make('seq'),
    kind: make('kind'),
    tool: make('tool'),
    event: make('event'),
    principal: make('principal'),
    client: make('client'),
    session: make('session'),
    outcome: make('outcome'),
    code: make('code'),
    origin: make('origin'),
    endedOrigin: make('endedOrigin'),
    rule: make('rule'),
    risk: make('risk'),
    approver: make('approver'),
    identity: make('identity'),
  };
}
