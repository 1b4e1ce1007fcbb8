import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand, start } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';

promised('tamper-evident', () => {
  const workspace = mkdtempSync(join(tmpdir(), 'gw-tamper-'));
  let file = '';
  let whole: string[] = [];
  beforeAll(async () => {
    const gatewright = await start({ workspace });
    for (let i = 0; i < 5; i += 1) await gatewright.call('nonsense', { i });
    await gatewright.close();
    const folder = join(workspace, 'audit');
    file = join(folder, readdirSync(folder).find((name) => name.endsWith('.jsonl')) ?? '');
    whole = readFileSync(file, 'utf8').trimEnd().split('\n');
  });
  afterAll(() => {
    rmSync(workspace, { recursive: true, force: true });
  });
  const verifyWith = (lines: readonly string[]) => {
    writeFileSync(file, `${lines.join('\n')}\n`);
    return runCommand(workspace, ['audit', 'verify', '--json']);
  };

  it('an untouched record is whole', () => {
    expect(verifyWith(whole).status).toBe(0);
  });

  /** Lines are counted from one; the first call's intent and outcome stand somewhere after the start. */
  const intent = (): number => whole.findIndex((line) => line.includes('nonsense'));

  it.each([
    [
      'a changed word',
      (lines: string[], i: number) => lines.with(i, (lines[i] ?? '').replace('nonsense', 'harmless')),
      1,
    ],
    [
      'a changed outcome',
      (lines: string[], i: number) => lines.with(i + 1, (lines[i + 1] ?? '').replace('failed', 'ok')),
      2,
    ],
    ['a record taken out', (lines: string[], i: number) => lines.toSpliced(i + 2, 1), 3],
    [
      'two records swapped',
      (lines: string[], i: number) => lines.with(i, lines[i + 1] ?? '').with(i + 1, lines[i] ?? ''),
      1,
    ],
    ['a record added', (lines: string[], i: number) => lines.toSpliced(i + 1, 0, lines[i] ?? ''), 2],
    ['a line of garbage', (lines: string[], i: number) => lines.toSpliced(i + 1, 0, '{}'), 2],
  ])('%s is found and named', (_, tamper, line) => {
    const { status, stdout } = verifyWith(tamper([...whole], intent()));
    expect(status).toBe(1);
    expect(stdout).toMatch(new RegExp(`"line":\\s*${intent() + line}\\b`, 'u'));
  });
});
