import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ApprovalCode } from '../../../src/approval/index.js';

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gw-code-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return join(folder, 'approval-code');
}

const wrong = { ok: false };

test('is kept as a hash, closed to others, and checked', async () => {
  const file = place();
  const code = new ApprovalCode(file);
  expect(code.isSet()).toBe(false);
  await code.set('korrekt pferd');
  expect(readFileSync(file, 'utf8')).not.toContain('korrekt');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(new ApprovalCode(file).isSet()).toBe(true);
  expect(await code.check('korrekt pferd')).toEqual({ ok: true });
  for (const typed of [undefined, '', 'Korrekt pferd']) expect(await code.check(typed)).toMatchObject(wrong);
});

test('five wrong ones lock it, for a new process too, and only for a while', async () => {
  const file = place();
  let now = 1_000_000;
  const clock = () => now;
  await new ApprovalCode(file, clock).set('123456');
  const guesses = ['111111', '222222', '333333', '444444', '555555'];
  // At once, from several servers: five are five.
  const results = await Promise.all(guesses.map((guess) => new ApprovalCode(file, clock).check(guess)));
  expect(results.every(({ ok }) => !ok)).toBe(true);
  for (const guess of guesses) await new ApprovalCode(file, clock).check(guess);
  expect(await new ApprovalCode(file, clock).check('123456')).toMatchObject({
    ok: false,
    why: expect.stringContaining('Too many') as string,
  });
  now += 15 * 60_000 + 1;
  expect(await new ApprovalCode(file, clock).check('123456')).toEqual({ ok: true });
});

test('a right one after four wrong ones starts the count anew', async () => {
  const code = new ApprovalCode(place());
  await code.set('123456');
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 4; i++) await code.check('nothing');
    expect(await code.check('123456')).toEqual({ ok: true });
  }
});

test.each([
  [
    'that vanished',
    (file: string) => {
      rmSync(file);
    },
  ],
  [
    'that was emptied',
    (file: string) => {
      writeFileSync(file, '');
    },
  ],
  [
    'that says yes to all',
    (file: string) => {
      writeFileSync(file, '{"version":1,"salt":"","hash":""}');
    },
  ],
])('one %s opens nothing', async (_, spoil) => {
  const file = place();
  const code = new ApprovalCode(file);
  await code.set('123456');
  spoil(file);
  expect(code.isSet()).toBe(true);
  expect(await code.check('123456')).toMatchObject(wrong);
});

test('a count that was spoilt locks', async () => {
  const file = place();
  const code = new ApprovalCode(file);
  await code.set('123456');
  writeFileSync(`${file}.tries`, 'x');
  expect(await code.check('123456')).toMatchObject(wrong);
});

test.each(['', '12345', '      ', 'x'.repeat(201)])('%j is no code', async (typed) => {
  const code = new ApprovalCode(place());
  await expect(code.set(typed)).rejects.toMatchObject({ code: 'config.invalid' });
  expect(code.isSet()).toBe(false);
});
