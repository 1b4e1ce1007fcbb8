import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { headsFile, readHead } from './heads.js';
import type { Head } from './heads.js';
import type { Signing } from './chain-writer.js';
import { readPublicKeys } from './signing-key.js';
import type { PublicKeys } from './signing-key.js';
import type { Break } from './verify-file.js';

const NONE: ReadonlyMap<number, string> = new Map();
const NEWLINE = 10;

/** The heads of a folder, read back while servers go on appending to them. */
export class HeadsReader {
  readonly keys: PublicKeys | undefined;
  readonly dropped = new Map<string, Head>();
  /** The first line that is signed by nobody whose key is known. */
  broken: Break | undefined;
  readonly #file: string;
  readonly #byFile = new Map<string, Map<number, string>>();
  readonly #found = new Map<string, Head>();
  #bytes = Buffer.alloc(0);
  #used = 0;
  #lines = 0;

  /** Without a key only the digests can be checked: no line counts. */
  constructor(folder: string, keys: PublicKeys | undefined) {
    this.#file = headsFile(folder);
    this.keys = keys;
  }

  /** Takes in what was added since. */
  async readOn(): Promise<void> {
    this.#bytes = await readFile(this.#file).catch(() => Buffer.alloc(0));
    if (this.keys === undefined) return;
    for (let to = this.#bytes.indexOf(NEWLINE, this.#used); to >= 0; to = this.#bytes.indexOf(NEWLINE, this.#used)) {
      this.#take(this.#bytes.subarray(this.#used, to), this.keys);
      this.#used = to + 1;
    }
  }

  files(): ReadonlySet<string> {
    return new Set(this.#byFile.keys());
  }

  /** Hashes by number. */
  of(file: string): ReadonlyMap<number, string> {
    return this.#byFile.get(file) ?? NONE;
  }

  /** How a later server found the file, where its own had not ended it. */
  foundAs(file: string): Head | undefined {
    return this.#found.get(file);
  }

  /** The SHA-256 of the first so many bytes; none where there are fewer. */
  digestsAt(lengths: readonly number[]): ReadonlyMap<number, string> {
    const found = new Map<number, string>();
    const running = createHash('sha256');
    let at = 0;
    for (const length of [...new Set(lengths)].sort((a, b) => a - b)) {
      if (length > this.#bytes.length) break;
      running.update(this.#bytes.subarray(at, length));
      at = length;
      found.set(length, running.copy().digest('hex'));
    }
    return found;
  }

  #take(line: Buffer, keys: PublicKeys): void {
    this.#lines += 1;
    const head = readHead(line, keys);
    if (head === 'torn') return;
    if (head === 'forged') {
      this.broken ??= { file: path.basename(this.#file), line: this.#lines, seq: this.#lines - 1, what: 'signature' };
      return;
    }
    if (head.what === 'drop') this.dropped.set(head.file, head);
    if (head.what === 'found') this.#found.set(head.file, head);
    const known = this.#byFile.get(head.file) ?? new Map<number, string>();
    this.#byFile.set(head.file, known.set(head.seq, head.hash));
  }
}

/** The heads as the owner of the key reads them. */
export async function knownTo(folder: string, signing: Signing | undefined): Promise<HeadsReader> {
  const known = new HeadsReader(folder, signing === undefined ? undefined : readPublicKeys(signing.key.publicKeys));
  await known.readOn();
  return known;
}
