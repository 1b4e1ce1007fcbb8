import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../fixtures/chrome-place.js';
import { refOf, start } from '../fixtures/gatewright.js';
import type { Running, StartOptions } from '../fixtures/gatewright.js';
import { hasSeleniumGrid } from '../fixtures/needs.js';
import { until } from '../fixtures/remote-browsers.js';
import { SeleniumGrid } from '../fixtures/selenium-grid.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

describe.runIf(hasSeleniumGrid())('remote.reattach, through the front door', () => {
  let site: Site;
  let inner: Site;
  let grid: SeleniumGrid;
  let workspace: string;
  let config: object;
  let told = '';
  const running: Running[] = [];

  beforeAll(async () => {
    inner = await startSite({ '/': html('<p>From another origin</p>') });
    site = await startSite({
      '/framed': html(`<h1>Framed</h1><iframe src="${inner.url()}"></iframe>`),
      '/': html(
        '<h1>Shop</h1><button onclick="this.textContent = `Put in ${++n}`">Put in 0</button><script>n = 0</script>',
      ),
      // Whatever a page says: here what only the operator and the Grid know.
      '/says': (_, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(html(`<h1>Says</h1><p>It is ${told}.</p>`));
      },
    });
    grid = await SeleniumGrid.open({ slots: 1, nodes: 1, timeoutSeconds: 120 });
  });
  afterAll(async () => {
    await grid.close();
    await Promise.all([site.close(), inner.close()]);
  });
  beforeEach(async () => {
    workspace = mkdtempSync(join(tmpdir(), 'gw-reattach-'));
    config = {
      browser: { provider: 'remote' },
      capabilities: ['read', 'navigation', 'action', 'secrets'],
      remote: { ...grid.remote(), reattach: true, proxy: { port: await freePort() } },
      network: { unsafeAllowPrivate: [site.host, inner.host] },
    };
  });
  afterEach(async () => {
    for (const one of running.splice(0)) await one.close().catch(() => undefined);
    for (const id of await ids()) await fetch(`${grid.url}/session/${id}`, { method: 'DELETE' });
    await until(async () => (await grid.sessions()).length === 0);
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  });

  const begin = async (options: StartOptions = {}): Promise<Running> => {
    const one = await start({ workspace, config, ...options });
    running.push(one);
    return one;
  };
  const ids = async (): Promise<string[]> => (await grid.sessions()).map(({ id }) => id);
  const records = () => readdirSync(join(workspace, 'remote-sessions')).filter((name) => name !== 'workspace');
  /** Opens the shop, uses it, and answers once the session can be taken over. */
  const shop = async (server: Running): Promise<{ readonly ref: string; readonly id: string }> => {
    const page = await server.call('browser_navigate', { url: site.url() });
    const ref = refOf(page.text, /button "Put in 0"/u);
    expect((await server.call('browser_click', { ref })).text).toContain('Put in 1');
    await until(() => Promise.resolve(records().length === 1), 15_000);
    const file = join(workspace, 'remote-sessions', records()[0] ?? '');
    expect(readFileSync(file, 'utf8')).not.toContain('spoiled');
    return { ref, id: (await ids())[0] ?? '' };
  };

  const forget = (server: Running): void => void running.splice(running.indexOf(server), 1);
  const kill = async (server: Running): Promise<void> => {
    forget(server);
    process.kill(server.pid, 'SIGKILL');
    await server.close().catch(() => undefined);
  };
  const stop = async (server: Running): Promise<void> => {
    forget(server);
    await server.close();
  };

  it.each<[string, StartOptions, (server: Running) => Promise<void>]>([
    ['killed, over stdio', { transport: 'stdio' }, kill],
    ['stopped in order, over HTTP', { transport: 'http', revision: '2026-07-28' }, stop],
  ])(
    'a server that is %s: the next one has its page; refs are stale, and the record says so',
    async (_, options, end) => {
      const before = await begin(options);
      const { ref, id } = await shop(before);
      await end(before);
      expect(await ids()).toEqual([id]);

      const after = await begin(options);
      const first = await after.call('browser_snapshot');
      expect(first.code).toBe('session.reattached');
      expect(first.text).toContain(`It is at ${site.origin}, with 1 tab.`);
      expect((await after.call('browser_click', { ref })).code).toBe('browser.stale-ref');
      const page = await after.call('browser_snapshot');
      const fresh = refOf(page.text, /button "Put in 1"/u);
      expect((await after.call('browser_click', { ref: fresh })).text).toContain('Put in 2');
      expect(await ids()).toEqual([id]);
      const taken = after.record().filter(({ event }) => event === 'session.reattached');
      expect(taken).toHaveLength(1);
      expect(JSON.stringify(taken)).toContain('"kept":1');

      await after.call('browser_close');
      await until(async () => (await ids()).length === 0);
      expect(records()).toEqual([]);
    },
  );

  it('a frame whose origin the next configuration does not allow is emptied, and the page stays', async () => {
    const before = await begin();
    const page = await before.call('browser_navigate', { url: site.url('/framed') });
    expect(page.text).toContain('From another origin');
    await until(() => Promise.resolve(records().length === 1), 15_000);
    await kill(before);
    const network = { unsafeAllowPrivate: [site.host, inner.host], allow: [site.origin] };
    const after = await begin({ config: { ...config, network } });
    expect((await after.call('browser_snapshot')).code).toBe('session.reattached');
    const { text } = await after.call('browser_snapshot');
    expect(text).toContain('heading "Framed"');
    expect(text).not.toContain('From another origin');
  });

  it.each(['stdio', 'http'] as const)(
    'without it the next server deletes what was left when it starts, before any call, over %s',
    async (transport) => {
      const before = await begin();
      const { id } = await shop(before);
      await kill(before);
      expect(await ids()).toEqual([id]);
      const after = await begin({ transport, config: { ...config, remote: grid.remote() } });
      await after.client.listTools();
      await until(async () => (await ids()).length === 0, 20_000);
      expect(records()).toEqual([]);
    },
  );

  it('a session for which a secret was kept is not taken over', async () => {
    const before = await begin();
    const { id } = await shop(before);
    const secret = { name: 'SHOP_PASSWORD', value: 'correct-horse-7', scope: [site.origin] };
    expect((await before.call('register_secret', secret)).code).toBeUndefined();
    await kill(before);
    const after = await begin();
    const first = await after.call('browser_snapshot');
    expect(['session.expired', 'session.none']).toContain(first.code);
    await until(async () => !(await ids()).includes(id));
    expect(after.record().some(({ event }) => event === 'session.reattached')).toBe(false);
  });

  it('the id of the session is masked wherever it would be shown, also by the server that takes it over', async () => {
    const before = await begin();
    const { id } = await shop(before);
    told = id;
    const shown = await before.call('browser_navigate', { url: site.url('/says') });
    expect(shown.text).toContain('heading "Says"');
    expect(shown.text).not.toContain(id);
    await kill(before);
    const after = await begin();
    expect((await after.call('browser_snapshot')).code).toBe('session.reattached');
    const again = await after.call('browser_snapshot');
    expect(again.text).toContain('heading "Says"');
    expect(again.text).not.toContain(id);
    expect(JSON.stringify(after.record())).not.toContain(id);
    expect(before.stderr() + after.stderr()).not.toContain(id);
  });
});
