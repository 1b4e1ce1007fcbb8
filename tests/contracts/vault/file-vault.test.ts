import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFileBackend } from '../../../src/vault/backends/file.js';
import { writeSecret } from '../../fixtures/vault-places.js';
import { failureOf } from './failure-of.js';

const RECORD = JSON.stringify({ domain: 'a.example', password: 'hunter2-hunter2' });
const never = new AbortController().signal;

let base: string;
let folder: string;
let file: string;
let key: string;
const open = (extra: object = {}) => createFileBackend({ folder, path: 'p/', ...extra });
const keep = (extra: object = {}) => {
  const { writer } = open(extra);
  if (writer === undefined) throw new Error('it keeps nothing');
  return writer;
};
const readFailure = (extra: object = {}) => failureOf(open(extra).read('a.example', never));

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'gw-file-vault-'));
  folder = join(base, 'vault');
  file = join(folder, 'identities.age');
  key = join(folder, 'key.txt');
});
afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

describe('what is written', () => {
  test('is closed to others, encrypted, and opens with any age', async () => {
    await keep().write('a.example', RECORD);
    const modes = [folder, file, key].map((path) => lstatSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600, 0o600]);
    expect(readdirSync(folder).sort()).toEqual(['identities.age', 'key.txt']);
    expect(readFileSync(file).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const decrypter = new Decrypter();
    decrypter.addIdentity(readFileSync(key, 'utf8').trim());
    expect(await decrypter.decrypt(new Uint8Array(readFileSync(file)), 'text')).toContain('hunter2-hunter2');
  });

  test('with a passphrase has no open key beside it', async () => {
    const passphraseFile = writeSecret(base, 'passphrase', 'correct horse battery\n');
    await keep({ passphraseFile }).write('a.example', RECORD);
    expect(readdirSync(folder).sort()).toEqual(['identities.age', 'key.age']);
    expect(readFileSync(join(folder, 'key.age'), 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S{22} 18\n/u);
  });

  test('stays whole when many write at once', async () => {
    const hosts = Array.from({ length: 12 }, (_, i) => `h${String(i)}.example`);
    await keep().write('a.example', RECORD);
    await Promise.all(hosts.map((host) => keep().write(host, RECORD)));
    expect((await open().list(never)).length).toBe(13);
    await Promise.all(hosts.slice(0, 6).map((host) => keep().remove(host)));
    expect((await open().list(never)).length).toBe(7);
    expect(readdirSync(folder).sort()).toEqual(['identities.age', 'key.txt']);
  });

  test('a lock that a dead process left holds nobody up', async () => {
    await keep().write('a.example', RECORD);
    const dead = spawn('true');
    const pid = dead.pid ?? 0;
    await new Promise((resolve) => dead.once('exit', resolve));
    writeFileSync(join(folder, 'identities.lock'), `${String(pid)} 00`);
    await keep().write('b.example', RECORD);
    expect((await open().list(never)).length).toBe(2);
  });

  test('a living writer is waited for and then reported, and nothing is changed', async () => {
    await keep().write('a.example', RECORD);
    const before = readFileSync(file);
    writeFileSync(join(folder, 'identities.lock'), `${String(process.pid)} 00`);
    expect((await failureOf(keep().write('b.example', RECORD))).code).toBe('vault.unavailable');
    expect(readFileSync(file)).toEqual(before);
  });
});

describe('refused', () => {
  beforeEach(async () => {
    await keep().write('a.example', RECORD);
    expect(await open().read('a.example', never)).toBe(RECORD);
  });

  test.each<[string, () => void]>([
    [
      'a folder that others may enter',
      () => {
        chmodSync(folder, 0o750);
      },
    ],
    [
      'a key that others may read',
      () => {
        chmodSync(key, 0o640);
      },
    ],
    [
      'a vault that others may read',
      () => {
        chmodSync(file, 0o604);
      },
    ],
    [
      'a key that is a link',
      () => {
        moveAndLink(key);
      },
    ],
    [
      'a vault that is a link',
      () => {
        moveAndLink(file);
      },
    ],
    [
      'a folder that is a link',
      () => {
        moveAndLink(folder);
      },
    ],
    [
      'a folder in the place of the vault',
      () => {
        rmSync(file);
        mkdirSync(file, { mode: 0o700 });
      },
    ],
    [
      'no key',
      () => {
        rmSync(key);
      },
    ],
    [
      'an empty key',
      () => {
        writeFileSync(key, '');
      },
    ],
    [
      'a key of another kind',
      () => {
        writeFileSync(key, 'hunter2-hunter2');
      },
    ],
  ])('%s: denied, in our own words', async (_, spoil) => {
    spoil();
    const failure = await readFailure();
    expect(failure.code).toBe('vault.denied');
    expect(inspect(failure)).not.toMatch(/hunter2|AGE-SECRET-KEY-1\w/u);
  });

  test.each<[string, () => void | Promise<void>]>([
    [
      'a truncated vault',
      () => {
        truncateSync(file, 200);
      },
    ],
    [
      'one that lacks its last byte',
      () => {
        truncateSync(file, lstatSync(file).size - 1);
      },
    ],
    [
      'a changed byte',
      () => {
        const bytes = readFileSync(file);
        bytes[bytes.length - 3] = (bytes.at(-3) ?? 0) ^ 1;
        writeFileSync(file, bytes);
      },
    ],
    [
      'no age at all',
      () => {
        writeFileSync(file, 'hunter2-hunter2');
      },
    ],
    [
      'an empty file',
      () => {
        writeFileSync(file, '');
      },
    ],
    [
      'something else inside',
      async () => {
        writeFileSync(file, await locked('["hunter2-hunter2"]'));
      },
    ],
    [
      'a newer version inside',
      async () => {
        writeFileSync(file, await locked('{"version":2,"records":{}}'));
      },
    ],
    [
      'more than a vault can be',
      () => {
        truncateSync(file, 17 * 1024 * 1024);
      },
    ],
  ])('%s: a bad record, in our own words', async (_, spoil) => {
    await spoil();
    const failure = await readFailure();
    expect(failure.code).toBe('vault.bad-record');
    expect(inspect(failure)).not.toContain('hunter2');
    // And nothing is written over what somebody may still want to save.
    const before = readFileSync(file);
    expect((await failureOf(keep().write('b.example', RECORD))).code).toBe('vault.bad-record');
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder)).not.toContain('identities.lock');
  });

  test('a vault that was locked for another key', async () => {
    const encrypter = new Encrypter();
    encrypter.addRecipient(await identityToRecipient(await generateX25519Identity()));
    writeFileSync(file, await encrypter.encrypt('{}'));
    expect((await readFailure()).code).toBe('vault.denied');
  });

  test('a named pipe, without waiting for it', async () => {
    rmSync(key);
    await new Promise((resolve) => spawn('mkfifo', ['-m', '600', key]).once('exit', resolve));
    expect((await readFailure()).code).toBe('vault.denied');
  });
});

test('two paths in one workspace do not see each other', async () => {
  await keep().write('a.example', RECORD);
  await keep({ path: 'q/' }).write('b.example', RECORD);
  expect(await open().list(never)).toEqual(['a.example']);
  expect(await open({ path: 'q/' }).read('a.example', never)).toBeUndefined();
});

test('reading makes nothing', async () => {
  expect(await open().read('a.example', never)).toBeUndefined();
  expect(await keep().remove('a.example')).toBe(false);
  expect(existsSync(file)).toBe(false);
});

function moveAndLink(path: string): void {
  renameSync(path, `${base}/moved`);
  symlinkSync(`${base}/moved`, path);
}

async function locked(text: string): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(readFileSync(key, 'utf8').trim()));
  return encrypter.encrypt(text);
}
