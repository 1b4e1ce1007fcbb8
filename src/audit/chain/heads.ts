import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Failure, parseJson } from '../../core/index.js';
import { splitSigned } from './chain.js';
import { signatureHolds } from './signing-key.js';
import type { PublicKeys, SigningKey } from './signing-key.js';

/**
 * `open`: a file begins with this record; `head`: it had got this far; `found`: a server that was killed left it so;
 * `drop`: its time was over, and it was deleted with this as its last record.
 */
export const HEAD_KINDS = ['open', 'head', 'found', 'drop'] as const;
export type HeadKind = (typeof HEAD_KINDS)[number];

export interface Head {
  readonly what: HeadKind;
  readonly file: string;
  readonly seq: number;
  readonly hash: string;
  /** Of a file's end, as its server or a later one signed for it: how long it was. Of `found` also its SHA-256. */
  readonly bytes?: number;
  readonly sha256?: string;
}

/** A length of the heads file and the hash over it: a signature over this covers every line in it. */
export interface HeadsDigest {
  readonly bytes: number;
  readonly sha256: string;
}

/** No record file, so that its name must not end like one. */
const NAME = 'heads.log';
const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = fs.constants;
const NEWLINE = 10;

export function headsFile(folder: string): string {
  return path.join(folder, NAME);
}

/**
 * How far every file of the folder had got, each line signed, in one file that all servers of the workspace append to.
 * Checkpoints in the records carry its digest, so that a line can be dropped only together with every file that was
 * written to later.
 */
export class Heads {
  readonly #file: string;
  readonly #key: SigningKey;
  readonly #hash: Hash = createHash('sha256');
  #known = 0;

  constructor(folder: string, key: SigningKey) {
    this.#file = headsFile(folder);
    this.#key = key;
  }

  /** One write: lines of several servers never mix. */
  append(...heads: readonly Head[]): void {
    const lines = heads.map(({ what, file, seq, hash, bytes, sha256 }) => {
      const time = new Date().toISOString();
      const body = JSON.stringify({ time, what, file, seq, hash, bytes, sha256, key: this.#key.id });
      return `${body.slice(0, -1)},"sig":"${this.#key.sign('head', body)}"}\n`;
    });
    const fd = this.#openFile();
    try {
      const bytes = Buffer.from(`${endsWhole(fd) ? '' : '\n'}${lines.join('')}`, 'utf8');
      if (fs.writeSync(fd, bytes) !== bytes.length) throw new Failure('audit.unavailable', 'no room for the heads');
    } finally {
      // Not synced: heads that a power cut loses are found and signed again by the next server.
      fs.fsync(fd, () => {
        fs.close(fd);
      });
    }
  }

  digest(): HeadsDigest {
    const fd = this.#openFile();
    try {
      const { size } = fs.fstatSync(fd);
      const more = Buffer.alloc(Math.max(0, size - this.#known));
      const read = fs.readSync(fd, more, 0, more.length, this.#known);
      const whole = more.subarray(0, read).lastIndexOf(NEWLINE) + 1;
      this.#hash.update(more.subarray(0, whole));
      this.#known += whole;
    } finally {
      fs.closeSync(fd);
    }
    return { bytes: this.#known, sha256: this.#hash.copy().digest('hex') };
  }

  #openFile(): number {
    return fs.openSync(this.#file, O_APPEND | O_CREAT | O_NOFOLLOW | O_RDWR, 0o600);
  }
}

/** A crash can leave half a line; what comes next must not become part of it. */
function endsWhole(fd: number): boolean {
  const { size } = fs.fstatSync(fd);
  const last = Buffer.alloc(1);
  return size === 0 || (fs.readSync(fd, last, 0, 1, size - 1) === 1 && last[0] === NEWLINE);
}

/** Parses one line of the heads file; `torn` or `forged` if it cannot be believed. */
export function readHead(line: Buffer, keys: PublicKeys): Head | 'torn' | 'forged' {
  const value = parseJson(line.toString('utf8'));
  if (typeof value !== 'object' || value === null) return 'torn';
  const signed = splitSigned(line, false);
  const { what, file, seq, hash, bytes, sha256, key } = { ...BLANK, ...value };
  const known = HEAD_KINDS.find((kind) => kind === what);
  if (signed === undefined || !signatureHolds(keys, key, 'head', signed) || known === undefined) return 'forged';
  return { what: known, file, seq, hash, ...(bytes >= 0 && { bytes }), ...(sha256 !== '' && { sha256 }) };
}

const BLANK = { what: '', file: '', seq: -1, hash: '', bytes: -1, sha256: '', key: '' };
