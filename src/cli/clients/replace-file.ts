import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../../core/index.js';

const ATTEMPTS = 5;

/**
 * Another program's file, changed in one step: whoever reads it sees the old text or the new one. What that program
 * wrote meanwhile is read again and kept. A link stays a link. Undefined from `edit`: nothing is to be changed.
 */
export function replaceClientFile(
  path: string,
  edit: (text: string) => string | undefined,
  isSecret: boolean,
): boolean {
  const real = realPathOf(path);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = readOrNothing(real);
    const text = edit(before ?? '');
    if (text === undefined || text === before) return false;
    const draft = `${real}.${randomBytes(6).toString('hex')}.new`;
    mkdirSync(dirname(real), { recursive: true, mode: 0o700 });
    try {
      writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
      keepOwnerAndMode(real, draft, isSecret);
      if (readOrNothing(real) !== before) continue;
      renameSync(draft, real);
      return true;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  throw new Failure(
    'config.workspace',
    `${path}: it changes all the time; close the program that writes it and try again`,
  );
}

export function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Failure('config.workspace', `${path}: it cannot be read`, undefined, error);
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** A file that holds a token becomes private (CWE-732); any other keeps its mode. */
function keepOwnerAndMode(real: string, draft: string, isSecret: boolean): void {
  const stat = statSync(real, { throwIfNoEntry: false });
  if (stat === undefined) return;
  const mode = stat.mode & 0o777;
  if (process.getuid?.() === 0) chownSync(draft, stat.uid, stat.gid);
  chmodSync(draft, isSecret ? mode & 0o700 : mode);
}
