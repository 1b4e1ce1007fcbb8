import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChromePlace } from '../../fixtures/chrome-place.js';
import { isAlive } from '../../fixtures/processes.js';

let place: ChromePlace;
beforeEach(async () => {
  place = await ChromePlace.open();
});
afterEach(() => place.close());

const parsed = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as Record<string, unknown>;

describe('gatewright chrome, when things go wrong', { timeout: 120_000 }, () => {
  test('what dies at once is reported with its last words, and leaves nothing', async () => {
    const path = place.fake(
      `sleep 300 & echo $! > ${place.base}/child\necho "cannot open \u001B[31mdisplay" >&2; exit 3`,
    );
    const { status, stdout, stderr } = await place.start('--executable-path', path);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('ended with 3');
    expect(stderr).toContain('cannot open');
    expect(stderr).not.toContain('\u001B');
    expect(place.left()).toEqual(['profile']);
    expect(isAlive(Number(readFileSync(`${place.base}/child`, 'utf8')))).toBe(false);
    expect(place.recorded()).toEqual([]);
  });

  test('what cannot be run at all is reported, and leaves nothing', async () => {
    const path = place.fake('');
    chmodSync(path, 0o644);
    const { status, stderr } = await place.start('--executable-path', path);
    expect(status).toBe(1);
    expect(stderr).toContain('could not be started');
    expect(place.left()).toEqual(['profile']);
  });

  test.each(['its time is over', 'the person gives up'])('what never answers is killed when %s', async (when) => {
    const path = place.fake(`trap '' TERM INT HUP; echo $$ > ${place.base}/pid; while :; do sleep 1; done`);
    const { child, ended } = place.begin([
      'start',
      '--headless',
      '--port',
      String(place.port),
      '--executable-path',
      path,
    ]);
    const noted = () => (existsSync(`${place.base}/pid`) ? Number(readFileSync(`${place.base}/pid`, 'utf8')) : 0);
    await expect.poll(noted, { timeout: 20_000 }).toBeGreaterThan(0);
    const pid = noted();
    // While it starts another command can see it, so that a command that is killed leaves no browser that nobody knows.
    await expect.poll(() => place.state().pid, { timeout: 5000 }).toBe(pid);
    if (when === 'the person gives up') child.kill('SIGINT');
    const { status, stderr } = await ended;
    expect(status).toBe(1);
    expect(stderr).toContain(when === 'the person gives up' ? 'Nothing was changed' : 'did not answer');
    expect(isAlive(pid)).toBe(false);
    expect(place.left()).toEqual(['profile']);
  });

  test('what does not listen is killed after a while', async () => {
    const path = place.fake(`trap '' INT TERM; echo $$ > ${place.base}/pid; while :; do sleep 1; done`);
    const { child, ended } = place.begin([
      'start',
      '--headless',
      '--port',
      String(place.port),
      '--executable-path',
      path,
    ]);
    // The command has noted the browser's number in the place of its own.
    await expect.poll(() => existsSync(place.statePath), { timeout: 20_000 }).toBe(true);
    await expect.poll(() => place.state().pid, { timeout: 5000 }).not.toBe(child.pid);
    child.kill('SIGKILL');
    await ended;
    const { pid } = place.state();
    expect(isAlive(pid)).toBe(true);
    const silent = await place.run(['status', '--json']);
    expect([silent.status, parsed(silent)]).toMatchObject([1, { running: true, answers: false }]);
    expect((await place.start()).status).toBe(1);
    expect(isAlive(pid)).toBe(true);
    expect((await place.run(['stop'])).status).toBe(0);
    expect(isAlive(pid)).toBe(false);
    expect(place.left()).toEqual(['profile']);
  });

  test('of two starts at once one goes on', async () => {
    const both = await Promise.all([place.start(), place.start()]);
    // The later one may also come when the first is up.
    const won = both.filter(({ stdout }) => stdout.includes('Started'));
    expect(won, both.map(({ stderr }) => stderr).join('\n')).toHaveLength(1);
    expect(place.recorded()).toHaveLength(1);
    expect((await place.run(['status'])).status).toBe(0);
    expect(place.left().filter((name) => name.endsWith('.log'))).toHaveLength(1);
  });

  test('a browser that died is noticed, cleared away and replaced', async () => {
    expect((await place.start()).status).toBe(0);
    const { pid } = place.state();
    process.kill(-pid, 'SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
    const status = await place.run(['status', '--json']);
    expect([status.status, parsed(status)]).toEqual([1, { running: false, cleared: true }]);
    expect(place.left()).toEqual(['profile']);
    expect((await place.start()).status).toBe(0);
    expect(place.state().pid).not.toBe(pid);
  });

  test.each(['status', 'stop', 'start'])('%s never takes another process of its number for it', async (command) => {
    expect((await place.start()).status).toBe(0);
    const was = readFileSync(place.statePath, 'utf8');
    expect((await place.run(['stop'])).status).toBe(0);
    const bystander = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
    try {
      const pid = bystander.pid ?? 0;
      writeFileSync(place.statePath, JSON.stringify({ ...(JSON.parse(was) as object), pid }), { mode: 0o600 });
      const { status, stdout } =
        command === 'start' ? await place.start('--executable-path', place.fake('exit 3')) : await place.run([command]);
      expect(status).toBe(command === 'stop' ? 0 : 1);
      expect(stdout).not.toContain(String(pid));
      expect(isAlive(pid)).toBe(true);
      expect(place.left()).toEqual(['profile']);
    } finally {
      bystander.kill('SIGKILL');
    }
  });

  test('one of another container is left alone, and its note with it', async () => {
    expect((await place.start()).status).toBe(0);
    const was = readFileSync(place.statePath, 'utf8');
    const theirs = JSON.stringify({ ...(JSON.parse(was) as object), namespace: 'pid:[1]', host: 'elsewhere' });
    writeFileSync(place.statePath, theirs, { mode: 0o600 });
    for (const command of ['status', 'stop', 'start']) {
      expect((await place.run([command, ...(command === 'start' ? ['--headless'] : [])])).status).toBe(1);
    }
    expect(readFileSync(place.statePath, 'utf8')).toBe(theirs);
    writeFileSync(place.statePath, was, { mode: 0o600 });
    expect(isAlive(place.state().pid)).toBe(true);
  });

  test('stop works, on the record, while the configuration is broken', async () => {
    expect((await place.start()).status).toBe(0);
    const { pid } = place.state();
    writeFileSync(join(place.workspace, 'gatewright.yaml'), 'nonsense: [', { mode: 0o600 });
    expect((await place.start()).status).toBe(2);
    expect((await place.run(['status'])).status).toBe(0);
    expect((await place.run(['stop'])).status).toBe(0);
    expect(isAlive(pid)).toBe(false);
    expect(place.recorded().at(-1)).toContain('"chrome.stopped"');
  });

  test('without a record there is no browser', async () => {
    mkdirSync(join(place.workspace, 'keys', 'audit.key'), { recursive: true, mode: 0o700 });
    const { status, stdout } = await place.start();
    expect(status).not.toBe(0);
    expect(stdout).toBe('');
    expect(place.left()).toEqual([]);
    expect(place.listeners()).toEqual([]);
  });

  test('a folder in the profile’s place that leads elsewhere is refused', async () => {
    mkdirSync(join(place.workspace, 'chrome'), { mode: 0o700 });
    mkdirSync(join(place.base, 'everyday'));
    symlinkSync(join(place.base, 'everyday'), join(place.workspace, 'chrome', 'profile'));
    expect((await place.start()).status).toBe(2);
    expect(readdirSync(join(place.base, 'everyday'))).toEqual([]);
  });
});
