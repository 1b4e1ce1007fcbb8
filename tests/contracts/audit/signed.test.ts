import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { signOrphans, openSigning, verifyFolder } from '../../../src/audit/index.js';
import { STARTED } from './audit-fixture.js';
import { calls, fileOf, newSignedRecord, linesOf, start, write } from './signed-record.js';
import type { SignedRecord } from './signed-record.js';

/** As somebody without the key would: every hash after the change is made right again. */
function rechain(lines: readonly string[], from: number): string[] {
  let prev = '';
  return lines.map((line, i) => {
    if (i >= from) {
      const body = line.replace(/,"hash":"[^"]*"\}$/u, '}').replace(/"prev":"[^"]*"/u, `"prev":"${prev}"`);
      const hash = createHash('sha256').update(body).digest('hex');
      prev = hash;
      return `${body.slice(0, -1)},"hash":"${hash}"}`;
    }
    prev = /"hash":"([^"]*)"\}$/u.exec(line)?.[1] ?? '';
    return line;
  });
}

describe('the key', () => {
  test('is made once, for its owner alone, and its public half stands beside it and in the folder', async () => {
    const here = newSignedRecord();
    expect(fs.statSync(here.keyFile).mode & 0o777).toBe(0o600);
    const again = openSigning(here.folder, here.keyFile);
    expect(again.key.id).toBe(here.signing.key.id);
    const publicKey = fs.readFileSync(path.join(here.folder, 'audit.pub'), 'utf8');
    expect(publicKey).toBe(here.signing.key.publicKey);
    expect(fs.readFileSync(path.join(path.dirname(here.keyFile), 'audit.pub'), 'utf8')).toBe(publicKey);
    expect((await verifyFolder(here.folder)).broken, 'a key and no record').toMatchObject({ what: 'no-records' });
    start(here, 'a').end();
    expect(await verifyFolder(here.folder)).toMatchObject({
      ...{ ok: true, keys: [here.signing.key.id], keysFrom: 'folder', strangeKeys: [] },
    });
  });

  test('that others can read, or that is a link, is refused', () => {
    const here = newSignedRecord();
    fs.chmodSync(here.keyFile, 0o640);
    expect(() => openSigning(here.folder, here.keyFile)).toThrow(/chmod 600/u);
    fs.renameSync(here.keyFile, `${here.keyFile}.real`);
    fs.chmodSync(`${here.keyFile}.real`, 0o600);
    fs.symlinkSync(`${here.keyFile}.real`, here.keyFile);
    expect(() => openSigning(here.folder, here.keyFile)).toThrow(/symlink/u);
  });

  test('may change: what the former one signed still counts', async () => {
    const here = newSignedRecord();
    start(here, 'a').end();
    fs.rmSync(here.keyFile);
    const later = { ...here, signing: openSigning(here.folder, here.keyFile) };
    expect(later.signing.key.id).not.toBe(here.signing.key.id);
    start(later, 'b').end();
    expect(await verifyFolder(here.folder)).toMatchObject({ ok: true, keys: { length: 2 } });
  });
});

