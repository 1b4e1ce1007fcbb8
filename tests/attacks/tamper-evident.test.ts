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

  it.each([
    ['a changed word', (lines: string[]) => lines.with(3, (lines[3] ?? '').replace('nonsense', 'harmless')), 4],
    ['a changed outcome', (lines: string[]) => lines.with(4, (lines[4] ?? '').replace('failed', 'ok')), 5],
    ['a record taken out', (lines: string[]) => lines.toSpliced(5, 1), 6],
    ['two records swapped', (lines: string[]) => lines.with(4, lines[5] ?? '').with(5, lines[4] ?? ''), 5],
    ['a record added', (lines: string[]) => lines.toSpliced(4, 0, lines[3] ?? ''), 5],
    ['a line of garbage', (lines: string[]) => lines.toSpliced(4, 0, '{}'), 5],
  ])('%s is found and named', (_, tamper, line) => {
    const { status, stdout } = verifyWith(tamper([...whole]));
    expect(status).toBe(1);
    expect(stdout).toContain(`"line":${line}`.replace(':', stdout.includes('"line": ') ? ': ' : ':'));
  });
});
