import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { Failure } from '../../core/index.js';
import type { ContentScan } from './content-scan.js';
import { HEAD_BYTES, sniffType } from './sniff-type.js';

export interface Copied {
  readonly bytes: number;
  readonly sha256: string;
  /** By its first bytes. */
  readonly type: string;
}

export interface CopyRules {
  readonly mode: number;
  readonly most: number;
  readonly tooLarge: () => Failure;
  readonly scan?: ContentScan | undefined;
  /** What to say when a secret was found; it gets the secret's name. */
  readonly secretFound: (name: string) => Failure;
  readonly signal: AbortSignal;
}

const CHUNK = 256 * 1024;
const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

/** To a file that is not there yet. Whatever goes wrong, nothing is left of it. */
export async function copyFile(from: FileHandle, to: string, rules: CopyRules): Promise<Copied> {
  const target = await open(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, rules.mode);
  try {
    // The umask narrowed the mode that open() was given.
    await target.chmod(rules.mode);
    return await copy(from, target, rules);
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  } finally {
    await target.close();
  }
}

async function copy(from: FileHandle, target: FileHandle, rules: CopyRules): Promise<Copied> {
  const hash = createHash('sha256');
  const heads: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    rules.signal.throwIfAborted();
    const { bytesRead, buffer } = await from.read(Buffer.alloc(CHUNK), 0, CHUNK);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    if (bytes < HEAD_BYTES) heads.push(chunk.subarray(0, HEAD_BYTES));
    bytes += bytesRead;
    if (bytes > rules.most) throw rules.tooLarge();
    rules.scan?.feed(chunk);
    if (rules.scan?.found !== undefined) throw rules.secretFound(rules.scan.found);
    hash.update(chunk);
    await target.writeFile(chunk);
  }
  return { bytes, sha256: hash.digest('hex'), type: sniffType(Buffer.concat(heads)) };
}
