import fs from 'node:fs';
import path from 'node:path';
import { Failure } from '../../core/index.js';
import { AppendFile } from './append-file.js';
import type { Disk } from './append-file.js';
import { CHAIN_START, sealRecord } from './chain.js';
import type { ChainEnd, RecordKind } from './chain.js';
import type { Head } from './heads.js';
import { recordFileName } from './record-files.js';
import type { SigningKey } from './signing-key.js';
import { Heads } from './heads.js';
import { keepPublic, openSigningKey, PUBLIC_KEYS } from './signing-key.js';

export interface Signing {
  readonly key: SigningKey;
  readonly heads: Heads;
}

export interface WriterDeps {
  readonly folder: string;
  readonly serverId: string;
  readonly startedAt: Date;
  readonly sync: 'batch' | 'always';
  readonly version?: string;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
  readonly disk?: Disk;
  /** Without a key nothing is signed, and a cut end cannot be noticed. */
  readonly signing?: Signing;
  readonly maxFileBytes?: number;
}

/** A call whose outcome is not there yet, as its intent was recorded. */
interface OpenCall {
  readonly asked: string;
  readonly fields: object;
}

/** At most this much can be cut off or changed unnoticed after a kill. */
export const CHECKPOINT_RECORDS = 500;
const CHECKPOINT_MS = 10_000;
/** A line in the heads costs 300 bytes for ever; a checkpoint in the record goes with its file. */
const HEAD_MS = 600_000;
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const ROTATE_AGAIN_BYTES = 1024 * 1024;

