import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { describeBrowser } from '../../../src/browser/index.js';
import { browserOptions } from '../../../src/browser/options.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { browserIn, codeOf, GOING, openRoom, processesIn, READING } from './browser-setup.js';
import type { Room, RoomOptions } from './browser-setup.js';

let setup: Room;
let site: Site | undefined;
const open = (options?: RoomOptions): Room => (setup = openRoom(options));
const page = async (): Promise<string> => {
  site ??= await startSite({ '/': html('<h1>Hello</h1>') });
  return site.url();
};

afterEach(async () => {
  await setup.close();
  await site?.close();
  site = undefined;
});

describe('a browser starts', () => {
  it('once for ten first calls at once, and not before', async () => {
    open({ sessions: { maxConcurrent: 10 } });
    expect(processesIn(setup.folders)).toEqual([]);
    const url = await page();
    await Promise.all(Array.from({ length: 10 }, (_, i) => setup.navigate(url, `s${i % 5}`)));
    expect(setup.started()).toBe(1);
    expect(browserIn(setup).pid).toBeGreaterThan(0);
    expect(setup.sessions.list()).toHaveLength(5);
  });

  it('with processes for pages alone: none for the parts of a window that nobody sees', async () => {
    open();
    await setup.navigate(await page());
    const renderers = () => processesIn(setup.folders).filter(({ command }) => command.includes('--type=renderer'));
    expect(renderers().length).toBeGreaterThan(0);
    // The page's, and one that Chromium keeps ready for the next.
    await expect.poll(() => renderers().length).toBeLessThanOrEqual(2);
  });

  it('not to end a session that is not there, nor to read one', async () => {
    open();
    const ended = await setup.run({ tool: 'browser_close', effect: 'leave', targets: [{ kind: 'session' }] }, (lease) =>
      lease.page.endSession(),
    );
    expect(ended).toBe(false);
    expect(await codeOf(setup.lease(READING))).toBe('session.none');
    const at = { by: 'ref', ref: 'e1' } as const;
    expect(await codeOf(setup.lease({ effect: 'act', targets: [{ kind: 'element', at, intent: 'click' }] }))).toBe(
      'session.none',
    );
    expect(setup.started()).toBe(0);
  });

  it('with its own home, and nothing of the operator’s environment but what it needs', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gw-env-'));
    chmodSync(folder, 0o777);
    const fake = path.join(folder, 'fake-browser');
    writeFileSync(fake, `#!/bin/sh\nenv > '${folder}/env'\n`, { mode: 0o755 });
    chmodSync(fake, 0o755);
    const leaky = ['AWS_SECRET_ACCESS_KEY', 'HTTPS_PROXY', 'NODE_OPTIONS', 'LD_PRELOAD'];
    const loopback = 'PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK';
    const environment = Object.fromEntries([...leaky, loopback].map((name) => [name, 'x']));
    open({ browser: { executablePath: fake }, environment: { ...environment, TZ: 'Europe/Rome' } });
    expect(await codeOf(setup.lease(GOING))).toBe('browser.start-failed');
    const lines = readFileSync(path.join(folder, 'env'), 'utf8').trim().split('\n');
    rmSync(folder, { recursive: true });
    const names = new Map(lines.map((line) => [line.replace(/=.*/su, ''), line.replace(/^[^=]*=/su, '')]));
    for (const name of [...leaky, loopback]) expect(names.has(name)).toBe(false);
    expect(names.get('TZ')).toBe('Europe/Rome');
    for (const name of ['HOME', 'TMPDIR', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR']) {
      expect(setup.folders.some((own) => names.get(name)?.startsWith(own) === true)).toBe(true);
    }
  });

  it.runIf(process.getuid?.() === 0)('as an unprivileged user with its sandbox on, when we are root', async () => {
    open();
    await setup.navigate(await page());
    const status = readFileSync(`/proc/${browserIn(setup).pid}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\s+65534\s+65534/mu);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/mu);
    expect(processesIn(setup.folders).some(({ command }) => command.includes('--no-sandbox'))).toBe(false);
    expect(setup.logged).toEqual([]);
  });

  it('and says so when it has no sandbox', async () => {
    open({ browser: { sandbox: 'off' } });
    await setup.navigate(await page());
    expect(setup.logged.join()).toMatch(/^unsafe: /u);
    expect(browserIn(setup).command).toContain('--no-sandbox');
  });

  it('or says why it cannot, and is tried again by the next call', async () => {
    open({ browser: { executablePath: '/bin/false' } });
    const url = await page();
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(setup.navigate(url))));
    expect(codes).toEqual(['browser.start-failed', 'browser.start-failed', 'browser.start-failed']);
    expect(await codeOf(setup.navigate(url))).toBe('browser.start-failed');
    expect(setup.sessions.list()).toEqual([]);
    expect(site?.seen).toEqual([]);
  });

  it('never where there is none, or none is wanted', async () => {
    open({ browser: { executablePath: '/nowhere/chromium' } });
    expect(await codeOf(setup.lease(GOING))).toBe('browser.not-installed');
    await setup.close();
    open({ browser: { provider: 'none' } });
    expect(await codeOf(setup.lease(GOING))).toBe('browser.unavailable');
  });

  it('for the doctor, who is told what it is', async () => {
    open();
    const options = browserOptions.parse({});
    const runFolder = setup.folders[0] ?? '';
    const environment = { PLAYWRIGHT_BROWSERS_PATH: process.env['PLAYWRIGHT_BROWSERS_PATH'] };
    const seen = await describeBrowser({ options, runFolder, environment });
    expect(seen).toMatchObject({ sandbox: { on: true } });
    expect('version' in seen ? seen.version : '').toMatch(/^\d+\./u);
    expect(processesIn(setup.folders)).toEqual([]);
    const executablePath = '/nowhere/chromium';
    const none = await describeBrowser({ options: { ...options, executablePath }, runFolder, environment });
    expect(none).toMatchObject({ code: 'browser.not-installed' });
    const broken = await describeBrowser({
      options: { ...options, executablePath: '/bin/false' },
      runFolder,
      environment,
    });
    expect(broken).toMatchObject({ path: '/bin/false', code: 'browser.start-failed' });
  });

  it('and leaves no process and no file when the room is closed', async () => {
    open();
    await setup.navigate(await page());
    const [runFolder = '', ...elsewhere] = setup.folders;
    expect(processesIn(setup.folders).length).toBeGreaterThan(3);
    await setup.sessions.close();
    expect(processesIn(setup.folders)).toEqual([]);
    expect(elsewhere.filter((folder) => existsSync(folder))).toEqual([]);
    expect(existsSync(runFolder)).toBe(true);
    expect(await codeOf(setup.lease(GOING))).toBe('session.expired');
    expect(await codeOf(setup.lease(GOING))).toBe('call.cancelled');
  });
});
