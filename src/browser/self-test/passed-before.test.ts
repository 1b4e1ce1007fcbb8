import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fingerprintOf, PassedBefore } from './passed-before.js';

const folder = mkdtempSync(path.join(tmpdir(), 'gw-passed-'));
const browser = path.join(folder, 'chromium');
writeFileSync(browser, 'one');

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function kept(text?: string) {
  let now = text;
  const note = {
    serverVersion: '1',
    read: () => now,
    write: (next: string) => {
      now = next;
    },
  };
  return { passed: new PassedBefore(note), text: () => now };
}

const ONE = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);

it('knows what passed, and nothing after a failure', () => {
  const { passed, text } = kept();
  expect(passed.has(ONE)).toBe(false);
  passed.add(ONE);
  passed.add(ONE);
  expect(text()).toBe(`${ONE}\n`);
  expect(passed.has(ONE)).toBe(true);
  expect(passed.has(OTHER)).toBe(false);
  expect(passed.has(undefined)).toBe(false);
  passed.clear();
  expect(passed.has(ONE)).toBe(false);
});

it('keeps the newest few', () => {
  const { passed, text } = kept();
  for (let i = 0; i < 12; i += 1) passed.add(i.toString(16).padStart(64, '0'));
  expect(text()?.trim().split('\n')).toHaveLength(8);
  expect(passed.has('b'.padStart(64, '0'))).toBe(true);
  expect(passed.has('0'.padStart(64, '0'))).toBe(false);
});

it.each([
  ['more than fingerprints', `${ONE}\nyes\n`],
  ['too many', `${ONE}\n`.repeat(9)],
  ['upper case', `${ONE.toUpperCase()}\n`],
])('trusts nothing of a file with %s', (_, text) => {
  expect(kept(text).passed.has(ONE)).toBe(false);
});

it('goes on without a file that can be written', () => {
  const passed = new PassedBefore({
    serverVersion: '1',
    read: () => undefined,
    write: () => {
      throw new Error('read-only');
    },
  });
  passed.add(ONE);
  expect(passed.has(ONE)).toBe(false);
});

it('is another browser when its file, its command line or its time changes', () => {
  const first = fingerprintOf([browser], ['--a']);
  expect(first).toMatch(/^[0-9a-f]{64}$/u);
  expect(fingerprintOf([browser], ['--a'])).toBe(first);
  expect(fingerprintOf([browser], ['--b'])).not.toBe(first);
  utimesSync(browser, 1, 1);
  const touched = fingerprintOf([browser], ['--a']);
  expect(touched).not.toBe(first);
  writeFileSync(browser, 'two');
  utimesSync(browser, 1, 1);
  expect(fingerprintOf([browser], ['--a'])).not.toBe(touched);
  expect(fingerprintOf([path.join(folder, 'none')], ['--a'])).toBeUndefined();
});