/** One chain per server process, in one file after the other; a number is given only to what was written whole. */
export class ChainWriter {
  readonly #deps: WriterDeps;
  readonly #open = new Map<string, OpenCall>();
  #file: AppendFile;
  #name: string;
  #part = 1;
  #end: ChainEnd = { next: 0, hash: CHAIN_START };
  #began: { readonly day: string; readonly seq: number };
  #rotateAt: number;
  #unsigned = 0;
  #headAt = 0;
  /** Heads that could not be written yet. */
  #owed: Head[] = [];
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(deps: WriterDeps) {
    this.#deps = deps;
    this.#rotateAt = deps.maxFileBytes ?? MAX_FILE_BYTES;
    this.#name = this.#nameOf(1);
    const time = this.#now();
    this.#began = { day: time.slice(0, 10), seq: 0 };
    this.#file = new AppendFile(path.join(deps.folder, this.#name), deps.sync, deps.disk);
    this.#begin(time);
    if (deps.signing === undefined) return;
    this.#timer = setInterval(() => {
      this.#checkpointIf(this.#unsigned > 0, this.#now());
    }, CHECKPOINT_MS).unref();
  }

  /**
   * Signed for in the heads before it is written: a file that they do not know could vanish unseen, and a file with a
   * first record that they do not know is a forgery, without exception.
   */
  #begin(time: string): void {
    const { signing } = this.#deps;
    const { line, end } = sealRecord(this.#end, time, 'start', this.#startFields(1));
    try {
      signing?.heads.append({ what: 'open', file: this.#name, seq: 0, hash: end.hash });
    } catch (error) {
      this.#file.discard();
      throw error instanceof Failure ? error : new Failure('audit.unavailable', 'the heads cannot be written');
    }
    this.#headAt = performance.now();
    try {
      this.#file.append(line);
    } catch (error) {
      // Signed for already: it stays, empty. Without signatures nobody would miss it.
      if (signing === undefined) this.#file.discard();
      else closeFlushed(this.#file);
      throw error;
    }
    this.#end = end;
    this.#unsigned = 1;
  }

  intent(call: string, fields: object): void {
    const asked = this.#write('intent', fields);
    this.#open.set(call, { asked, fields });
  }

  outcome(call: string, fields: object): void {
    try {
      this.#write('outcome', fields);
    } finally {
      // Also when the write failed: a call without an outcome in the record counts as unfinished.
      this.#open.delete(call);
    }
  }

  event(fields: object): void {
    this.#write('event', fields);
  }

  /** The file that is being written now. */
  get fileName(): string {
    return this.#name;
  }

  /** For what has to know the file that it will be in. */
  eventIn(fieldsIn: (file: string) => object): void {
    const time = this.#now();
    if (this.#rotationIsDue(time)) this.#rotate(time);
    this.#write('event', fieldsIn(this.#name), time);
  }

  end(): void {
    clearInterval(this.#timer);
    try {
      this.#append('end', { records: this.#end.next + 1 }, this.#now(), true);
      this.#oweHead(this.#file.size);
      this.#tryPayHeads();
    } finally {
      this.#file.close();
    }
  }

  #write(kind: RecordKind, fields: object, time = this.#now()): string {
    if (this.#rotationIsDue(time)) this.#rotate(time);
    this.#append(kind, fields, time);
    this.#checkpointIf(this.#unsigned >= CHECKPOINT_RECORDS, time);
    return time;
  }

  #now(): string {
    return new Date((this.#deps.clock ?? Date.now)()).toISOString();
  }

  #nameOf(part: number): string {
    const name = recordFileName(this.#deps.startedAt, this.#deps.serverId, part);
    if (name !== undefined) return name;
    throw new Failure('audit.unavailable', 'the id of the server cannot be part of a file name');
  }

  #startFields(number: number): object {
    const { serverId, version, signing } = this.#deps;
    const about = { server: serverId, version: version ?? '', pid: process.pid, format: signing === undefined ? 1 : 2 };
    const part = number === 1 ? {} : { part: number };
    if (signing === undefined) return { ...about, ...part };
    return { ...about, ...part, key: signing.key.id, checkpoints: CHECKPOINT_RECORDS, heads: signing.heads.digest() };
  }

  #append(kind: RecordKind, fields: object, time: string, signed = false): void {
    const { signing } = this.#deps;
    const hashed =
      signed && signing !== undefined
        ? sealRecord(this.#end, time, kind, { ...fields, key: signing.key.id, heads: signing.heads.digest() }, (body) =>
            signing.key.sign('record', body),
          )
        : sealRecord(this.#end, time, kind, fields);
    this.#file.append(hashed.line);
    this.#end = hashed.end;
    this.#unsigned = signed ? 0 : this.#unsigned + 1;
  }

  /** The record that came before it is written: a checkpoint that fails now is tried again, and the next call finds out. */
  #checkpointIf(due: boolean, time: string): void {
    if (!due || this.#deps.signing === undefined) return;
    try {
      this.#append('checkpoint', {}, time, true);
    } catch {
      return;
    }
    if (performance.now() - this.#headAt >= HEAD_MS) this.#oweHead();
    this.#tryPayHeads();
  }

  /** Every day too: what is kept for so many days is dropped in whole files. */
  #rotationIsDue(time: string): boolean {
    if (this.#file.size >= this.#rotateAt) return true;
    return this.#end.next - this.#began.seq > 1 && !time.startsWith(this.#began.day);
  }

  /** If the next file cannot be begun, this one goes on: a record too long is better than none. */
  #rotate(time: string): void {
    const { folder, sync, disk, maxFileBytes } = this.#deps;
    const former = this.#file;
    const name = this.#nameOf(this.#part + 1);
    let next: AppendFile | undefined;
    try {
      this.#append('checkpoint', { next: name, open: [...this.#open.keys()] }, time, true);
      former.flush();
      next = new AppendFile(path.join(folder, name), sync, disk);
      const begun = this.#beginning(time);
      next.append(begun.lines);
      this.#oweHead();
      this.#began = { day: time.slice(0, 10), seq: this.#end.next };
      this.#part += 1;
      [this.#file, this.#name, this.#end, this.#unsigned] = [next, name, begun.end, 1 + this.#open.size];
      this.#rotateAt = maxFileBytes ?? MAX_FILE_BYTES;
      this.#owed.push({ what: 'open', file: name, ...begun.first });
    } catch {
      next?.discard();
      this.#rotateAt = former.size + ROTATE_AGAIN_BYTES;
      return;
    }
    closeFlushed(former);
    this.#checkpointIf(true, time);
  }

  /** A file can be read without the one before it: what was being done is written down again. */
  #beginning(time: string): { lines: string; end: ChainEnd; first: { seq: number; hash: string } } {
    const start = sealRecord(this.#end, time, 'start', this.#startFields(this.#part + 1));
    let { line: lines, end } = start;
    for (const { asked, fields } of this.#open.values()) {
      const again = sealRecord(end, time, 'intent', { ...fields, asked });
      lines += again.line;
      end = again.end;
    }
    return { lines, end, first: { seq: this.#end.next, hash: start.end.hash } };
  }

  /** `bytes`: it is the file's last. */
  #oweHead(bytes?: number): void {
    if (this.#deps.signing === undefined) return;
    this.#owed.push({
      what: 'head',
      file: this.#name,
      seq: this.#end.next - 1,
      hash: this.#end.hash,
      ...(bytes !== undefined && { bytes }),
    });
    this.#headAt = performance.now();
  }

  /** A head that cannot be written now is written later: the record has the signature as well. */
  #tryPayHeads(): void {
    try {
      this.#payHeads();
    } catch {
      return;
    }
  }

  #payHeads(): void {
    if (this.#owed.length === 0) return;
    this.#deps.signing?.heads.append(...this.#owed);
    this.#owed = [];
  }
}

function closeFlushed(file: AppendFile): void {
  try {
    file.close();
  } catch {
    // Everything in it is on the disk already.
  }
}

/** The key that signs for this folder; its public half is put into the folder too, so that a copy can be checked. */
export function openSigning(folder: string, keyFile: string): Signing {
  const key = openSigningKey(keyFile);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  keepPublic(path.join(folder, PUBLIC_KEYS), key.publicKey);
  return { key, heads: new Heads(folder, key) };
}
