import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startMockDns } from '../contracts/network/mock-dns.js';
import type { MockDns } from '../contracts/network/mock-dns.js';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

/** A service that the operator opened by its address, and names of somebody else's that resolve to that address. */
promised('private-closed', () => {
  let dns: MockDns;
  let inside: Site;
  let page: Site;
  let gatewright: Running;
  let workspace: string;
  const hostile = ['evil.example', 'alias.example', 'mapped.example'];

  beforeAll(async () => {
    dns = await startMockDns();
    dns.set('evil.example', ['127.0.0.1']);
    dns.set('alias.example', { alias: 'evil.example' });
    dns.set('mapped.example', ['::ffff:127.0.0.1']);
    dns.set('named.example', ['127.0.0.1']);
    inside = await startSite({ '/': html('<h1>internal dashboard</h1>') });
    const to = (name: string) => `${name}:${inside.port}/`;
    page = await startSite({
      ...Object.fromEntries(
        hostile.map((name) => [
          `/redirect-${name}`,
          (_: unknown, response: { writeHead(status: number, headers: object): { end(): void } }) => {
            response.writeHead(302, { location: `http://${to(name)}` }).end();
          },
        ]),
      ),
      '/': html(`<p>Ordinary</p><script>
        for (const to of ${JSON.stringify(hostile.map(to))}) {
          fetch('http://' + to + 'fetch', { mode: 'no-cors' }).catch(() => 0);
          new Image().src = 'http://' + to + 'image';
          document.body.append(Object.assign(document.createElement('iframe'), { src: 'http://' + to + 'frame' }));
          new WebSocket('ws://' + to + 'socket');
          new WebSocket('wss://' + to + 'socket');
        }
      </script>`),
    });
    workspace = mkdtempSync(join(tmpdir(), 'gw-rebound-'));
    const network = {
      resolver: [dns.server],
      unsafeAllowPrivate: [inside.host, page.host, `named.example:${page.port}`],
    };
    const config = { capabilities: ['read', 'navigation', 'action', 'human', 'fetch'], network };
    writeFileSync(join(workspace, 'gatewright.yaml'), JSON.stringify(config), { mode: 0o600 });
    gatewright = await start({ workspace });
  });
  afterAll(async () => {
    await gatewright.close();
    await Promise.all([inside.close(), page.close()]);
    dns.close();
    rmSync(workspace, { recursive: true, force: true });
  });
  let before = 0;
  beforeEach(() => {
    before = inside.connections();
  });

  it.each(hostile)('%s is not shown, fetched or led to', async (name) => {
    const url = `http://${name}:${inside.port}/`;
    const shown = await gatewright.call('browser_navigate', { url });
    expect(shown.isError).toBe(true);
    expect(shown.text).not.toContain('dashboard');
    expect((await gatewright.call('web_fetch', { url })).code).toBe('policy.private-address');
    for (const tool of ['browser_navigate', 'web_fetch']) {
      const led = await gatewright.call(tool, { url: page.url(`/redirect-${name}`) });
      expect(led.isError).toBe(true);
      expect(led.text).not.toContain('dashboard');
    }
    expect(inside.connections()).toBe(before);
  });

  it('a page reaches nothing there by fetch, picture, frame or WebSocket', async () => {
    expect((await gatewright.call('browser_navigate', { url: page.url() })).isError).toBe(false);
    await expect.poll(() => dns.asked('mapped.example')).toBeGreaterThan(0);
    await gatewright.call('browser_wait_for', { seconds: 0.5 });
    expect(inside.connections()).toBe(before);
    const refused = gatewright.record().filter(({ event }) => event === 'network.refused');
    expect(JSON.stringify(refused)).toContain('evil.example');
  });

  it('what the operator opened is open: the address by itself, and a name by its name', async () => {
    for (const url of [inside.url(), page.url(), `http://named.example:${page.port}/`]) {
      expect((await gatewright.call('browser_navigate', { url })).isError, url).toBe(false);
    }
    expect((await gatewright.call('web_fetch', { url: inside.url() })).text).toContain('dashboard');
    expect((await gatewright.call('web_fetch', { url: `http://named.example:${inside.port}/` })).code).toBe(
      'policy.private-address',
    );
  });
});
