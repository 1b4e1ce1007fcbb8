import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { readRecords, verifyFolder } from '../../../src/audit/index.js';
import { tempFolder } from './audit-fixture.js';
import { canMount } from '../../fixtures/needs.js';

let program = '';

beforeAll(async () => {
  const entry = path.join(import.meta.dirname, 'writer-program.ts');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  program = outputFiles[0]?.text ?? '';
});

/** Runs the writer until it has acknowledged so many calls, then kills it without warning. */
async function killAfter(folder: string, calls: number, acknowledged: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-', folder, String(calls)], { stdio: 'pipe' });
  child.stdin.end(program);
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.split('\n').length - 2 >= acknowledged) child.kill('SIGKILL');
  }
  return said.split('\n').filter((line) => line.startsWith('c'));
}

test.each([1, 250, 700, 1000])(
  'kill -9 after %i acknowledged calls of 1,000: none of them is missing, the chain is whole',
  async (acknowledged) => {
    const folder = tempFolder();
    const calls = await killAfter(folder, 1000, acknowledged);
    expect(calls.length).toBeGreaterThanOrEqual(acknowledged);
    if (acknowledged < 500) expect(calls.length, 'killed in the middle').toBeLessThan(1000);

    const report = await verifyFolder(folder);
    expect(report).toMatchObject({ ok: true, keys: { length: 1 } });
    expect(report.files.filter(({ ended }) => ended)).toEqual([]);
    if (acknowledged > 500) expect(report.files.length, 'rotated').toBeGreaterThan(2);
    const done = new Map((await readRecords(folder)).map((entry) => [entry.fields['call'], entry.fields['outcome']]));
    expect(calls.filter((call) => done.get(call) !== 'ok')).toEqual([]);
  },
);

test.runIf(canMount())(
  'a full disk refuses the call, and the record before it stays whole (needs unshare -m)',
  async () => {
    const folder = tempFolder();
    const script = `mount -t tmpfs -o size=64k,mode=0700 none "$0" && mkdir "$0/audit" &&
    "$1" --input-type=module - "$0/audit" 1000 500; cp "$0/audit/"*.* "$2"`;
    const kept = tempFolder();
    const ran = spawnSync('unshare', ['-m', 'sh', '-c', script, folder, process.execPath, kept], {
      input: program,
      encoding: 'utf8',
      timeout: 20_000,
    });
    const said = ran.stdout.trim().split('\n');
    expect(said.at(-1)).toBe('refused audit.unavailable: writing the record failed (ENOSPC)');
    const acknowledged = said.filter((line) => line.startsWith('c'));
    expect(acknowledged.length).toBeGreaterThan(10);

    expect(await verifyFolder(kept)).toMatchObject({ ok: true });
    const [name = ''] = readdirSync(kept).filter((each) => each.endsWith('.jsonl'));
    const text = readFileSync(path.join(kept, name), 'utf8');
    expect(acknowledged.filter((call) => !text.includes(`"call":"${call}","outcome":"ok"`))).toEqual([]);
  },
);
