import path from 'node:path';
import { CHAIN_START, checkSeal, isJsonObject, isTornRecord, readRecord, splitSigned } from './chain.js';
import type { ChainedRecord, ChainEnd } from './chain.js';
import type { HeadsDigest } from './heads.js';
import { pictureFactsOf } from './pictures/picture-place.js';
import type { PictureFacts } from './pictures/picture-place.js';
import { MOST_LINE_BYTES, parseFileName, plainFile, readLines } from './record-files.js';
import type { RecordFileName } from './record-files.js';
import { signatureHolds } from './signing-key.js';
import type { PublicKeys } from './signing-key.js';

/**
 * `hash`: the record's own bytes; `chain`: it does not follow the one before it; `gap`: records before it are missing;
 * `order`: out of its place or written twice; `garbage`: no record at all; `missing-start`: the file's beginning is not
 * that of the server it is named for; `signature`: signed by nobody whose key is known; `unsigned`: a checkpoint should
 * have come before it; `cut`: the heads saw this record or later ones, and they are gone; `changed`: the heads saw
 * another record here; `missing-file`: the heads know this file, and nobody signed for dropping it; `unlisted`: the heads
 * do not know this file; `heads`: this record vouches for heads that are not there as they were; `thumbnail-missing` and
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
}

export interface Vouched {
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
  /** What the records of this file say about the heads. */
  readonly vouched: readonly Vouched[];
}

export async function verifyFile(file: string): Promise<FileReport> {
  return (await checkFile(file)).report;
}

export async function checkFile(file: string, expected: Expected = {}): Promise<Checked> {
  const walk = new FileWalk(path.basename(file), expected);
  if ((await plainFile(file)) === undefined) return walk.stop('garbage');
  for await (const { whole, rest } of readLines(file)) {
    for (const line of whole) {
      const what = walk.advance(line);
      if (what === 'gap') return walk.stop((await isFurtherDown(file, walk.end)) ? 'order' : 'gap');
      if (what !== undefined) return walk.stop(what);
    }
    if (rest !== undefined) return walk.finishTorn(rest);
  }
  return walk.finish();
}

class FileWalk {
  readonly #name: string;
  readonly #parsed: RecordFileName | undefined;
  readonly #expected: Expected;
  readonly #vouched: Vouched[] = [];
  readonly #pictures: NamedPicture[] = [];
  #begun = false;
  #ended = false;
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
    const seal = checkSeal(line);
    if (seal === undefined) return 'garbage';
    if (!seal.holds) return 'hash';
    const record = readRecord(line.toString('utf8'));
    if (record === undefined) return 'garbage';
    const what = this.#begun ? this.#misplaced(record) : this.#misbegun(record);
    if (what !== undefined) return what;
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

  #misplaced(record: ChainedRecord): BreakKind | undefined {
    if (record.seq > this.end.next) return 'gap';
    if (record.seq < this.end.next || this.#ended || record.kind === 'start') return 'order';
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
      this.#vouched.push({ line: this.#line, seq: record.seq, digest });
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
    return undefined;
  }

  finish(): Checked {
    const later = [...(this.#expected.heads?.keys() ?? [])].some((seq) => seq >= this.end.next);
    if (!this.#begun && (later || this.#expected.after === undefined)) return this.stop('missing-start', 1);
    return later ? this.stop('cut', 1) : this.#checked({});
  }

  finishTorn(rest: Buffer): Checked {
    const whole = this.finish();
    if (whole.report.broken !== undefined) return whole;
    this.#line += 1;
    if (this.#ended || rest.length > MOST_LINE_BYTES || !isTornRecord(this.end, rest)) return this.stop('garbage');
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
    const report = { file: this.#name, records: this.#records, ended: this.#ended, ...signed, ...more };
    return { report, end, vouched: this.#vouched, pictures: this.#pictures };
  }
}

/** Found after the record had its place in the chain. */
const ADVANCED: ReadonlySet<BreakKind> = new Set(['signature', 'unsigned']);

/** A record that is missing here may stand further down: then it was moved, not deleted. */
async function isFurtherDown(file: string, { next }: ChainEnd): Promise<boolean> {
  const head = Buffer.from(`{"seq":${next},`);
  for await (const { whole } of readLines(file)) {
    if (whole.some((line) => line.subarray(0, head.length).equals(head))) return true;
  }
  return false;
}
