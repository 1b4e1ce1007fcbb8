import path from 'node:path';
import { RECORD_COLUMNS } from '../../core/index.js';
import { columnsFor, quotedText } from './record-filter.js';
import type { RecordFilter } from './record-filter.js';
import { comparePositions } from './cursor.js';
import type { FoundEntry, EntryPosition } from './cursor.js';
import { EntryReader } from './entry-reader.js';
import type { FileIndex } from './file-index.js';
import type { Rows } from './rows.js';
import { linesHolding } from './scan-text.js';

/** The newest so many of what was found in several files. */
export class FoundRows {
  readonly #limit: number;
  readonly #before: EntryPosition | undefined;
  #found: FoundEntry[] = [];

  constructor(limit: number, before: EntryPosition | undefined) {
    this.#limit = limit;
    this.#before = before;
  }

  get isFull(): boolean {
    return this.#found.length >= this.#limit;
  }

  /** Could nothing of this time change the result any more? */
  isFullBefore(time: number): boolean {
    return this.isFull && (this.#found.at(-1)?.time ?? 0) > time;
  }

  isInReach(place: EntryPosition): boolean {
    const before = this.#before;
    if (before === undefined) return true;
    // In one file numbers tell, whatever the clock did.
    return place.file === before.file ? place.seq < before.seq : comparePositions(place, before) < 0;
  }

  /** Newest first, of one file. */
  add(found: readonly FoundEntry[]): void {
    if (found.length === 0) return;
    for (const each of found) this.#found.push(each);
    if (this.#limit < Number.POSITIVE_INFINITY) this.#found = this.newestFirst().slice(0, this.#limit);
  }

  /** How many of one file can be needed. */
  get limit(): number {
    return this.#limit;
  }

  newestFirst(): FoundEntry[] {
    return this.#found.sort((a, b) => comparePositions(b, a));
  }
}

/** Adds what fits in this file. A text is looked for in the file itself, where the other columns fit. */
export async function selectRows(
  folder: string,
  index: FileIndex,
  hidden: ReadonlySet<number>,
  filter: RecordFilter,
  into: FoundRows,
): Promise<void> {
  const fits = rowFilter(index.rows, filter);
  if (fits === undefined) return;
  const found: FoundEntry[] = [];
  const text = filter.text === undefined ? undefined : new TextSearch(folder, index.name, filter.text);
  try {
    for (let i = index.rows.length - 1; i >= 0 && found.length < into.limit; i--) {
      if (filter.since !== undefined && index.rows.timeOf(i) < filter.since) break;
      if (!fits(i) || hidden.has(i)) continue;
      const row = { file: index.name, ...index.rows.rowAt(i) };
      if (into.isFullBefore(row.time)) break;
      if (!into.isInReach(row)) continue;
      const fitting = text === undefined || text.isIn(row);
      // Half a million rows: no waiting where the answer is there.
      if (typeof fitting === 'boolean' ? fitting : await fitting) found.push(row);
    }
  } finally {
    await text?.close();
  }
  into.add(found);
}

/** Rows that are looked at one by one before the whole file is looked through at once. */
const ONE_BY_ONE = 500;

/** A frequent text is found among the newest rows, a rare one by looking through the file. */
class TextSearch {
  readonly #file: string;
  readonly #quoted: string;
  readonly #reader: EntryReader;
  #tried = 0;
  #lines: ReadonlySet<number> | undefined;

  constructor(folder: string, name: string, text: string) {
    this.#file = path.join(folder, name);
    this.#quoted = quotedText(text);
    this.#reader = new EntryReader(folder);
  }

  isIn(row: FoundEntry): boolean | Promise<boolean> {
    this.#tried += 1;
    if (this.#lines !== undefined && !this.#lines.has(row.at) && !this.#lines.has(row.then)) return false;
    return this.#isHolding(row);
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  async #isHolding(row: FoundEntry): Promise<boolean> {
    if (this.#tried > ONE_BY_ONE) this.#lines ??= await linesHolding(this.#file, this.#quoted);
    return this.#reader.holds(row, this.#quoted);
  }
}

/** Undefined: nothing in this file fits. */
function rowFilter(rows: Rows, filter: RecordFilter): ((row: number) => boolean) | undefined {
  const wanted: { readonly columns: readonly Uint32Array[]; readonly number: number }[] = [];
  for (const name of RECORD_COLUMNS) {
    const text = filter[name];
    if (text === undefined) continue;
    const number = rows.find(text);
    if (number === undefined) return undefined;
    wanted.push({ columns: columnsFor(name).map((column) => rows.column(column)), number });
  }
  const { until } = filter;
  return (row) => {
    for (const { columns, number } of wanted) if (columns.every((column) => column[row] !== number)) return false;
    return until === undefined || rows.timeOf(row) <= until;
  };
}
