import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Decrypter, Encrypter } from 'age-encryption';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFileBackend } from '../../../src/vault/backends/file.js';
import { passphraseIdentity, passphraseRecipient } from '../../../src/vault/backends/passphrase.js';
import { writeSecret } from '../../fixtures/vault-places.js';
import { failureOf } from './failure-of.js';

const RECORD = JSON.stringify({ domain: 'a.example', password: 'hunter2-hunter2' });
const never = new AbortController().signal;

let base: string;
const open = (passphraseFile: string) => createFileBackend({ folder: join(base, 'vault'), path: 'p/', passphraseFile });
const keep = (passphraseFile: string) => {
  const { writer } = open(passphraseFile);
  if (writer === undefined) throw new Error('it keeps nothing');
  return writer;
};
const readFailure = (passphraseFile: string) => failureOf(open(passphraseFile).read('a.example', never));

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'gw-passphrase-'));
});
afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

describe('a passphrase', () => {
  test.each<[string, string | undefined]>([
    ['that is wrong', 'another horse battery\n'],
    ['that is too short', 'short\n'],
    ['whose file is not there', undefined],
  ])('%s: denied', async (_, text) => {
    const passphraseFile = writeSecret(base, 'passphrase', 'correct horse battery\n');
    await keep(passphraseFile).write('a.example', RECORD);
    if (text === undefined) rmSync(passphraseFile);
    else writeFileSync(passphraseFile, text);
    const failure = await readFailure(passphraseFile);
    expect(failure.code).toBe('vault.denied');
    expect(inspect(failure)).not.toMatch(/horse|short\\n/u);
  });

  test('in a file that others may read: denied', async () => {
    const passphraseFile = writeSecret(base, 'passphrase', 'correct horse battery\n');
    await keep(passphraseFile).write('a.example', RECORD);
    chmodSync(passphraseFile, 0o644);
    expect((await readFailure(passphraseFile)).code).toBe('vault.denied');
  });

  test('is what any age reads and writes, with less work than ours so that it takes no minute', async () => {
    const ours = new Encrypter();
    ours.addRecipient(passphraseRecipient('correct horse battery', 8));
    const theirs = new Decrypter();
    theirs.addPassphrase('correct horse battery');
    expect(await theirs.decrypt(await ours.encrypt('from us'), 'text')).toBe('from us');
    const encrypter = new Encrypter();
    encrypter.setPassphrase('correct horse battery');
    encrypter.setScryptWorkFactor(8);
    const decrypter = new Decrypter();
    decrypter.addIdentity(passphraseIdentity('correct horse battery'));
    expect(await decrypter.decrypt(await encrypter.encrypt('from them'), 'text')).toBe('from them');
  });
});
