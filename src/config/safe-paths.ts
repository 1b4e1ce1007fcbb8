import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { Failure } from '../core/index.js';
import { errnoOf, isMissing } from '../platform/errno.js';
import { isOwnedByUs, isWritableByOthers, readPrivateFileSync } from '../platform/private-files.js';

const WORLD_MAY_WRITE = 0o002;
const STICKY = 0o1000;
const MAX_SECRET_BYTES = 65_536;

/** Clients pass `~` on as it is: without this a folder of that name would appear in the current directory. */
export function absolutePath(path: string, base: string): string {
  if (path === '~' || path.startsWith('~/')) return join(homedir(), path.slice(1));
  return isAbsolute(path) ? path : resolve(base, path);
}

/** The workspace itself: only this user may write into it, and it is no symlink. Returns its real path. */
export function secureRoot(path: string): string {
  makeFolders(path);
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) throw refused(path, 'it is a symlink; give the folder that it leads to');
  if (!stat.isDirectory()) throw refused(path, 'it is not a folder');
  if (!isOwnedByUs(stat)) throw refused(path, 'it belongs to another user');
  if (isWritableByOthers(stat)) {
    throw refused(path, `other users may write into it; run: chmod 700 '${path}'`);
  }
  const real = realpathSync(path);
  for (let above = dirname(real); ; above = dirname(above)) {
    const mode = lstatSync(above).mode;
    // A user who may rename entries of a folder above could put a workspace of their own in this place.
    if (process.platform !== 'win32' && (mode & WORLD_MAY_WRITE) !== 0 && (mode & STICKY) === 0) {
      throw refused(path, `every user may write into ${above}, which is above it; run: chmod o-w '${above}'`);
    }
    if (above === dirname(above)) return real;
  }
}

/** Not Node's recursive mkdir, which never ends where the kernel answers ENOENT to every mkdir, as below /proc. */
function makeFolders(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return;
  if (dirname(path) !== path) makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process of ours may have created the folder in the meantime.
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
}

/** A folder of ours below the root; a symlink in its place is refused even if it leads to a folder of ours. */
export function secureFolder(root: string, ...segments: readonly string[]): string {
  const path = pathInside(root, ...segments);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const stat = lstatSync(path);
  if (!stat.isDirectory()) throw refused(path, 'it is not a folder of its own');
  if (!isOwnedByUs(stat)) throw refused(path, 'it belongs to another user');
  return pathInside(root, ...segments);
}

/** A path below the root, after following every symlink on the way; one that leads out is refused. */
export function pathInside(root: string, ...segments: readonly string[]): string {
  const path = resolve(root, ...segments);
  const real = realPathOf(path);
  if (real !== root && !real.startsWith(root + sep)) throw refused(path, 'it leads out of the workspace');
  return path;
}

/** The contents of a small file that holds a secret, such as a token; undefined if there is none. */
export function readClosedFile(path: string, options: { readonly mayBeLink?: boolean } = {}): string | undefined {
  return readPrivateFileSync(path, {
    ...options,
    maxBytes: MAX_SECRET_BYTES,
    refuse: (why, cause) => refused(path, `it ${why}`, cause),
  });
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error;
    // A dangling link is "missing" too, and a later write would land where the link points.
    if (isLink(path)) throw refused(path, 'it is a symlink');
    return join(realPathOf(dirname(path)), path.slice(dirname(path).length));
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function refused(path: string, why: string, cause?: unknown): Failure {
  return new Failure('config.workspace', `${path}: ${why}`, undefined, cause);
}