describe('what somebody without the key does to a signed record', () => {
  async function ended(count = 3): Promise<SignedRecord & { file: string; lines: string[] }> {
    const here = newSignedRecord();
    const record = start(here, 'a');
    calls(record, count);
    record.end();
    expect(await verifyFolder(here.folder)).toMatchObject({ ok: true });
    const file = fileOf(here, 'a');
    return { ...here, file, lines: linesOf(file) };
  }

  test('a record changed and every hash made right: the next checkpoint is named', async () => {
    const { folder, file, lines } = await ended(600);
    write(file, rechain(lines.with(5, (lines[5] ?? '').replace('"c2"', '"c9"')), 5));
    const checkpoint = lines.findIndex((line) => line.includes('"kind":"checkpoint"'));
    expect(checkpoint).toBe(500);
    expect((await verifyFolder(folder)).broken).toMatchObject({ line: 501, seq: 500, what: 'signature' });
  });

  test('the same with the checkpoints taken out, renumbered', async () => {
    const { folder, file, lines } = await ended(600);
    const bare = lines
      .filter((line) => !/"kind":"(?:checkpoint|end)"/u.test(line))
      .map((line, i) => line.replace(/^\{"seq":\d+/u, `{"seq":${i}`));
    write(file, rechain(bare, 1));
    expect((await verifyFolder(folder)).broken).toMatchObject({ what: 'unsigned' });
  });

  test.each([1, 2, 5])('%i records cut off the end', async (count) => {
    const { folder, file, lines } = await ended();
    write(file, lines.slice(0, -count));
    const at = lines.length - count;
    expect((await verifyFolder(folder)).broken).toMatchObject({ line: at + 1, seq: at, what: 'cut' });
  });

  test('cut exactly after a checkpoint', async () => {
    const { folder, file, lines } = await ended(600);
    write(file, lines.slice(0, 501));
    expect((await verifyFolder(folder)).broken).toMatchObject({ line: 502, seq: 501, what: 'cut' });
  });

  test('a whole file taken away, replaced by a younger one of the same name, or added', async () => {
    const here = await ended();
    const kept = fs.readFileSync(here.file);
    fs.rmSync(here.file);
    expect((await verifyFolder(here.folder)).broken).toMatchObject({
      what: 'missing-file',
      file: path.basename(here.file),
    });

    const elsewhere = newSignedRecord();
    start(elsewhere, 'a').end();
    fs.copyFileSync(fileOf(elsewhere, 'a'), here.file);
    expect((await verifyFolder(here.folder)).broken).toMatchObject({ line: 1, seq: 0, what: 'changed' });

    fs.writeFileSync(here.file, kept);
    const other = start(elsewhere, 'z');
    calls(other, 1);
    other.end();
    fs.copyFileSync(fileOf(elsewhere, 'z'), fileOf(here, 'z'));
    expect((await verifyFolder(here.folder)).broken).toMatchObject({ file: path.basename(fileOf(here, 'z')) });
  });

  test('a file and its lines among the heads taken away: who came later vouches for them', async () => {
    const here = await ended();
    const later = start(here, 'b');
    calls(later, 1);
    later.end();
    fs.rmSync(here.file);
    const heads = path.join(here.folder, 'heads.log');
    write(
      heads,
      linesOf(heads).filter((line) => !line.includes(path.basename(here.file))),
    );
    const { broken } = await verifyFolder(here.folder);
    expect(broken).toMatchObject({ file: path.basename(fileOf(here, 'b')), line: 1, what: 'heads' });
  });

  test('the heads changed, forged or taken away', async () => {
    const here = await ended();
    const heads = path.join(here.folder, 'heads.log');
    const lines = linesOf(heads);
    write(heads, lines.with(1, (lines[1] ?? '').replace('"seq":7', '"seq":6')));
    expect((await verifyFolder(here.folder)).broken).toMatchObject({ file: 'heads.log', line: 2, what: 'signature' });
    fs.rmSync(heads);
    expect((await verifyFolder(here.folder)).ok).toBe(false);
  });

  test('the public key taken away, or exchanged with everything signed anew', async () => {
    const here = await ended();
    const true_ = fs.readFileSync(path.join(here.folder, 'audit.pub'), 'utf8');
    fs.rmSync(path.join(here.folder, 'audit.pub'));
    expect((await verifyFolder(here.folder)).broken).toMatchObject({ what: 'signature' });

    const forged = newSignedRecord();
    start(forged, 'a').end();
    expect(await verifyFolder(forged.folder)).toMatchObject({ ok: true });
    expect(await verifyFolder(forged.folder, { publicKeys: true_ })).toMatchObject({ ok: false });
  });
});

test('what a killed server left is signed for by the next one, and cannot be cut after that', async () => {
  const here = newSignedRecord();
  const killed = start(here, 'a');
  calls(killed, 3);
  const file = fileOf(here, 'a');
  // No system gives out this process number: the server is dead.
  const lines = linesOf(file);
  expect(await signOrphans(here.folder, here.signing)).toEqual([]);
  write(file, lines.slice(0, -1));
  expect(await verifyFolder(here.folder), 'nobody signed for it yet').toMatchObject({ ok: true });

  write(file, lines);
  const dead = path.join(here.folder, '20261105T101113Z-dead.jsonl');
  const body = JSON.stringify({
    seq: 0,
    time: STARTED.toISOString(),
    kind: 'start',
    server: 'dead',
    pid: 2 ** 31 - 2,
    prev: '0'.repeat(64),
  });
  const hash = createHash('sha256').update(body).digest('hex');
  write(dead, [`${body.slice(0, -1)},"hash":"${hash}"}`]);
  expect(await signOrphans(here.folder, here.signing), 'nobody began it').toEqual([]);
  expect((await verifyFolder(here.folder)).broken).toMatchObject({ what: 'unlisted' });
  here.signing.heads.append({ what: 'open', file: path.basename(dead), seq: 0, hash });
  expect(await signOrphans(here.folder, here.signing)).toEqual([path.basename(dead)]);
  expect(await signOrphans(here.folder, here.signing)).toEqual([]);
  expect(await verifyFolder(here.folder)).toMatchObject({ ok: true });
  fs.appendFileSync(dead, '{"seq":1,');
  expect((await verifyFolder(here.folder)).broken).toMatchObject({ line: 2, seq: 1, what: 'added' });
  fs.rmSync(dead);
  expect((await verifyFolder(here.folder)).broken).toMatchObject({ what: 'missing-file' });
});
