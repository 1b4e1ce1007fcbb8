import path from 'node:path';
import { readRecord } from '../chain/chain.js';
import { completeEntry, joinEntry } from './join-records.js';
import type { AuditEntry } from './join-records.js';
import { holdsQuoted } from './record-filter.js';
import type { FoundEntry } from './cursor.js';
import { LineReader } from './line-reader.js';

const MAX_OPEN = 16;

/** Reads entries from the files that the index points into. */
export class EntryReader {
  readonly #folder: string;
  readonly #open = new Map<string, LineReader>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined if the file is gone, or is not what the index was made from. */
  async read(found: Pick<FoundEntry, 'file' | 'seq' | 'at' | 'then'>): Promise<AuditEntry | undefined> {
    const reader = await this.#readerOf(found.file);
    const first = await recordAt(reader, found.at);
    if (first?.seq !== found.seq) return undefined;
    const entry = joinEntry(found.file, first);
    const second = found.then < 0 ? undefined : await recordAt(reader, found.then);
    return second === undefined ? entry : completeEntry(entry, second);
  }

  /** The raw bytes are searched first: most entries are told by it. */
  async holds(found: FoundEntry, quoted: string): Promise<boolean> {
    const reader = await this.#readerOf(found.file);
    for (const at of found.then < 0 ? [found.at] : [found.then, found.at]) {
      const line = await reader?.lineAt(at);
      if (line?.toString('utf8').toLowerCase().includes(quoted) !== true) continue;
      // The text may be in what only keeps the books.
      const entry = await this.read(found);
      return entry !== undefined && holdsQuoted(entry, quoted);
    }
    return false;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((reader) => reader.close()));
  }

  async #readerOf(name: string): Promise<LineReader | undefined> {
    const known = this.#open.get(name);
    if (known !== undefined) return known;
    for (const [other, reader] of this.#open) {
      if (this.#open.size < MAX_OPEN) break;
      this.#open.delete(other);
      await reader.close();
    }
    try {
      const reader = await LineReader.open(path.join(this.#folder, name));
      this.#open.set(name, reader);
      return reader;
    } catch {
      return undefined;
    }
  }
}

async function recordAt(reader: LineReader | undefined, at: number) {
  const line = await reader?.lineAt(at);
  return line === undefined ? undefined : readRecord(line.toString('utf8'));
}
