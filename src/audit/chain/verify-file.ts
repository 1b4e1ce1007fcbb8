import { isJsonObject } from '../../core/index.js';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { CHAIN_START, checkSeal, isTornRecord, readRecord, splitSigned } from './chain.js';
import type { ChainedRecord, ChainEnd } from './chain.js';
import type { Head, HeadsDigest } from './heads.js';
import { pictureFactsOf } from './picture-files.js';
import type { PictureFacts } from './picture-files.js';
import { MAX_LINE_BYTES, parseFileName, plainFile, readLines } from './record-files.js';
import type { RecordFileName } from './record-files.js';
import { signatureHolds } from './signing-key.js';
import type { PublicKeys } from './signing-key.js';

/**
 * `hash`: the record's own bytes; `chain`: it does not follow the one before it; `gap`: records before it are missing;
 * `order`: out of its place or written twice; `garbage`: no record at all; `missing-start`: the file's beginning is not
 * that of the server it is named for; `signature`: signed by nobody whose key is known; `unsigned`: a checkpoint should
 * have come before it; `cut`: the heads saw this record or later ones, and they are gone; `changed`: the heads saw
 * another record here; `missing-file`: the heads know this file, and nobody signed for dropping it; `unlisted`: the heads
 * do not know this file; `added`: it stands behind the end of the file that was signed for; `no-records`: there is a key
 * that signs records, and no record; `heads`: this record signs heads that differ from those in the file; `thumbnail-missing` and
 * `thumbnail-changed`: the picture that this record names is gone, or is another one.
 */
export type BreakKind =
  | 'hash'
  | 'chain'
  | 'gap'
  | 'order'
  | 'garbage'
  | 'missing-start'
  | 'signature'
  | 'unsigned'
  | 'cut'
  | 'changed'
  | 'missing-file'
  | 'unlisted'
  | 'added'
  | 'no-records'
  | 'heads'
  | 'thumbnail-missing'
  | 'thumbnail-changed';

export interface Break {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** The number of the record that should be there. */
  readonly seq: number;
  readonly what: BreakKind;
}

export interface FileReport {
  readonly file: string;
  readonly records: number;
  /** False: the server is still running or went on in the next file, or it was killed. */
  readonly ended: boolean;
  /** The last record that a signature covers; absent if none does. */
  readonly signedTo?: number;
  /** How many of its last records nobody has signed for: its server still writes, or was killed and none came after it. */
  readonly unsigned?: number;
  /** A crash left the beginning of a record that nobody was told about. */
  readonly torn?: { readonly line: number; readonly bytes: number };
  readonly broken?: Break;
}

/** What is known about a file from elsewhere. */
export interface Expected {
  /** Where the former file of the same server ended. */
  readonly after?: ChainEnd;
  readonly keys?: PublicKeys;
  /** Hashes by number, from the heads. */
  readonly heads?: ReadonlyMap<number, string>;
  /** How a later server found the file after a crash: whole, with its length and hash. */
  readonly found?: Head | undefined;
}

export interface SignedHeads {
  readonly line: number;
  readonly seq: number;
  readonly digest: HeadsDigest;
}

/** A picture that is kept beside this file. */
export interface NamedPicture {
  readonly line: number;
  readonly seq: number;
  readonly facts: PictureFacts;
}

export interface Checked {
  readonly report: FileReport;
  readonly end: ChainEnd;
  readonly pictures: readonly NamedPicture[];
  /** The heads digests that records of this file sign. */
  readonly signedHeads: readonly SignedHeads[];
}

export async function verifyFile(file: string): Promise<FileReport> {
  return (await checkFile(file)).report;
}

export async function checkFile(file: string, expected: Expected = {}): Promise<Checked> {
  const walk = new FileWalk(path.basename(file), expected);
  const facts = await plainFile(file);
  if (facts === undefined) return walk.stop('garbage');
  for await (const { whole, rest } of readLines(file)) {
    for (const line of whole) {
      const what = walk.advance(line);
      if (what === 'gap') return walk.stop((await isFurtherDown(file, walk.end)) ? 'order' : 'gap');
      if (what !== undefined) return walk.stop(what);
    }
    if (rest !== undefined) return await withinFound(file, facts.size, expected, walk.finishTorn(rest));
  }
  return await withinFound(file, facts.size, expected, walk.finish());
}

