import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findControlGroups, makeControlGroup } from '../../../src/browser/providers/local/control-group.js';
import { spawnBrowser } from '../../../src/browser/providers/local/spawn-browser.js';
import { commandOf, descendants, isAlive } from '../../fixtures/processes.js';
import { eventually } from '../browser/browser-setup.js';

const MEMORY = 96 * 1024 ** 2;

const groups = findControlGroups();
if (groups.folder === undefined)
  process.stderr.write(`LEFT OUT: tests of control groups (cgroup version 2): ${groups.why}\n`);

it('says why there are no limits of the kernel, or where they are', () => {
  expect((groups.folder ?? groups.why).length).toBeGreaterThan(10);
});

describe.runIf(groups.folder !== undefined)('a browser with limits of the kernel', () => {
  const base = groups.folder ?? '';
  let cwd: string;

  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'gw-group-'));
  });

  afterAll(() => {
    rmSync(cwd, { recursive: true, force: true });
  });

  const start = (script: string) => {
    const group = makeControlGroup(base, MEMORY);
    const env = { PATH: process.env['PATH'] ?? '' };
    return spawnBrowser({ command: ['/bin/sh', '-c', script], env, cwd, group });
  };
  const made = () => readdirSync(base).filter((name) => name.startsWith('gatewright-'));

  it('is held by them from its first process on, as the kernel reports', async () => {
    const started = start('sleep 60 & wait');
    const [folder = ''] = made();
    expect(readFileSync(join(base, folder, 'memory.max'), 'utf8').trim()).toBe(String(MEMORY));
    expect(readFileSync(join(base, folder, 'pids.max'), 'utf8').trim()).toBe('2048');
    const inside = () =>
      readFileSync(join(base, folder, 'cgroup.procs'), 'utf8')
        .trim()
        .split('\n');
    // The browser, its watchman, and what it started.
    await eventually('all of them are in it', () => inside().length === 3, 30_000);
    await started.kill();
    expect(made()).toEqual([]);
  });

  it('loses what takes more memory than it may have, and that is counted', async () => {
    const eater = `${process.execPath} -e "const kept = []; for (;;) kept.push(Buffer.alloc(8 << 20, 7))"; sleep 60`;
    const started = start(eater);
    await eventually('the kernel ended it', () => (started.outOfMemory() ?? 0) > 0, 60_000);
    await started.kill();
    expect(made()).toEqual([]);
  });

  it('takes everything along that it started, in whatever process group', async () => {
    const started = start('setsid sleep 61 & setsid sleep 61 & wait');
    const ours = () => descendants(process.pid).filter((pid) => isAlive(pid) && commandOf(pid).trim() === 'sleep 61');
    await eventually('they run', () => ours().length === 2, 30_000);
    const pids = ours();
    await started.kill();
    expect(pids.filter(isAlive)).toEqual([]);
  });
});
