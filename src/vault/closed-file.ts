import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Failure } from '../core/index.js';

const OTHERS = 0o077;

export interface ClosedFileRules {
  /** A file that the operator named may be a link, as mounted secrets are; one of our own folder may not. */
  readonly mayBeLink?: boolean;
  readonly mostBytes: number;
}

/** A plain file, ours or root's, closed to everybody else; undefined if there is none. */
export async function readSecretFile(path: string, rules: ClosedFileRules): Promise<Buffer | undefined> {
  const follow = rules.mayBeLink === true ? 0 : constants.O_NOFOLLOW;
  // Without O_NONBLOCK a named pipe in its place would hold us for ever.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | follow).catch(missingOr(path));
  if (file === undefined) return undefined;
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw refused(path, 'is not a plain file');
    if (!isOurs(stat.uid) && stat.uid !== 0) throw refused(path, 'belongs to another user');
    if (hasModes() && (stat.mode & OTHERS) !== 0) throw refused(path, 'is open to others; close it with chmod 600');
    if (stat.size > rules.mostBytes) throw new Failure('vault.bad-record', `${basename(path)} is too large`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function missingOr(path: string) {
  return (error: unknown): undefined => {
    const code = codeOf(error);
    if (code === 'ENOENT') return undefined;
    throw refused(path, code === 'ELOOP' ? 'is a symlink' : 'cannot be opened', error);
  };
}

/** The folder is ours alone. Made when `make` says so; false if there is none. */
export async function checkFolder(path: string, make: boolean): Promise<boolean> {
  if (make) await mkdir(path, { mode: 0o700 }).catch(unless('EEXIST', path));
  const stat = await lstat(path).catch(missingOr(path));
  if (stat === undefined) return false;
  if (!stat.isDirectory()) throw refused(path, 'is not a folder of its own');
  if (!isOurs(stat.uid)) throw refused(path, 'belongs to another user');
  if (hasModes() && (stat.mode & OTHERS) !== 0) throw refused(path, 'is open to others; close it with chmod 700');
  return true;
}

/** A reader sees the old file or the new one, also after a power cut. */
export async function replaceSecretFile(path: string, content: Uint8Array): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    await writeNew(draft, content);
    await rename(draft, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Fails with EEXIST if anything is there already. */
export async function writeNew(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY).catch(() => undefined);
  // Not every system can do this to a folder; the rename itself holds either way.
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function unless(expected: string, path: string) {
  return (error: unknown): void => {
    if (codeOf(error) !== expected) throw refused(path, 'cannot be made', error);
  };
}

function refused(path: string, why: string, cause?: unknown): Failure {
  return new Failure('vault.denied', `${basename(path)} ${why}`, undefined, cause);
}

function isOurs(uid: number): boolean {
  return process.getuid === undefined || process.getuid() === uid;
}

function hasModes(): boolean {
  return process.platform !== 'win32';
}
