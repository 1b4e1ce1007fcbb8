import path from 'node:path';
import { AttestedEnds } from '../chain/attested-ends.js';
import type { AuditEntry } from './join-records.js';
import { latestSession } from './latest-session.js';
import { pictureFactsOf } from '../chain/picture-files.js';
import { readPicture } from '../pictures/read-picture.js';
import type { KeptPicture } from '../pictures/read-picture.js';
import type { RecordFilter } from './record-filter.js';
import { readLast } from '../chain/read-ends.js';
import { listRecordFiles, plainFile } from '../chain/record-files.js';
import type { RecordFileFacts } from '../chain/record-files.js';
import { EntryReader } from './entry-reader.js';
import { FileIndex } from './file-index.js';
import { FoundRows, selectRows } from './select-rows.js';
import { parseCursor, showCursor } from './cursor.js';
import type { FoundEntry } from './cursor.js';
import { bringUpToDate, loadIndex } from './index-store.js';
import { ROW_BYTES } from './rows.js';

export interface PageQuestion {
  readonly filter?: Omit<RecordFilter, 'limit'>;
  /** From the page before. */
  readonly before?: string;
  readonly limit?: number;
}

export interface AuditPage {
  /** Newest first. */
  readonly entries: readonly AuditEntry[];
  /** Where the next page begins; absent on the last. */
  readonly next?: string;
}

/** Whose session, and whether every one of the name or the newest. */
export interface TimelineOf {
  readonly principal?: string;
  readonly client?: string;
  readonly all?: boolean;
}

/** The record of a workspace, to be read while servers go on writing it. */
export interface Audit {
  page(question?: PageQuestion): Promise<AuditPage>;
  /** Everything that fits, oldest first, however much it is. */
  entries(filter?: Omit<RecordFilter, 'limit'>): AsyncGenerator<AuditEntry>;
  /** The picture that the record of this number names, if it is still there as it was. */
  picture(file: string, seq: number): Promise<KeptPicture | undefined>;
  /** The entries of a session, oldest first: of the newest of that name, or of all. */
  timeline(session: string, which?: TimelineOf): Promise<AuditEntry[]>;
}

const PAGE = 50;
const TAIL_BYTES = 512 * 1024;
const MAX_OF_TAIL = 200;
/** Indexes that are kept in memory between two questions. */
const MAX_KEPT_ROWS = Math.floor((48 * 1024 * 1024) / ROW_BYTES);

export function openAudit(folder: string): Audit {
  const indexes = new Indexes(folder);
  async function* entries(filter: Omit<RecordFilter, 'limit'>): AsyncGenerator<AuditEntry> {
    const found = await indexes.find(filter, undefined, Number.POSITIVE_INFINITY);
    yield* readAll(folder, found.reverse());
  }
  return {
    page: async ({ filter = {}, before, limit = PAGE } = {}) => {
      const found = await indexes.find(filter, before, limit + 1);
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      const entries: AuditEntry[] = [];
      for await (const entry of readAll(folder, shown)) entries.push(entry);
      return { entries, ...(found.length > limit && last !== undefined && { next: showCursor(last) }) };
    },
    entries,
    picture: async (file, seq) => {
      const entry = await indexes.entryAt(file, seq);
      const facts = entry?.kind === 'event' ? pictureFactsOf(entry.fields) : undefined;
      const found = facts === undefined ? 'missing' : await readPicture(folder, file, facts);
      return typeof found === 'string' ? undefined : found;
    },
    timeline: async (session, { principal, client, all = false } = {}) => {
      const found: AuditEntry[] = [];
      const whose = { ...(principal !== undefined && { principal }), ...(client !== undefined && { client }) };
      for await (const entry of entries({ session, ...whose })) found.push(entry);
      return all ? found : latestSession(found);
    },
  };
}

class Indexes {
  readonly #folder: string;
  readonly #kept = new Map<string, FileIndex>();
  readonly #making = new Map<string, Promise<unknown>>();

  readonly #ends: AttestedEnds;

  constructor(folder: string) {
    this.#folder = folder;
    this.#ends = new AttestedEnds(folder);
  }

