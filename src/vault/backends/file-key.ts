import { join } from 'node:path';
import { Failure } from '../../core/index.js';
import { errnoOf } from '../../platform/errno.js';
import { writeNewFile } from '../../platform/replace-file.js';
import { readSecretFile } from '../secret-file.js';

/** The age key that opens the file vault. */
export interface FileKey {
  /** `AGE-SECRET-KEY-1…`, or undefined while there is none. */
  open(): Promise<string | undefined>;
  /** Makes one if there is none; never replaces one. */
  make(): Promise<string>;
}

export interface FileKeyOptions {
  readonly folder: string;
  readonly keyFile?: string | undefined;
  readonly passphraseFile?: string | undefined;
}

const MAX_BYTES = 65_536;
const MIN_PASSPHRASE = 8;
const FORM = /^AGE-SECRET-KEY-1[0-9A-Z]{58}$/mu;

/** Beside the vault with owner-only mode, where the operator says, or behind a passphrase. */
export function createFileKey({ folder, keyFile, passphraseFile }: FileKeyOptions): FileKey {
  if (passphraseFile !== undefined) return lockedKey(join(folder, 'key.age'), passphraseFile);
  const path = keyFile ?? join(folder, 'key.txt');
  const rules = { maxBytes: MAX_BYTES, mayBeLink: keyFile !== undefined };
  const open = async () => {
    const text = await readSecretFile(path, rules);
    return text === undefined ? undefined : keyIn(text.toString('utf8'));
  };
  return { open, make: () => makeOnce(open, (key) => writeNewFile(path, Buffer.from(`${key}\n`))) };
}

function lockedKey(path: string, passphraseFile: string): FileKey {
  let known: { readonly locked: Buffer; readonly key: Promise<string> } | undefined;
  const open = async () => {
    const locked = await readSecretFile(path, { maxBytes: MAX_BYTES });
    if (locked === undefined) return undefined;
    // Stretching a passphrase is slow on purpose: once for each key file.
    if (known?.locked.equals(locked) !== true) known = { locked, key: unlock(locked, passphraseFile) };
    const { key } = known;
    return key.catch((error: unknown) => {
      if (known?.key === key) known = undefined;
      throw error;
    });
  };
  const lock = async (key: string) => {
    const { lockText } = await import('./age-file.js');
    await writeNewFile(path, await lockText(`${key}\n`, { passphrase: await readPassphrase(passphraseFile) }));
  };
  return { open, make: () => makeOnce(open, lock) };
}

async function makeOnce(open: FileKey['open'], write: (key: string) => Promise<void>): Promise<string> {
  const there = await open();
  if (there !== undefined) return there;
  const key = await (await import('./age-file.js')).makeKey();
  try {
    await write(key);
    return key;
  } catch (error) {
    const madeMeanwhile = errnoOf(error) === 'EEXIST' ? await open() : undefined;
    if (madeMeanwhile === undefined) throw error;
    return madeMeanwhile;
  }
}

async function unlock(locked: Buffer, passphraseFile: string): Promise<string> {
  const { openText } = await import('./age-file.js');
  const read = await openText(locked, { passphrase: await readPassphrase(passphraseFile) });
  if ('fault' in read) throw new Failure('vault.denied', 'the passphrase does not open key.age');
  return keyIn(read.text);
}

async function readPassphrase(path: string): Promise<string> {
  const text = await readSecretFile(path, { maxBytes: MAX_BYTES, mayBeLink: true });
  if (text === undefined) throw new Failure('vault.denied', 'the passphrase file is not there');
  const passphrase = text.toString('utf8').split(/\r?\n/u)[0] ?? '';
  if (passphrase.length < MIN_PASSPHRASE) {
    throw new Failure('vault.denied', `the passphrase must have at least ${String(MIN_PASSPHRASE)} characters`);
  }
  return passphrase;
}

/** The age key in a text that may have comments around it. */
export function keyIn(text: string): string {
  const key = FORM.exec(text)?.[0];
  if (key === undefined) throw new Failure('vault.denied', 'the key file holds no age key (AGE-SECRET-KEY-1…)');
  return key;
}
