import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { headsFile, readHead } from './heads.js';
import type { Head } from './heads.js';
import { plainFile } from './record-files.js';
import type { RecordFileFacts } from './record-files.js';
import { PUBLIC_KEYS, readPublicKeys } from './signing-key.js';
import type { PublicKeys } from './signing-key.js';

/**
 * How far the files of a folder may be shown. A file that no signed head names was put there by somebody else; what
 * is behind the end that a later server signed for was added. Signatures are checked for the files that are asked for
 * only: a list of the newest records must not wait for those of years.
 */
export class AttestedEnds {
  readonly #folder: string;
  #keys: PublicKeys | undefined;
  #lines = new Map<string, Buffer[]>();
  readonly #ends = new Map<string, number>();
  #size = -1;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Takes in what was signed since. */
  async refresh(): Promise<void> {
    const size = (await stat(headsFile(this.#folder)).catch(() => undefined))?.size ?? 0;
    if (size === this.#size) return;
    const pem = await readFile(path.join(this.#folder, PUBLIC_KEYS), 'utf8').catch(() => undefined);
    const bytes = await readFile(headsFile(this.#folder)).catch(() => Buffer.alloc(0));
    this.#keys = pem === undefined || bytes.length === 0 ? undefined : readPublicKeys(pem);
    this.#lines = linesByFile(bytes);
    this.#ends.clear();
    this.#size = size;
  }

  /** The part of the file that may be shown, as if it ended there. Undefined: nothing. */
  async factsOf(name: string): Promise<RecordFileFacts | undefined> {
    const facts = await plainFile(path.join(this.#folder, name));
    return facts === undefined ? undefined : this.within(name, facts);
  }

  within(name: string, facts: RecordFileFacts): RecordFileFacts | undefined {
    const end = this.#endOf(name);
    const { size, mtimeMs } = facts;
    return end === 0 ? undefined : { size: Math.min(size, end), mtimeMs };
  }

  #endOf(name: string): number {
    const keys = this.#keys;
    // Nothing is signed in this folder.
    if (keys === undefined) return Number.POSITIVE_INFINITY;
    const known = this.#ends.get(name);
    if (known !== undefined) return known;
    const end = endBy(this.#lines.get(name) ?? [], keys);
    this.#ends.set(name, end);
    return end;
  }
}

/** Zero: nobody signed for the file. Without end: its server ended it, or may still write to it. */
function endBy(lines: readonly Buffer[], keys: PublicKeys): number {
  const heads: readonly Head[] = lines.map((line) => readHead(line, keys)).filter((head) => typeof head !== 'string');
  if (heads.length === 0) return 0;
  const last = heads.reduce((latest, head) => (head.seq >= latest.seq ? head : latest));
  return last.bytes ?? Number.POSITIVE_INFINITY;
}

const FILE = /"file":"([^"\\]+)"/u;

function linesByFile(bytes: Buffer): Map<string, Buffer[]> {
  const lines = new Map<string, Buffer[]>();
  for (let from = 0, to = bytes.indexOf('\n'); to >= 0; from = to + 1, to = bytes.indexOf('\n', from)) {
    const line = bytes.subarray(from, to);
    const file = FILE.exec(line.toString('latin1'))?.[1];
    if (file === undefined) continue;
    const known = lines.get(file);
    if (known === undefined) lines.set(file, [line]);
    else known.push(line);
  }
  return lines;
}