  /** Newest first. Files come by their last change, so that the newest page needs the newest files only. */
  async find(filter: RecordFilter, before: string | undefined, limit: number): Promise<FoundEntry[]> {
    const files = await listFiles(this.#folder, this.#ends);
    const names = new Set(files.map(({ name }) => name));
    const found = new FoundRows(limit, parseCursor(before));
    const wantsNewest = before === undefined && limit <= MAX_OF_TAIL && Object.keys(filter).length === 0;
    for (const { name, facts: whole } of files) {
      // Nothing in a file is newer than its last change.
      if (found.isFullBefore(whole.mtimeMs) || whole.mtimeMs < (filter.since ?? 0)) break;
      const facts = this.#ends.within(name, whole);
      if (facts === undefined) continue;
      if (found.isFull && found.isFullBefore(await this.#newestIn(name))) continue;
      const index =
        (wantsNewest ? await this.#tailOf(name, facts, limit) : undefined) ?? (await this.#indexOf(name, facts));
      const hidden = index.next !== undefined && names.has(index.next) ? new Set(index.open.values()) : NONE;
      await selectRows(this.#folder, index, hidden, filter, found);
    }
    return found.newestFirst();
  }

  /** The newest page is read from the file's end, without an index. Undefined: an index is there, or the end has too few. */
  async #tailOf(name: string, facts: RecordFileFacts, limit: number): Promise<FileIndex | undefined> {
    if (this.#kept.has(name)) return undefined;
    const tail = await FileIndex.ofTail(this.#folder, name, facts, TAIL_BYTES);
    return tail.rows.length - tail.open.size >= limit ? tail : undefined;
  }

  /** Of one of the files that are there, whatever name is given. */
  async entryAt(file: string, seq: number): Promise<AuditEntry | undefined> {
    const listed = (await listFiles(this.#folder, this.#ends)).find(({ name }) => name === file);
    const facts = listed && this.#ends.within(listed.name, listed.facts);
    if (listed === undefined || facts === undefined) return undefined;
    const { rows } = await this.#indexOf(listed.name, facts);
    const row = rows.rowOf(seq);
    if (row === undefined) return undefined;
    for await (const entry of readAll(this.#folder, [{ file: listed.name, ...rows.rowAt(row) }])) return entry;
    return undefined;
  }

  /** In a copy of a folder every file was changed just now; its last record says how new it really is. */
  async #newestIn(name: string): Promise<number> {
    if (this.#kept.has(name)) return Number.POSITIVE_INFINITY;
    const last = await readLast(path.join(this.#folder, name)).catch(() => undefined);
    return last === undefined ? Number.POSITIVE_INFINITY : Date.parse(last.time);
  }

  /** One after the other for each file: whoever comes while it is being made gets the same. */
  #indexOf(name: string, facts: RecordFileFacts): Promise<FileIndex> {
    const before = this.#making.get(name) ?? Promise.resolve();
    const made = before.catch(() => undefined).then(() => this.#makeIndex(name, facts));
    this.#making.set(name, made);
    const done = (): void => {
      if (this.#making.get(name) === made) this.#making.delete(name);
    };
    made.then(done, done);
    return made;
  }

  async #makeIndex(name: string, listed: RecordFileFacts): Promise<FileIndex> {
    // Again, because somebody else's turn may have brought it further than what was listed.
    const facts = (await this.#ends.factsOf(name)) ?? listed;
    const former = this.#kept.get(name);
    this.#kept.delete(name);
    const index =
      former === undefined
        ? await loadIndex(this.#folder, name, facts)
        : await bringUpToDate(this.#folder, former, facts);
    this.#kept.set(name, index);
    let rows = [...this.#kept.values()].reduce((sum, each) => sum + each.rows.length, 0);
    for (const [other, { rows: theirs }] of this.#kept) {
      if (rows <= MAX_KEPT_ROWS || other === name) break;
      this.#kept.delete(other);
      rows -= theirs.length;
    }
    return index;
  }
}

const NONE: ReadonlySet<number> = new Set();

async function* readAll(folder: string, found: readonly FoundEntry[]): AsyncGenerator<AuditEntry> {
  const reader = new EntryReader(folder);
  try {
    for (const each of found) {
      const entry = await reader.read(each);
      if (entry !== undefined) yield entry;
    }
  } finally {
    await reader.close();
  }
}

async function listFiles(folder: string, ends: AttestedEnds): Promise<{ name: string; facts: RecordFileFacts }[]> {
  await ends.refresh();
  const names = await listRecordFiles(folder);
  const listed = await Promise.all(
    names.map(async (name) => ({ name, facts: await plainFile(path.join(folder, name)) })),
  );
  return listed
    .flatMap(({ name, facts }) => (facts === undefined ? [] : [{ name, facts }]))
    .sort((a, b) => b.facts.mtimeMs - a.facts.mtimeMs);
}