/**
 * A crash may leave half a record, which no chain covers: the bytes that the later server found count too. Where the
 * server went on signing after it was taken for dead, its own signatures say more.
 */
async function withinFound(file: string, size: number, { found }: Expected, checked: Checked): Promise<Checked> {
  const { report, end } = checked;
  if (report.broken !== undefined || found?.bytes === undefined || end.next - 1 > found.seq) return checked;
  const line = report.torn?.line ?? report.records + 1;
  const broken = (what: BreakKind): Checked => {
    return { ...checked, report: { ...report, broken: { file: report.file, line, seq: end.next, what } } };
  };
  if (size !== found.bytes) return broken(size > found.bytes ? 'added' : 'cut');
  return (await sha256Of(file, size)) === found.sha256 ? checked : broken('changed');
}

class FileWalk {
  readonly #name: string;
  readonly #parsed: RecordFileName | undefined;
  readonly #expected: Expected;
  readonly #signedHeads: SignedHeads[] = [];
  readonly #pictures: NamedPicture[] = [];
  #begun = false;
  #ended = false;
  /** The first record behind the end that was signed for, until its server's own signature comes. */
  #beyond: { readonly line: number; readonly seq: number } | undefined;
  #line = 0;
  #records = 0;
  #signedTo: number | undefined;
  /** How many records may come between two signatures; none said: nothing is signed. */
  #every: number | undefined;
  #unsigned = 0;
  end: ChainEnd;

  constructor(name: string, expected: Expected) {
    this.#name = name;
    this.#parsed = parseFileName(name);
    this.#expected = expected;
    this.end = expected.after ?? { next: 0, hash: CHAIN_START };
  }

  advance(line: Buffer): BreakKind | undefined {
    this.#line += 1;
    if (this.#ended) return 'added';
    const seal = checkSeal(line);
    if (seal === undefined) return 'garbage';
    if (!seal.holds) return 'hash';
    const record = readRecord(line.toString('utf8'));
    if (record === undefined) return 'garbage';
    const what = this.#begun ? this.#misplaced(record) : this.#misbegun(record);
    if (what !== undefined) return what;
    if (record.seq > this.#attestedTo()) this.#beyond ??= { line: this.#line, seq: record.seq };
    const seen = this.#expected.heads?.get(record.seq);
    if (seen !== undefined && seen !== seal.claimed) return 'changed';
    this.end = { next: record.seq + 1, hash: seal.claimed };
    this.#begun = true;
    this.#ended = record.kind === 'end';
    this.#records += 1;
    const facts = record.kind === 'event' ? pictureFactsOf(record.fields) : undefined;
    if (facts !== undefined) this.#pictures.push({ line: this.#line, seq: record.seq, facts });
    return this.#checkSignature(record, line);
  }

  /** Without a later server's word the file may go on. */
  #attestedTo(): number {
    const { found, heads } = this.#expected;
    return found === undefined ? Number.POSITIVE_INFINITY : Math.max(found.seq, ...(heads?.keys() ?? []));
  }

  #misplaced(record: ChainedRecord): BreakKind | undefined {
    if (record.seq > this.end.next) return 'gap';
    if (record.seq < this.end.next || record.kind === 'start') return 'order';
    return record.prev === this.end.hash ? undefined : 'chain';
  }

