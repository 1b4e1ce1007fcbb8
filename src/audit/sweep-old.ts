import { unlink } from 'node:fs/promises';
import path from 'node:path';
import { readRecord } from './chain.js';
import { listRecordFiles, plainFile, readLines, serverOfFile } from './record-files.js';

const DAY_MS = 86_400_000;

/** Deletes whole files whose last record is older than so many days; never one of a living server. Returns their names. */
export async function sweepOld(folder: string, days: number, now = Date.now()): Promise<string[]> {
  const swept: string[] = [];
  if (!(days > 0)) return swept;
  for (const name of await listRecordFiles(folder)) {
    const file = path.join(folder, name);
    const facts = await plainFile(file);
    // Only what we made ourselves, by its name, is ours to delete.
    if (serverOfFile(name) === undefined || facts === undefined) continue;
    if (facts.mtimeMs > now - days * DAY_MS || (await isOfLivingServer(file))) continue;
    await unlink(file);
    swept.push(name);
  }
  return swept;
}

async function isOfLivingServer(file: string): Promise<boolean> {
  for await (const { whole } of readLines(file)) {
    const first = whole[0];
    const pid = first === undefined ? undefined : readRecord(first.toString('utf8'))?.fields['pid'];
    return typeof pid === 'number' && pid > 0 && isAlive(pid);
  }
  return false;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: somebody else's process, and alive.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
