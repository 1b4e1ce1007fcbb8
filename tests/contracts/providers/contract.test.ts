import { createSocket } from 'node:dgram';
import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHostileSite } from '../../fixtures/hostile-site.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { codeOf, eventually, GOING, openRoom, processesIn, READING } from '../browser/browser-setup.js';
import type { Room } from '../browser/browser-setup.js';
import { openNetwork } from '../network/open-network.js';
import type { App } from '../network/open-network.js';
import { remoteOptions } from '../../../src/browser/options.js';
import { browsersOf, PROVIDER_CASES, roomOf, traitsOfCase } from './provider-cases.js';
import type { PreparedProvider } from './provider-cases.js';

/** Few enough for a container of the usual size to have the memory for them. */
const MAX_FRAMES = 80;

describe.each(PROVIDER_CASES)('$name', ({ name, sessions, isPerSession, isConnectedEach = isPerSession, prepare }) => {
  const hasMany = sessions === 'many';
  let prepared: PreparedProvider;
  let site: Site;
  let hostile: Site;
  let trap: Site;
  let datagrams = 0;
  const udp = createSocket('udp4', () => (datagrams += 1));
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
      '/frames': html(
        `<script>setInterval(() => { if (frames.length < ${String(2 * MAX_FRAMES)}) document.body.append(document.createElement('iframe')); }, 20)</script>`,
      ),
    });
    await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
    hostile = await startHostileSite({ host: trap.host, udp: `127.0.0.1:${String(udp.address().port)}` });
    prepared = await prepare();
    const { remote } = prepared;
    const remoteProxy = remote === undefined ? undefined : remoteOptions.parse(remote).proxy;
    app = await openNetwork({ unsafeAllowPrivate: [site.host, hostile.host], remoteProxy });
    setup = openRoom({ egress: app.egress, sessions: { maxFrames: MAX_FRAMES }, ...roomOf(prepared) });
  });

  afterAll(async () => {
    await setup.close();
    await prepared.close();
    await app.close();
    await site.close();
    await hostile.close();
    await trap.close();
    udp.close();
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
    if (traitsOfCase(prepared).proxied) await tryEveryWay();
    expect(await shown('one')).toContain('Hello');
  });

  /** Each way out that tests/attacks/no-route tries with one browser for all. */
  const tryEveryWay = async (): Promise<void> => {
    const target = { kind: 'url', url: hostile.url('/all') } as const;
    // What it is told of refused requests is for other tests.
    await codeOf(
      setup.run({ ...GOING, session: 'one', targets: [target] }, ({ page }) =>
        page.navigate(target, { waitFor: 'domcontentloaded', snapshot: 'none' }),
      ),
    );
    const tried = ['/all', '/away', '/sw.js'];
    await eventually('they were tried', () => tried.every((path) => hostile.seen.some((one) => one.path === path)));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    // Some ways are taken when the page is left.
    await setup.navigate(site.url(), 'one');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(trap.seen).toEqual([]);
    expect(trap.connections()).toBe(0);
    expect(datagrams).toBe(0);
  };

  // Where frames are not counted (`relay`; the table in docs/remote.md says so), memory and processor time are watched.
  it.runIf(name !== 'relay')(
    'limits: a page that takes more than its session may have ends its own, by name, and no other',
    async () => {
      await shown('one');
      if (hasMany) await shown('two');
      const saidOf = (path: string): Promise<string> => setup.navigate(site.url(path), 'one').then(() => 'ok', String);
      const said = await saidOf('/frames');
      await eventually('it ended', () => setup.sessions.list().every(({ session }) => session !== 'one'), 40_000);
      // The call that was under way is told, or else the next one.
      expect(`${said}\n${await saidOf('/')}`).toContain('session.limit');
      const ended = setup.events.filter(({ event }) => event === 'session.ended');
      expect(ended.at(-1)).toMatchObject({ scope: { session: 'one' }, facts: { code: 'session.limit' } });
      expect(JSON.stringify(ended.at(-1))).toContain('sessions.maxFrames');
      expect(setup.sessions.list().some(({ session }) => session === 'two')).toBe(hasMany);
      expect(await shown('one')).toContain('Hello');
    },
  );

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

describe('none', () => {
  it('every call that wants a browser is refused, nothing is started, and nothing is left', async () => {
    const site = await startSite({ '/': html('<h1>Hello</h1>') });
    const app = await openNetwork({ unsafeAllowPrivate: [site.host] });
    const setup = openRoom({ egress: app.egress, browser: { provider: 'none' } });
    const [runFolder = ''] = setup.folders;
    try {
      expect(await codeOf(setup.navigate(site.url(), 'one'))).toBe('browser.unavailable');
      expect(await codeOf(setup.navigate(site.url(), 'one'))).toBe('browser.unavailable');
      expect(await codeOf(setup.run({ ...READING, session: 'two' }, () => Promise.resolve()))).toBe('session.none');
      expect(setup.sessions.list()).toEqual([]);
      expect([setup.started(), site.seen]).toEqual([0, []]);
      expect(processesIn(setup.folders)).toEqual([]);
      expect(await setup.sessions.end({}, 'over')).toBe(0);
      await setup.sessions.close();
      expect(readdirSync(runFolder)).toEqual([]);
    } finally {
      await setup.close();
      await app.close();
      await site.close();
    }
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