  #misbegun(record: ChainedRecord): BreakKind | undefined {
    const { part, server } = this.#parsed ?? { part: 1, server: undefined };
    const { server: said, part: own = 1, checkpoints } = record.fields;
    if (record.kind !== 'start' || said !== server || own !== part) return 'missing-start';
    if (part === 1 && (record.seq !== 0 || record.prev !== CHAIN_START)) return 'missing-start';
    const { after } = this.#expected;
    if (after !== undefined && record.seq !== after.next) return record.seq > after.next ? 'gap' : 'order';
    if (after !== undefined && record.prev !== after.hash) return 'chain';
    if (typeof checkpoints === 'number') this.#every = checkpoints;
    return undefined;
  }

  #checkSignature(record: ChainedRecord, line: Buffer): BreakKind | undefined {
    const { heads } = record.fields;
    if (isJsonObject(heads) && typeof heads['bytes'] === 'number' && typeof heads['sha256'] === 'string') {
      const digest = { bytes: heads['bytes'], sha256: heads['sha256'] };
      this.#signedHeads.push({ line: this.#line, seq: record.seq, digest });
    }
    if (this.#every === undefined) return undefined;
    if (record.kind !== 'checkpoint' && record.kind !== 'end') {
      this.#unsigned += 1;
      return this.#unsigned > 2 * this.#every ? 'unsigned' : undefined;
    }
    const signed = splitSigned(line, true);
    if (signed === undefined) return 'unsigned';
    const { keys } = this.#expected;
    if (keys !== undefined && !signatureHolds(keys, record.fields['key'], 'record', signed)) return 'signature';
    this.#unsigned = 0;
    this.#signedTo = record.seq;
    if (keys !== undefined) this.#beyond = undefined;
    return undefined;
  }

  finish(): Checked {
    const heads = [...(this.#expected.heads?.keys() ?? [])];
    const later = heads.some((seq) => seq >= this.end.next);
    // A file is signed for before its first record is written: a crash in between leaves it empty.
    const isOpenedOnly = heads.length === 1 && heads[0] === 0;
    const isNothing = heads.length === 0 && this.#expected.keys !== undefined && this.#expected.after === undefined;
    if (!this.#begun && this.#line === 0 && (isOpenedOnly || isNothing)) return this.#checked({});
    if (!this.#begun && (later || this.#expected.after === undefined)) return this.stop('missing-start', 1);
    if (later) return this.stop('cut', 1);
    const beyond = this.#beyond;
    return beyond === undefined
      ? this.#checked({})
      : this.#checked({ broken: { file: this.#name, ...beyond, what: 'added' } });
  }

  finishTorn(rest: Buffer): Checked {
    const whole = this.finish();
    if (whole.report.broken !== undefined) return whole;
    this.#line += 1;
    if (this.#ended) return this.stop('added');
    if (rest.length > MAX_LINE_BYTES || !isTornRecord(this.end, rest)) return this.stop('garbage');
    return this.#checked({ torn: { line: this.#line, bytes: rest.length } });
  }

  /** `after`: not the line that was read last, but one that should have come so many lines later. */
  stop(what: BreakKind, after = 0): Checked {
    const seq = ADVANCED.has(what) ? this.end.next - 1 : this.end.next;
    return this.#checked({ broken: { file: this.#name, line: Math.max(this.#line + after, 1), seq, what } });
  }

  #checked(more: Pick<FileReport, 'torn' | 'broken'>): Checked {
    const { end } = this;
    const signed = this.#signedTo === undefined ? {} : { signedTo: this.#signedTo };
    const attested = Math.max(this.#signedTo ?? -1, ...(this.#expected.heads?.keys() ?? []));
    const left = this.#every === undefined ? 0 : end.next - 1 - attested;
    const unsigned = left > 0 ? { unsigned: left } : {};
    const report = { file: this.#name, records: this.#records, ended: this.#ended, ...signed, ...unsigned, ...more };
    return { report, end, signedHeads: this.#signedHeads, pictures: this.#pictures };
  }
}

/** Found after the record had its place in the chain. */
const ADVANCED: ReadonlySet<BreakKind> = new Set(['signature', 'unsigned']);

export async function sha256Of(file: string, bytes: number): Promise<string> {
  const digest = createHash('sha256');
  if (bytes === 0) return digest.digest('hex');
  for await (const chunk of createReadStream(file, { end: bytes - 1 }))
    if (Buffer.isBuffer(chunk)) digest.update(chunk);
  return digest.digest('hex');
}

/** A record that is missing here may be further down: then it was moved, not deleted. */
async function isFurtherDown(file: string, { next }: ChainEnd): Promise<boolean> {
  const head = Buffer.from(`{"seq":${next},`);
  for await (const { whole } of readLines(file)) {
    if (whole.some((line) => line.subarray(0, head.length).equals(head))) return true;
  }
  return false;
}
