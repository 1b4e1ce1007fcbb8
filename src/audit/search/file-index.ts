import path from 'node:path';
import { isJsonObject } from '../../core/index.js';
import type { RecordColumn } from '../../core/index.js';
import { readRecord } from '../chain/chain.js';
import { callIdOf, isContinuation, nextFileOf } from './join-records.js';
import { columnOf } from './record-filter.js';
import { MAX_LINE_BYTES, readLines } from '../chain/record-files.js';
import type { RecordFileFacts } from '../chain/record-files.js';
import { Rows } from './rows.js';
import { scanRecord } from './skim-record.js';
import type { ScannedRecord } from './skim-record.js';

/** The index of a file up to a byte. */
export interface Covered {
  /** Bytes of whole lines. */
  size: number;
  mtimeMs: number;
  /** The last 64 hex digits before `size`. */
  lastHash: string;
}

/** The index of one record file: made from it alone, and made again whenever it does not fit it. */
export class FileIndex {
  readonly name: string;
  readonly rows: Rows;
  readonly covered: Covered;
  /** Calls without an outcome yet, by their rows. */
  readonly open: Map<string, number>;
  /** The file in which those are written down again, if this one ended so. */
  next: string | undefined;

  /** Only the end of the file was read: calls that began before it are older than everything in here. */
  #isTail = false;

  /** The last so many bytes of a file, at once, for whoever wants the newest of it and nothing else. */
  static async ofTail(folder: string, name: string, facts: RecordFileFacts, bytes: number): Promise<FileIndex> {
    const { size } = facts;
    const index = new FileIndex(name);
    if (size > bytes) {
      index.#isTail = true;
      index.covered.size = await lineAfter(path.join(folder, name), size - bytes);
    }
    await index.readOn(folder, facts);
    return index;
  }

  constructor(name: string, from?: Omit<FileIndex, 'name' | 'readOn'>) {
    this.name = name;
    this.rows = from?.rows ?? new Rows();
    this.covered = from?.covered ?? { size: 0, mtimeMs: 0, lastHash: '' };
    this.open = from?.open ?? new Map<string, number>();
    this.next = from?.next;
  }

  /** Takes in what was written since, up to the size that is given. */
  async readOn(folder: string, { size, mtimeMs }: RecordFileFacts): Promise<void> {
    for await (const { whole, offset } of readLines(path.join(folder, this.name), this.covered.size, size)) {
      const last = whole.at(-1);
      if (last === undefined) continue;
      this.#takeAll(whole, this.covered.size);
      this.covered.lastHash = hashOf(last);
      this.covered.size = offset;
    }
    this.covered.mtimeMs = mtimeMs;
  }

  /** The lines are views of one buffer, side by side: their text is decoded once for all. */
  #takeAll(lines: readonly Buffer[], at: number): void {
    const text = textOfAll(lines);
    let from = 0;
    for (const line of lines) {
      const skimmed = scanRecord(text, from, from + line.length);
      if (skimmed === undefined) this.#takeParsed(line, at + from);
      else this.#takeSkimmed(skimmed, at + from);
      from += line.length + 1;
    }
  }

  #takeSkimmed({ kind, seq, time, call, columns }: ScannedRecord, at: number): void {
    this.next = undefined;
    if (kind === 'outcome') this.#takeOutcome(call, { time, seq, at }, (column) => columns[column]);
    else this.#takeIntent(call, { time, seq, at }, (column) => (column === 'kind' ? 'call' : columns[column]));
  }

  #takeParsed(line: Buffer, at: number): void {
    const record = readRecord(line.toString('utf8'));
    if (record === undefined) return;
    this.next = nextFileOf(record);
    const { kind, seq, time, fields } = record;
    const place = { time, seq, at };
    const asCall: Texts = (column) => columnOf({ kind: 'call', fields }, column);
    if (kind === 'outcome') this.#takeOutcome(callIdOf(record), place, asCall);
    else if (kind === 'intent') this.#takeIntent(callIdOf(record), place, asCall);
    else if (kind !== 'checkpoint' && !isContinuation(record))
      this.#add(place, (column) => columnOf({ kind, fields }, column));
  }

  #takeIntent(call: string, place: Taken, text: Texts): void {
    const row = this.#add(place, (column) => (column === 'outcome' ? 'unfinished' : text(column)));
    this.open.set(call, row);
  }

  #takeOutcome(call: string, place: Taken, text: Texts): void {
    const row = this.open.get(call);
    this.open.delete(call);
    if (row !== undefined) this.rows.complete(row, place.at, text);
    else if (!this.#isTail) this.#add(place, (column) => (column === 'kind' ? 'call' : text(column)));
  }

  #add({ time, seq, at }: Taken, text: Texts): number {
    return this.rows.add({ time: Date.parse(time), seq, at, then: -1 }, text);
  }
}

type Texts = (column: RecordColumn) => string | undefined;

interface Taken {
  readonly time: string;
  readonly seq: number;
  readonly at: number;
}

/** As bytes: a letter is as long as its byte. */
function textOfAll(lines: readonly Buffer[]): string {
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return '';
  const length = last.byteOffset + last.length - first.byteOffset;
  return Buffer.from(first.buffer, first.byteOffset, length).toString('latin1');
}

async function lineAfter(file: string, offset: number): Promise<number> {
  for await (const { offset: end, whole } of readLines(file, offset)) {
    const [cut] = whole;
    if (cut !== undefined) return offset + cut.length + 1;
    if (end > offset + MAX_LINE_BYTES) break;
  }
  return offset;
}

const HASH_TAIL = 66;

export function hashOf(line: Buffer): string {
  return line.toString('latin1', line.length - HASH_TAIL, line.length - 2);
}

/** What is kept beside the rows. */
export interface IndexHead {
  readonly version: number;
  readonly rows: number;
  readonly texts: readonly string[];
  readonly covered: Covered;
  readonly open: readonly (readonly [string, number])[];
  readonly next?: string;
}

export function isIndexHead(value: unknown): value is IndexHead {
  if (!isJsonObject(value)) return false;
  const { version, rows, texts, covered, open } = value;
  return (
    version === INDEX_VERSION &&
    typeof rows === 'number' &&
    Array.isArray(texts) &&
    texts.every((text) => typeof text === 'string') &&
    isJsonObject(covered) &&
    typeof covered['size'] === 'number' &&
    typeof covered['mtimeMs'] === 'number' &&
    typeof covered['lastHash'] === 'string' &&
    Array.isArray(open)
  );
}

/** Another number when the columns change: the former index is then made anew. */
export const INDEX_VERSION = 4;
