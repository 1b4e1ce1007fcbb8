import { randomBytes } from 'node:crypto';
import { constants, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf } from './errno.js';

/** A reader sees the old file or the new one, never half of it; a link in its place is replaced, not followed. */
export function replaceFile(path: string, text: string): void {
  const draft = draftOf(path);
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** The same, and the new content is on the disk before this returns: a power cut loses neither file. */
export async function replaceFileDurably(path: string, content: Uint8Array): Promise<void> {
  const draft = draftOf(path);
  try {
    await writeNewFile(draft, content);
    await rename(draft, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Fails with EEXIST if the path is taken. */
export async function writeNewFile(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** False if the path is taken. Of two processes that create the file at once one succeeds; neither sees half of it. */
export function createFileOnce(path: string, text: string): boolean {
  const draft = draftOf(path);
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function draftOf(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.new`;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY).catch(() => undefined);
  // Not every file system can sync a folder; the rename itself is atomic either way.
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
