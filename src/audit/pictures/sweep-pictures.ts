import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Signing } from '../chain/chain-writer.js';
import { isOfLivingServer, readLast } from '../chain/read-ends.js';
import { knownTo } from '../chain/read-heads.js';
import { listRecordFiles, parseFileName, partName } from '../chain/record-files.js';
import { PICTURES, picturesOf } from '../chain/picture-files.js';

/**
 * Drops the oldest pictures, those of whole record files, with a signed note, until so many bytes are left; and those
 * whose record is gone. Never what a living server is adding to. Returns the names of the record files.
 */
export async function sweepPictures(folder: string, maxBytes: number, signing: Signing): Promise<string[]> {
  const there = await lstat(path.join(folder, PICTURES)).catch(() => undefined);
  if (there?.isDirectory() !== true) return [];
  await dropOrphans(folder, signing);
  const names = await listRecordFiles(folder);
  const sizes = await Promise.all(names.map((name) => sizeOf(path.join(folder, picturesOf(name)))));
  let total = sizes.reduce((sum, size) => sum + size, 0);
  const dropped: string[] = [];
  for (const [i, name] of names.entries()) {
    const size = sizes[i] ?? 0;
    if (total <= maxBytes) break;
    if (size === 0 || (await isGrowing(folder, name, names))) continue;
    const last = await readLast(path.join(folder, name));
    if (last === undefined) continue;
    signing.heads.append({ what: 'drop', file: picturesOf(name), seq: last.seq, hash: last.hash });
    await removePictures(folder, name);
    total -= size;
    dropped.push(name);
  }
  return dropped;
}

/** With what is in them; a link is removed, and not what it leads to. */
export async function removePictures(folder: string, recordFile: string): Promise<void> {
  const there = await lstat(path.join(folder, PICTURES)).catch(() => undefined);
  if (there?.isDirectory() === true)
    await rm(path.join(folder, picturesOf(recordFile)), { recursive: true, force: true });
}

/** Left by a sweep that was cut short. Pictures of a record that somebody took away are evidence. */
async function dropOrphans(folder: string, signing: Signing): Promise<void> {
  const { dropped } = await knownTo(folder, signing);
  for (const name of await readdir(path.join(folder, PICTURES)))
    if (dropped.has(`${name}.jsonl`)) await removePictures(folder, `${name}.jsonl`);
}

async function isGrowing(folder: string, name: string, names: readonly string[]): Promise<boolean> {
  const parsed = parseFileName(name);
  if (parsed === undefined) return true;
  return !names.includes(partName(parsed.chain, parsed.part + 1)) && (await isOfLivingServer(path.join(folder, name)));
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map(async (name) => (await lstat(path.join(folder, name)).catch(() => undefined))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
