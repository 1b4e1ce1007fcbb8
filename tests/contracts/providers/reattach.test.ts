import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../fixtures/chrome-place.js';
import { hasSeleniumGrid } from '../../fixtures/needs.js';
import { until } from '../../fixtures/remote-browsers.js';
import { SeleniumGrid } from '../../fixtures/selenium-grid.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { codeOf, READING } from '../browser/browser-setup.js';
import type { Room, RoomOptions } from '../browser/browser-setup.js';
import { openOutlived } from './outlived-server.js';

// Beside node_modules, so that Playwright is found.
const program = path.join(import.meta.dirname, `outlived-${String(process.pid)}.mjs`);
/** Sends something every 100 ms, and says how often it has since it was loaded. */
const BEATING = `<h1>Beating</h1><p id=count>0</p><script>
  let beats = 0;
  setInterval(() => { beats += 1; document.getElementById('count').textContent = 'beat ' + beats; fetch('/beat?' + beats).catch(() => 0) }, 100);
</script>`;

describe.runIf(hasSeleniumGrid())('a Grid session whose server is gone', () => {
  let site: Site;
  let inner: Site;
  let grid: SeleniumGrid;
  let workspace: string;
  let remote: NonNullable<RoomOptions['remote']>;
  let before: ChildProcess | undefined;
  let after: Awaited<ReturnType<typeof openOutlived>> | undefined;

  beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: [path.join(import.meta.dirname, 'outlived-program.ts')],
      ...{ bundle: true, platform: 'node', format: 'esm', write: false, external: ['playwright-core', 'ws'] },
    });
    writeFileSync(program, outputFiles[0]?.text ?? '');
    inner = await startSite({ '/': html('<p>From another origin</p>') });
    // By the other name of this machine it is another site, whose frame has a process of its own.
    const framed = ['127.0.0.1', 'localhost'].map((host) => `<iframe src="http://${host}:${inner.port}/"></iframe>`);
    site = await startSite({
      '/': html(BEATING),
      '/other': html('<h1>Other</h1>'),
      '/frames': html(`<h1>Frames</h1>${framed.join('')}`),
    });
    grid = await SeleniumGrid.open({ slots: 2, nodes: 1, timeoutSeconds: 120 });
  });
  afterAll(async () => {
    rmSync(program, { force: true });
    await grid.close();
    await Promise.all([site.close(), inner.close()]);
  });
  beforeEach(async () => {
    workspace = mkdtempSync(path.join(tmpdir(), 'gw-outlived-'));
    remote = { ...grid.remote(), reattach: true, proxy: { port: await freePort() } };
  });
  afterEach(async () => {
    before?.kill('SIGKILL');
    await after?.close();
    after = undefined;
    for (const { id } of await grid.sessions()) await fetch(`${grid.url}/session/${id}`, { method: 'DELETE' });
    await until(async () => (await grid.sessions()).length === 0);
    rmSync(workspace, { recursive: true, force: true });
  });

  const folder = () => path.join(workspace, 'remote-sessions');
  const records = () => readdirSync(folder()).filter((name) => name !== 'workspace');
  const beats = () => site.seen.filter((one) => one.path.startsWith('/beat')).length;

  /** A server with a page open; resolves when the session can be taken over. */
  async function serve(
    more: { readonly path?: string; readonly hosts?: readonly string[]; [name: string]: unknown } = {},
  ): Promise<ChildProcess> {
    const server = spawn(
      process.execPath,
      [program, workspace, site.url(more.path), JSON.stringify({ remote, ...more })],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    before = server;
    await new Promise<void>((resolve, reject) => {
      server.stdout.once('data', () => {
        resolve();
      });
      server.once('exit', () => {
        reject(new Error('it ended'));
      });
    });
    await until(() => Promise.resolve(records().length === 1));
    return server;
  }
  async function kill(server: ChildProcess): Promise<void> {
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGKILL');
    await gone;
  }
  async function open(more: RoomOptions = {}): Promise<Room> {
    after = await openOutlived(workspace, [site.host], remote, more);
    return after.room;
  }
  const look = async (room: Room): Promise<string> =>
    JSON.stringify(await room.run(READING, ({ page }) => page.snapshot({})));
  const failureOf = async (work: Promise<unknown>): Promise<{ code?: string; hint?: string }> =>
    work.then(
      () => ({}),
      (error: unknown) => error as { code?: string; hint?: string },
    );
  const ids = async () => (await grid.sessions()).map(({ id }) => id);

  it('is taken over: nothing got out meanwhile, the page is the same, and the agent is told first', async () => {
    const server = await serve();
    const [file = ''] = records();
    expect(statSync(path.join(folder(), file)).mode & 0o777).toBe(0o600);
    const [id] = await ids();
    await kill(server);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const atDeath = beats();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(beats()).toBe(atDeath);
    const room = await open();
    const told = await failureOf(look(room));
    expect(told).toMatchObject({ code: 'session.reattached' });
    expect(told.hint).toContain(`It is at ${site.origin}, with 1 tab.`);
    expect(room.events.map(({ event }) => event)).toEqual(expect.arrayContaining(['session.reattached']));
    // The same document: it has counted on.
    const text = await look(room);
    expect(Number(/beat (\d+)/u.exec(text)?.[1])).toBeGreaterThan(atDeath);
    expect(await ids()).toEqual([id]);
    await until(() => Promise.resolve(beats() > atDeath));
    expect(room.sessions.list()).toMatchObject([{ actions: 1, url: site.url() }]);
    expect(await codeOf(room.navigate(site.url('/other')))).toBe('ok');
    await room.sessions.end({}, 'over');
    await until(async () => (await ids()).length === 0);
    expect(records()).toEqual([]);
  });

  it('is nobody else’s: not another name’s, not another caller’s, not another server’s while its own lives', async () => {
    const server = await serve();
    const [id] = await ids();
    const room = await open();
    // The other server lives: the session is its own.
    expect(await failureOf(look(room))).toMatchObject({ code: 'session.none' });
    expect(await ids()).toEqual([id]);
    await kill(server);
    expect(await failureOf(room.run({ ...READING, session: 'other' }, () => Promise.resolve()))).toMatchObject({
      code: 'session.none',
    });
    expect(await failureOf(room.run({ ...READING, principal: 'stranger' }, () => Promise.resolve()))).toMatchObject({
      code: 'session.none',
    });
    const click = { ...READING, effect: 'act', targets: [{ kind: 'element', at: { ref: 'e1' }, intent: 'click' }] };
    expect(await failureOf(room.lease(click as never))).toMatchObject({
      code: 'session.none',
      hint: expect.stringContaining('browser_snapshot takes the session over') as string,
    });
    expect(await failureOf(look(room))).toMatchObject({ code: 'session.reattached' });
    expect(await ids()).toEqual([id]);
  });

  it.each<[string, (file: string) => void]>([
    [
      'is damaged',
      (file) => {
        writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20), { mode: 0o600 });
      },
    ],
    [
      'can be read by others',
      (file) => {
        chmodSync(file, 0o644);
      },
    ],
    [
      'names another session',
      (file) => {
        writeFileSync(file, readFileSync(file, 'utf8').replace(/"id":"./u, '"id":"0'));
      },
    ],
  ])('its record %s: it is given to nobody, and deleted', async (_, damage) => {
    await kill(await serve());
    const [id = ''] = await ids();
    damage(path.join(folder(), records()[0] ?? ''));
    const room = await open();
    expect(await failureOf(look(room))).toMatchObject({ code: 'session.none' });
    await until(async () => !(await ids()).includes(id));
    expect(room.events.some(({ event }) => event === 'session.reattached')).toBe(false);
  });

  it.each<[string, { spoils?: boolean }, RoomOptions, string]>([
    ['holds a secret that its server alone knew', { spoils: true }, {}, 'a secret was kept'],
    ['was unused for too long', {}, { sessions: { idleSeconds: 1 } }, ''],
    ['was started otherwise', {}, { browser: { provider: 'remote', userAgent: 'Other/1.0' } }, 'configuration'],
  ])('it %s: it is deleted, and the agent hears why or finds none', async (_, given, options, why) => {
    await kill(await serve(given));
    const [id = ''] = await ids();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const room = await open(options);
    const { code, hint = '' } = await failureOf(look(room));
    // The sweep at the start may have been there first.
    expect(['session.expired', 'session.none']).toContain(code);
    if (code === 'session.expired') expect(hint).toContain(why);
    await until(async () => !(await ids()).includes(id));
    expect(records()).toEqual([]);
    expect(await codeOf(room.navigate(site.url('/other')))).toBe('ok');
  });

  it('its page stands where the session may not be now: the tab is closed unseen', async () => {
    await kill(await serve());
    const sent = beats();
    const room = await open({ mayVisit: () => false });
    const told = await failureOf(look(room));
    expect(told).toMatchObject({ code: 'session.reattached' });
    expect(told.hint).toContain('It has an empty tab now. 1 tab closed');
    expect(await look(room)).not.toContain('Beating');
    // On its way when its server died.
    expect(beats()).toBeLessThanOrEqual(sent + 1);
  });

  it.each([
    ['may not be loaded now: they are emptied unseen, and the page stays', false],
    ['may be loaded still: they stay as they are', true],
  ])('frames of its page that %s', async (_, mayLoad) => {
    await kill(await serve({ path: '/frames', hosts: [inner.host, `localhost:${inner.port}`] }));
    const room = await open({ mayLoad: (_scope, url) => mayLoad || new URL(url).origin === site.origin });
    expect(await failureOf(look(room))).toMatchObject({ code: 'session.reattached' });
    const { text } = await room.run(READING, ({ page }) => page.snapshot({}));
    expect(text).toContain('Frames');
    expect(text.split('From another origin').length - 1).toBe(mayLoad ? 2 : 0);
  });

  it('the Grid has ended it meanwhile: the agent hears it, and the next call begins anew', async () => {
    await kill(await serve());
    const [id = ''] = await ids();
    await fetch(`${grid.url}/session/${id}`, { method: 'DELETE' });
    const room = await open();
    const told = await failureOf(look(room));
    expect(told).toMatchObject({ code: 'session.expired' });
    expect(told.hint).toContain('could not be taken over');
    expect(await codeOf(room.navigate(site.url('/other')))).toBe('ok');
  });

  it('a server that ends in order leaves it if it is to, and ends it if not', async () => {
    for (const leavesAtEnd of [true, false]) {
      const server = await serve({ leavesAtEnd });
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.stdin?.write('end\n');
      await gone;
      expect(await ids()).toHaveLength(leavesAtEnd ? 1 : 0);
      expect(records()).toHaveLength(leavesAtEnd ? 1 : 0);
      const room = await open();
      expect((await failureOf(look(room))).code).toBe(leavesAtEnd ? 'session.reattached' : 'session.none');
      await after?.close();
      after = undefined;
      await until(async () => (await ids()).length === 0);
    }
  });

  it('sessions are ended by a person before anybody took one over: it is deleted', async () => {
    await kill(await serve());
    const room = await open();
    await room.sessions.end({}, 'a person stopped everything');
    await until(async () => (await ids()).length === 0);
    expect(await failureOf(look(room))).toMatchObject({ code: 'session.none' });
  });

  it('it is no longer wanted by the configuration: the next server deletes it', async () => {
    await kill(await serve());
    const [id = ''] = await ids();
    remote = { ...remote, reattach: false };
    const room = await open();
    // At its start, without a call.
    await until(async () => !(await ids()).includes(id));
    expect(room.started()).toBe(0);
    expect(await failureOf(look(room))).toMatchObject({ code: 'session.none' });
    expect(await codeOf(room.navigate(site.url('/other')))).toBe('ok');
  });
});
