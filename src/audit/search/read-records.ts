import path from 'node:path';
import { AttestedEnds } from '../chain/attested-ends.js';
import { readRecord } from '../chain/chain.js';
import { createJoiner } from './join-records.js';
import type { AuditEntry } from './join-records.js';
import { matchesFilter } from './record-filter.js';
import type { RecordFilter } from './record-filter.js';
import { listRecordFiles, readLines } from '../chain/record-files.js';

/** Every server's entries in one order, newest last. What cannot be read is left out here; verifyFolder names it. */
export async function readRecords(folder: string, filter: RecordFilter = {}): Promise<AuditEntry[]> {
  const limit = filter.limit ?? Number.POSITIVE_INFINITY;
  let kept: AuditEntry[] = [];
  const names = await listRecordFiles(folder);
  const ends = new AttestedEnds(folder);
  await ends.refresh();
  for (const name of names) {
    const file = path.join(folder, name);
    const facts = await ends.factsOf(name);
    // Nothing in a file is newer than its last write.
    if (facts === undefined || (filter.since !== undefined && facts.mtimeMs < filter.since)) continue;
    for await (const entry of joinFile(file, facts.size, names)) {
      if (matchesFilter(entry, filter)) kept.push(entry);
      if (kept.length > 2 * limit + 1000) kept = newestRecords(kept, limit);
    }
  }
  return newestRecords(kept, limit);
}

async function* joinFile(file: string, size: number, names: readonly string[]): AsyncGenerator<AuditEntry> {
  const joiner = createJoiner(path.basename(file));
  for await (const { whole } of readLines(file, 0, size)) {
    for (const line of whole) {
      const record = readRecord(line.toString('utf8'));
      if (record === undefined) continue;
      const entry = joiner.add(record);
      if (entry !== undefined && record.kind !== 'intent') yield entry;
    }
  }
  const next = joiner.continuedIn();
  if (next === undefined || !names.includes(next)) yield* joiner.unfinished();
}

export function newestRecords(entries: readonly AuditEntry[], limit: number): AuditEntry[] {
  const sorted = entries.toSorted(inOrder);
  return limit <= 0 ? [] : sorted.slice(Math.max(0, sorted.length - limit));
}

function inOrder(a: AuditEntry, b: AuditEntry): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.seq - b.seq;
}
