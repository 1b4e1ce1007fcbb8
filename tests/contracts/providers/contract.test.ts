import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { codeOf, eventually, openRoom, processesIn, READING } from '../browser/browser-setup.js';
import type { Room } from '../browser/browser-setup.js';
import { openNetwork } from '../network/open-network.js';
import type { App } from '../network/open-network.js';
import { remoteOptions } from '../../../src/browser/options.js';
import { browsersOf, PROVIDER_CASES, roomOf, traitsOfCase } from './provider-cases.js';
import type { PreparedProvider } from './provider-cases.js';

describe.each(PROVIDER_CASES)('$name', ({ sessions, isPerSession, isConnectedEach = isPerSession, prepare }) => {
  const hasMany = sessions === 'many';
  let prepared: PreparedProvider;
  let site: Site;
  let trap: Site;
  let app: App;
  let setup: Room;

  beforeAll(async () => {
    trap = await startSite({});
    site = await startSite({
      '/': (request, response) => {
        const cookie = request.headers.cookie ?? 'none';
        response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'who=one' });
        response.end(html(`<h1>Hello</h1><p>cookie: ${cookie}</p>`));
      },
      '/ways-out': html(waysOut(trap.port)),
      '/redirect': (_, response) => response.writeHead(302, { location: `http://127.0.0.1:${trap.port}/` }).end(),
      '/told': (_, response) => response.end('told'),
    });
    prepared = await prepare();
    const { remote } = prepared;
    const remoteProxy = remote === undefined ? undefined : remoteOptions.parse(remote).proxy;
    app = await openNetwork({ unsafeAllowPrivate: [site.host], remoteProxy });
    setup = openRoom({ egress: app.egress, ...roomOf(prepared) });
  });

  afterAll(async () => {
    await setup.close();
    await prepared.close();
    await app.close();
    await site.close();
    await trap.close();
  });

  const pids = (): readonly number[] => browsersOf(prepared, setup);
  const shown = async (session = 'default'): Promise<string> => {
    await setup.navigate(site.url(), session);
    return (await setup.run({ ...READING, session }, ({ page }) => page.snapshot({}))).text;
  };
  const close = async (session: string): Promise<void> => {
    const call = { tool: 'browser_close', effect: 'leave', session, targets: [{ kind: 'session' }] } as const;
    expect(await setup.run(call, ({ page }) => page.endSession())).toBe(true);
  };

  it.runIf(hasMany)('isolation: a session sees nothing of another', async () => {
    expect(await shown('one')).toContain('cookie: none');
    expect(await shown('one')).toContain('cookie: who=one');
    expect(await shown('two')).toContain('cookie: none');
    expect(pids()).toHaveLength(isPerSession ? 2 : 1);
    expect(setup.started()).toBe(isConnectedEach ? 2 : 1);
  });

  it.runIf(!hasMany)('isolation: there is no second session beside the first', async () => {
    expect(await shown('one')).toContain('Hello');
    expect(await codeOf(setup.navigate(site.url(), 'two'))).toBe('session.too-many');
  });

  it('boundary: an ordinary page works, and no way of a page leads to a closed address', async () => {
    await setup.navigate(site.url('/ways-out'), 'one');
    await eventually('all was tried', () => site.seen.some(({ path }) => path === '/told'));
    await codeOf(setup.navigate(site.url('/redirect'), 'one'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(trap.seen).toEqual([]);
    // Without our proxy Chromium may connect ahead of a request that is then refused.
    if (traitsOfCase(prepared).proxied) expect(trap.connections()).toBe(0);
    expect(await shown('one')).toContain('Hello');
  });

  it.runIf(hasMany)('crash: whose browser is killed is told once, and nobody else notices', async () => {
    const [first] = pids();
    if (first === undefined) throw new Error('no browser');
    process.kill(first, 'SIGKILL');
    const left = isPerSession ? 1 : 0;
    await eventually('noticed', () => setup.sessions.list().length === left);
    const survivors = setup.sessions.list().map(({ session }) => session);
    const codes = await Promise.all(['one', 'two'].map((session) => codeOf(setup.navigate(site.url(), session))));
    expect(codes.filter((code) => code === 'browser.crashed')).toHaveLength(isPerSession ? 1 : 2);
    await prepared.elsewhere?.ready();
    for (const session of survivors) expect(await shown(session)).toContain('cookie: who=one');
    expect(await shown('one')).toContain('Hello');
    expect(await shown('two')).toContain('Hello');
    expect(pids()).not.toContain(first);
  });

  it('close: the session is gone with all that was kept for it, and its tabs or processes with it', async () => {
    const { chrome } = prepared;
    const theirs = await chrome?.openTab('about:blank');
    await close('one');
    expect(setup.sessions.list().map(({ session }) => session)).toEqual(hasMany ? ['two'] : []);
    expect(setup.forgotten).toContain('local/one');
    if (isPerSession) await eventually('its browser ended', () => pids().length === 1);
    if (chrome !== undefined) {
      const left = Object.entries(await chrome.tabs());
      expect(left.map(([id]) => id)).toContain(theirs);
      expect(left.filter(([, url]) => url.startsWith(site.origin))).toEqual([]);
    }
  });

  it('purge: a session of the same name knows nothing of the one before', async () => {
    const { ownProfile } = traitsOfCase(prepared);
    // A person's profile is theirs: what a site keeps there stays, and the configuration says that it may be unsafe.
    expect(await shown('one')).toContain(ownProfile ? 'cookie: none' : 'cookie: who=one');
  });

  it('end: a server that stops leaves no process and no file', async () => {
    const [runFolder = '', ...elsewhere] = setup.folders;
    await setup.sessions.close();
    expect(processesIn(setup.folders)).toEqual([]);
    expect(elsewhere.filter((folder) => existsSync(folder))).toEqual([]);
    expect(readdirSync(runFolder)).toEqual([]);
    const { elsewhere: remote } = prepared;
    if (remote !== undefined) await expect.poll(() => remote.inUse(), { timeout: 10_000 }).toBe(0);
  });
});

/** Tells the site when each way was tried. */
function waysOut(port: number): string {
  const at = `127.0.0.1:${String(port)}`;
  return `<h1>Ways out</h1><script>
    const quiet = (work) => Promise.resolve(work).catch(() => 0);
    const worker = new Worker(URL.createObjectURL(new Blob(["fetch('http://${at}/worker', { mode: 'no-cors' }).catch(() => 0)"])));
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.src = 'http://${at}/frame';
    new Image().src = 'http://${at}/image';
    navigator.sendBeacon('http://${at}/beacon', 'x');
    Promise.all([
      quiet(fetch('http://${at}/fetch', { mode: 'no-cors' })),
      quiet(fetch('/redirect', { mode: 'no-cors' })),
      new Promise((done) => setTimeout(done, 400)),
    ]).then(() => fetch('/told'));
  </script>`;
}
