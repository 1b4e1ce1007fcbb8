import fs from 'node:fs';
import path from 'node:path';
import { Failure } from '../../core/index.js';

export type Disk = Pick<
  typeof fs,
  | 'closeSync'
  | 'fstatSync'
  | 'fsync'
  | 'fsyncSync'
  | 'ftruncateSync'
  | 'lstatSync'
  | 'mkdirSync'
  | 'openSync'
  | 'unlinkSync'
  | 'writeSync'
>;

const SYNC_WITHIN_MS = 900;
const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW } = fs.constants;

/** A file of whole lines that only we write to. */
export class AppendFile {
  readonly #file: string;
  readonly #sync: 'batch' | 'always';
  readonly #disk: Disk;
  readonly #identity: { readonly dev: number; readonly ino: number };
  #fd: number | undefined;
  #size = 0;
  /** Bytes of a line that failed may be after `#size`. */
  #torn = false;
  /** The system could not bring to the disk what it had taken. */
  #unsynced = false;
  #timer: NodeJS.Timeout | undefined;

  /** O_EXCL and O_NOFOLLOW: a link put there beforehand would lead the record away. */
  constructor(file: string, sync: 'batch' | 'always', disk: Disk = fs) {
    this.#file = file;
    this.#sync = sync;
    this.#disk = disk;
    const folder = path.dirname(file);
    [this.#fd, this.#identity] = guarded(() => {
      disk.mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (!disk.lstatSync(folder).isDirectory()) throw unavailable('the folder of the record is not a folder');
      const fd = disk.openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
      return [fd, disk.fstatSync(fd)];
    });
  }

  /** Bytes of whole lines. */
  get size(): number {
    return this.#size;
  }

  /** Returns only when the whole line is with the system (`always`: on the disk); else throws audit.unavailable. */
  append(line: string): void {
    guarded(() => {
      const fd = this.#fd;
      if (fd === undefined) throw unavailable('the record is closed');
      this.#mend(fd);
      this.#checkPlace();
      this.#write(fd, Buffer.from(line, 'utf8'));
      if (this.#sync === 'batch') this.#syncSoon(fd);
    });
  }

  /** Brings to the disk what the system has taken; what failed stays owed, as after a failed sync in the background. */
  flush(): void {
    guarded(() => {
      if (this.#fd === undefined) return;
      this.#unsynced = true;
      this.#disk.fsyncSync(this.#fd);
      this.#unsynced = false;
    });
  }

  close(): void {
    guarded(() => {
      const fd = this.#letGo();
      if (fd === undefined) return;
      try {
        this.#disk.fsyncSync(fd);
      } finally {
        this.#disk.closeSync(fd);
      }
    });
  }

  /** For a file that never got its first line. */
  discard(): void {
    guarded(() => {
      const fd = this.#letGo();
      if (fd === undefined) return;
      this.#disk.closeSync(fd);
      this.#disk.unlinkSync(this.#file);
    });
  }

  #mend(fd: number): void {
    if (this.#torn) this.#disk.ftruncateSync(fd, this.#size);
    this.#torn = false;
    if (this.#unsynced) this.#disk.fsyncSync(fd);
    this.#unsynced = false;
  }

  /** Deleted, moved, replaced, or written to by somebody else: what we append might never be found again. */
  #checkPlace(): void {
    const there = this.#disk.lstatSync(this.#file);
    if (there.ino !== this.#identity.ino || there.dev !== this.#identity.dev) {
      throw unavailable('the file of the record was replaced');
    }
    if (there.size !== this.#size) throw unavailable('somebody else changed the file of the record');
  }

  #write(fd: number, bytes: Buffer): void {
    this.#torn = true;
    let written = 0;
    while (written < bytes.length) written += this.#disk.writeSync(fd, bytes, written, bytes.length - written);
    if (this.#sync === 'always') this.#disk.fsyncSync(fd);
    this.#torn = false;
    this.#size += bytes.length;
  }

  #syncSoon(fd: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#disk.fsync(fd, (error) => {
        if (error !== null && this.#fd === fd) this.#unsynced = true;
      });
    }, SYNC_WITHIN_MS).unref();
  }

  #letGo(): number | undefined {
    const fd = this.#fd;
    this.#fd = undefined;
    clearTimeout(this.#timer);
    return fd;
  }
}

function unavailable(hint: string, cause?: unknown): Failure {
  return new Failure('audit.unavailable', hint, undefined, cause);
}

/** Only the system's error name goes into the hint: its message holds paths, which are none of the agent's business. */
function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Failure) throw error;
    const name = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
    throw unavailable(`writing the record failed (${name})`, error);
  }
}
