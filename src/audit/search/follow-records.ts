import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AttestedEnds } from '../chain/attested-ends.js';
import { readRecord } from '../chain/chain.js';
import { createJoiner } from './join-records.js';
import type { AuditEntry, Joiner } from './join-records.js';
import { newestRecords } from './read-records.js';
import { listRecordFiles, readLines } from '../chain/record-files.js';

interface Followed {
  offset: number;
  readonly joiner: Joiner;
}

interface FollowedFiles {
  readonly ends: AttestedEnds;
  readonly files: Map<string, Followed>;
}

export interface FollowOptions {
  /** Begin with so many of what is there already. */
  readonly last?: number;
  readonly everyMs?: number;
}

/**
 * Every entry of every server of the workspace as it is written, until the signal; a call comes twice, when it begins
 * and when it is over. Polls, because file watching misses appends on several systems.
 */
export async function followRecords(
  folder: string,
  onRecord: (entry: AuditEntry) => void,
  signal: AbortSignal,
  options: FollowOptions,
): Promise<void> {
  const followed: FollowedFiles = { ends: new AttestedEnds(folder), files: new Map() };
  const before = new Map<string, AuditEntry>();
  await readOn(folder, followed, (entry) => before.set(`${entry.file}:${entry.seq}`, entry));
  newestRecords([...before.values()], options.last ?? 0).forEach(onRecord);
  before.clear();
  for (;;) {
    try {
      await sleep(options.everyMs ?? 200, undefined, { signal });
    } catch {
      return;
    }
    await readOn(folder, followed, onRecord);
  }
}

async function readOn(
  folder: string,
  { ends, files }: FollowedFiles,
  onRecord: (entry: AuditEntry) => void,
): Promise<void> {
  await ends.refresh();
  for (const name of await listRecordFiles(folder)) {
    const file = path.join(folder, name);
    const facts = await ends.factsOf(name);
    const known = files.get(name) ?? { offset: 0, joiner: createJoiner(name) };
    files.set(name, known);
    if (facts === undefined || facts.size <= known.offset) continue;
    for await (const { whole, offset } of readLines(file, known.offset, facts.size)) {
      known.offset = offset;
      for (const line of whole) {
        const record = readRecord(line.toString('utf8'));
        const entry = record === undefined ? undefined : known.joiner.add(record);
        if (entry !== undefined) onRecord(entry);
      }
    }
  }
}
