import { constants } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { Failure } from '../../core/index.js';

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * A plain file below a folder, for reading. Links are resolved once and what they lead to must lie in the folder; then
 * each step of the resolved path is taken from the descriptor of the step before, and none of them may be a link any
 * more. So whoever swaps a file or a folder after the check gets an error and not another file.
 */
export async function openBeneath(root: string, path: string, about: string): Promise<FileHandle> {
  const folder = await realpath(root);
  const wanted = resolve(folder, path);
  // Before the disk is asked: nothing outside is touched, and nobody learns whether it exists.
  if (path.includes('\0') || !isBelow(folder, wanted)) throw outside(about);
  const real = await unlessMissing(about, realpath(wanted));
  if (!isBelow(folder, real)) throw outside(about);
  // Opening a device can already do something.
  if (!(await unlessMissing(about, lstat(real))).isFile()) throw notPlain(about);
  const file =
    process.platform === 'linux'
      ? await openEachStep(folder, relative(folder, real).split(sep), about)
      : await openAsItWas(real, about);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw notPlain(about);
}

async function openEachStep(root: string, steps: readonly string[], about: string): Promise<FileHandle> {
  const last = steps.at(-1) ?? '';
  const from = (folder: FileHandle, step: string): string => `/proc/self/fd/${String(folder.fd)}/${step}`;
  let folder = await open(root, O_RDONLY | O_DIRECTORY);
  try {
    for (const step of steps.slice(0, -1)) {
      const next = await opened(from(folder, step), O_RDONLY | O_DIRECTORY | O_NOFOLLOW, about);
      await folder.close();
      folder = next;
    }
    return await opened(from(folder, last), O_RDONLY | O_NOFOLLOW | O_NONBLOCK, about);
  } finally {
    await folder.close();
  }
}

/** Only Linux can take a step from a descriptor by a path; elsewhere it must be the same file before and after. */
async function openAsItWas(real: string, about: string): Promise<FileHandle> {
  const file = await opened(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, about);
  try {
    const [mine, there, now] = [await file.stat(), await lstat(real), await realpath(real)];
    if (now === real && mine.ino === there.ino && mine.dev === there.dev) return file;
    throw outside(about);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function opened(path: string, flags: number, about: string): Promise<FileHandle> {
  try {
    return await open(path, flags);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ELOOP' || code === 'ENOTDIR' || code === 'EMLINK') throw outside(about);
    throw unusable(about, error);
  }
}

async function unlessMissing<T>(about: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw unusable(about, error);
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function outside(about: string): Failure {
  return new Failure('policy.file-outside', about);
}

function notPlain(about: string): Failure {
  return new Failure('browser.bad-file', `${about}: it is no plain file`);
}

function unusable(about: string, error: unknown): Failure {
  const isMissing = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(codeOf(error));
  const why = isMissing ? 'there is no such file in the folder for uploads' : 'it cannot be read';
  return new Failure('browser.bad-file', `${about}: ${why}`, undefined, error);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
