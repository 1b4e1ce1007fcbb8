import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { Failure } from '../core/index.js';

const OTHERS_MAY_WRITE = 0o022;
const OTHERS_MAY_ANYTHING = 0o077;
const WORLD_MAY_WRITE = 0o002;
const STICKY = 0o1000;

/** Clients pass `~` on as it is: without this a folder of that name would appear in the current directory. */
export function absolutePath(path: string, base: string): string {
  if (path === '~' || path.startsWith('~/')) return join(homedir(), path.slice(1));
  return isAbsolute(path) ? path : resolve(base, path);
}

/** The folder that everything is below: ours alone to write, and no symlink. Returns its real path. */
export function secureRoot(path: string): string {
  makeFolders(path);
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) throw refused(path, 'it is a symlink; give the folder that it leads to');
  if (!stat.isDirectory()) throw refused(path, 'it is not a folder');
  if (!isOurs(stat.uid)) throw refused(path, 'it belongs to another user');
  if (hasModes() && (stat.mode & OTHERS_MAY_WRITE) !== 0) {
    throw refused(path, `others may write into it; run: chmod 700 '${path}'`);
  }
  const real = realpathSync(path);
  for (let above = dirname(real); ; above = dirname(above)) {
    const mode = lstatSync(above).mode;
    // Whoever may write into a folder above, and not only what is theirs, may put another one in our place.
    if (hasModes() && (mode & WORLD_MAY_WRITE) !== 0 && (mode & STICKY) === 0) {
      throw refused(path, `everybody may write into ${above}, which is above it`);
    }
    if (above === dirname(above)) return real;
  }
}

/** By hand: Node's recursive mkdir spins for ever where the kernel answers ENOENT to every mkdir, as below /proc. */
function makeFolders(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return;
  if (dirname(path) !== path) makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process of ours may have been quicker.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** A folder of ours below the root; a symlink in its place is refused, wherever it leads. */
export function secureFolder(root: string, ...segments: readonly string[]): string {
  const path = pathInside(root, ...segments);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const stat = lstatSync(path);
  if (!stat.isDirectory()) throw refused(path, 'it is not a folder of its own');
  if (!isOurs(stat.uid)) throw refused(path, 'it belongs to another user');
  return pathInside(root, ...segments);
}

/** A path below the root, after following every symlink on the way; one that leads out is refused. */
export function pathInside(root: string, ...segments: readonly string[]): string {
  const path = resolve(root, ...segments);
  const real = realPathOf(path);
  if (real !== root && !real.startsWith(root + sep)) throw refused(path, 'it leads out of the workspace');
  return path;
}

/** The contents of a small file that holds a secret: a plain file, ours or root's, closed to everybody else. */
export function readClosedFile(path: string, options: { readonly mayBeLink?: boolean } = {}): string {
  const follow = options.mayBeLink === true ? 0 : constants.O_NOFOLLOW;
  const file = openSync(path, constants.O_RDONLY | follow);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw refused(path, 'it is not a plain file');
    if (!isOurs(stat.uid) && stat.uid !== 0) throw refused(path, 'it belongs to another user');
    if (hasModes() && (stat.mode & OTHERS_MAY_ANYTHING) !== 0) {
      throw refused(path, `others may read it; run: chmod 600 '${path}'`);
    }
    if (stat.size > 65_536) throw refused(path, 'it is too large');
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** A reader sees the old file or the new one, never half of it, and a link in its place is replaced, not followed. */
export function replaceFile(path: string, text: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error;
    // A dangling link is "missing" too, and whatever is written there later lands where it points.
    if (isLink(path)) throw refused(path, 'it is a symlink');
    return join(realPathOf(dirname(path)), path.slice(dirname(path).length));
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

export function refused(path: string, why: string): Failure {
  return new Failure('config.workspace', `${path}: ${why}`);
}

function isOurs(uid: number): boolean {
  return process.getuid === undefined || process.getuid() === uid;
}

function hasModes(): boolean {
  return process.platform !== 'win32';
}
