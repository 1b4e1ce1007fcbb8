import { rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { ownCommand } from '../core/index.js';
import type { Signing } from './chain/chain-writer.js';
import { isOfLivingServer, readLast } from './chain/read-ends.js';
import { checkPictures, werePicturesDropped } from './pictures/check-pictures.js';
import { removePictures } from './pictures/sweep-pictures.js';
import { knownTo } from './chain/read-heads.js';
import type { HeadsReader } from './chain/read-heads.js';
import { indexFile } from './search/index-store.js';
import { listRecordFiles, parseFileName, partName, plainFile } from './chain/record-files.js';
import { checkFile } from './chain/verify-file.js';

const DAY_MS = 86_400_000;

export interface SweepDeps {
  readonly now?: number;
  /** Signs for what is dropped. */
  readonly signing?: Signing;
  readonly log?: (line: string) => void;
}

/**
 * Deletes whole files whose last record is older than so many days; never what a living server still writes to, and
 * never one that somebody has tampered with: it is evidence. Returns their names.
 */
export async function sweepOld(folder: string, days: number, deps: SweepDeps = {}): Promise<string[]> {
  const swept: string[] = [];
  if (!(days > 0)) return swept;
  const before = (deps.now ?? Date.now()) - days * DAY_MS;
  const known = await knownTo(folder, deps.signing);
  const names = await listRecordFiles(folder);
  for (const name of names) {
    const file = path.join(folder, name);
    // Only what we made ourselves, by its name, is ours to delete.
    if (!(await isOver(file, names, before, deps.signing !== undefined))) continue;
    if (deps.signing !== undefined && !(await signForDropping(file, deps.signing, known))) {
      deps.log?.(`${name} is old, but not as it was written, and is kept: ${ownCommand('audit verify')}`);
      continue;
    }
    await unlink(file);
    await rm(indexFile(folder, name), { force: true });
    await removePictures(folder, name);
    swept.push(name);
  }
  return swept;
}

async function isOver(file: string, names: readonly string[], before: number, signed: boolean): Promise<boolean> {
  const parsed = parseFileName(path.basename(file));
  const facts = await plainFile(file);
  if (parsed === undefined || facts === undefined || facts.mtimeMs > before) return false;
  // A clock set back, or a date set by hand, must not make us sign for dropping what is young.
  const last = Date.parse((await readLast(file))?.time ?? '');
  if (last > before) return false;
  const hasNext = names.includes(partName(parsed.chain, parsed.part + 1));
  // Without a signed note the rest of the chain would look as if it had been robbed.
  if (hasNext) return signed;
  return !(await isOfLivingServer(file));
}

async function signForDropping(file: string, { heads }: Signing, known: HeadsReader): Promise<boolean> {
  const name = path.basename(file);
  const checked = await checkFile(file, {
    heads: known.of(name),
    found: known.foundAs(name),
    ...(known.keys && { keys: known.keys }),
  });
  const { report, end } = checked;
  if (report.broken !== undefined || end.next === 0) return false;
  if (!werePicturesDropped(name, known) && (await checkPictures(path.dirname(file), checked)) !== undefined)
    return false;
  heads.append({ what: 'drop', file: name, seq: end.next - 1, hash: end.hash });
  return true;
}
