import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { arch, release, version } from 'node:os';

/** A private file: undefined when it is missing, or not this user's alone. */
export interface ClosedNote {
  /** Of the server that makes the test. */
  readonly serverVersion: string;
  read(): string | undefined;
  write(text: string): void;
}

const MAX_FINGERPRINTS = 8;
const FINGERPRINT = /^[0-9a-f]{64}$/u;

/**
 * Browsers that passed their self-test at an earlier start. Only what can be read as a whole counts: with a missing,
 * foreign or damaged file every browser is a new one, and its test is waited for.
 */
export class PassedBefore {
  readonly #note: ClosedNote | undefined;

  constructor(note: ClosedNote | undefined) {
    this.#note = note;
  }

  has(fingerprint: string | undefined): boolean {
    return fingerprint !== undefined && this.#all().includes(fingerprint);
  }

  add(fingerprint: string | undefined): void {
    if (fingerprint === undefined || this.has(fingerprint)) return;
    this.#write([...this.#all(), fingerprint].slice(-MAX_FINGERPRINTS));
  }

  /** One browser failed: no earlier result is worth anything. */
  clear(): void {
    if (this.#all().length > 0) this.#write([]);
  }

  #all(): string[] {
    const lines = this.#note?.read()?.split('\n') ?? [];
    const all = lines.filter((line) => line !== '');
    return all.length <= MAX_FINGERPRINTS && all.every((line) => FINGERPRINT.test(line)) ? all : [];
  }

  #write(all: readonly string[]): void {
    try {
      this.#note?.write(all.map((line) => `${line}\n`).join(''));
    } catch {
      // Without the file the next start takes longer, and is as safe.
    }
  }
}

/**
 * All that the outcome of a self-test depends on: the programs, each with its command line, and the kernel. Undefined:
 * one of them cannot be looked at.
 */
export function fingerprintOf(programs: readonly string[], command: readonly string[]): string | undefined {
  try {
    const files = programs.map((path) => {
      const { dev, ino, size, mtimeMs, ctimeMs, mode, uid } = statSync(path);
      return { path, dev, ino, size, mtimeMs, ctimeMs, mode, uid };
    });
    const kernel = [process.platform, arch(), release(), version(), process.getuid?.()];
    return createHash('sha256')
      .update(JSON.stringify([kernel, files, command]))
      .digest('hex');
  } catch {
    return undefined;
  }
}
