import { basename } from 'node:path';
import { Failure } from '../core/index.js';
import { readPrivateFile } from '../platform/private-files.js';
import type { PrivateFileRules, Refuse } from '../platform/private-files.js';

/** Undefined if there is none. A file that others may read, or that is no plain file, is `vault.denied`. */
export async function readSecretFile(
  path: string,
  rules: Pick<PrivateFileRules, 'maxBytes' | 'mayBeLink'>,
): Promise<Buffer | undefined> {
  const refuseSize: Refuse = (why) => new Failure('vault.bad-record', `${basename(path)} ${why}`);
  return readPrivateFile(path, { ...rules, refuse: refuseToOpen(path), refuseSize });
}

/** Only the last part of the path: the caller of a tool sees this message. */
export function refuseToOpen(path: string): Refuse {
  return (why, cause) => new Failure('vault.denied', `${basename(path)} ${why}`, undefined, cause);
}
