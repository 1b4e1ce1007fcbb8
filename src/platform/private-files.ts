import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import type { Failure } from '../core/index.js';
import { errnoOf } from './errno.js';

const OTHERS_MAY_WRITE = 0o022;
const OTHERS_MAY_ANYTHING = 0o077;

/** The module that reads a file has its own error code for a refusal; `why` goes on from the file's name. */
export type Refuse = (why: string, cause?: unknown) => Failure;

export interface PrivateFileRules {
  /** A file that the operator named may be a link, as mounted secrets are; one of our own folder may not. */
  readonly mayBeLink?: boolean;
  readonly maxBytes: number;
  readonly refuse: Refuse;
  /** Where a file that is too large has another code than one that others may read. */
  readonly refuseSize?: Refuse;
}

/** The contents of a plain file of ours (or root's) that nobody else may read; undefined if there is none. */
export async function readPrivateFile(path: string, rules: PrivateFileRules): Promise<Buffer | undefined> {
  const file = await open(path, openFlags(rules)).catch(undefinedIfMissing(rules.refuse));
  if (file === undefined) return undefined;
  try {
    checkFile(await file.stat(), rules);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** The same for code that cannot wait, such as comparing a bearer token. */
export function readPrivateFileSync(path: string, rules: PrivateFileRules): string | undefined {
  const file = tryToOpen(path, rules);
  if (file === undefined) return undefined;
  try {
    checkFile(fstatSync(file), rules);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function tryToOpen(path: string, rules: PrivateFileRules): number | undefined {
  try {
    return openSync(path, openFlags(rules));
  } catch (error) {
    undefinedIfMissing(rules.refuse)(error);
    return undefined;
  }
}

/** O_NONBLOCK: a named pipe in the file's place would block the server until somebody writes to it. */
function openFlags({ mayBeLink }: PrivateFileRules): number {
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
  return O_RDONLY | O_NONBLOCK | (mayBeLink === true ? 0 : O_NOFOLLOW);
}

/** Checked on the open file: a path could be exchanged between the check and the reading (CWE-367). */
function checkFile(stat: Stats, { maxBytes, refuse, refuseSize = refuse }: PrivateFileRules): void {
  if (!stat.isFile()) throw refuse('is not a plain file');
  if (!isOwnedByUs(stat) && stat.uid !== 0) throw refuse('belongs to another user');
  if (isOpenToOthers(stat)) throw refuse('can be read by other users; close it with chmod 600');
  if (stat.size > maxBytes) throw refuseSize(`is larger than ${String(maxBytes)} bytes`);
}

/** The folder is ours alone. Made when `make` says so; false if there is none. */
export async function checkPrivateFolder(path: string, make: boolean, refuse: Refuse): Promise<boolean> {
  if (make) {
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      if (errnoOf(error) !== 'EEXIST') throw refuse('cannot be created', error);
    });
  }
  const stat = await lstat(path).catch(undefinedIfMissing(refuse));
  if (stat === undefined) return false;
  if (!stat.isDirectory()) throw refuse('is not a folder of its own');
  if (!isOwnedByUs(stat)) throw refuse('belongs to another user');
  if (isOpenToOthers(stat)) throw refuse('can be read by other users; close it with chmod 700');
  return true;
}

function undefinedIfMissing(refuse: Refuse) {
  return (error: unknown): undefined => {
    const code = errnoOf(error);
    if (code === 'ENOENT') return undefined;
    throw refuse(code === 'ELOOP' ? 'is a symlink' : 'cannot be opened', error);
  };
}

export function isOwnedByUs({ uid }: Pick<Stats, 'uid'>): boolean {
  return process.getuid === undefined || process.getuid() === uid;
}

/** Group or world may read, write or enter. Windows has no such modes: the user's profile folder is closed there. */
export function isOpenToOthers({ mode }: Pick<Stats, 'mode'>): boolean {
  return process.platform !== 'win32' && (mode & OTHERS_MAY_ANYTHING) !== 0;
}

export function isWritableByOthers({ mode }: Pick<Stats, 'mode'>): boolean {
  return process.platform !== 'win32' && (mode & OTHERS_MAY_WRITE) !== 0;
}
