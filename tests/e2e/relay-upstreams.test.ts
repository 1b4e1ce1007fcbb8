import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Running } from '../fixtures/gatewright.js';
import { hasBubblewrap } from '../fixtures/needs.js';
import { commandOf, descendants } from '../fixtures/processes.js';
import { startRelay } from '../fixtures/relay-app.js';
import { until } from '../fixtures/remote-browsers.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { StubInstallation } from '../fixtures/stub-upstream.js';

const CAPABILITIES = ['read', 'navigation', 'action', 'human', 'fetch'];
/** A start that failed is tried again after five seconds. */
const AGAIN_MS = 20_000;

describe.runIf(hasBubblewrap())('an upstream that is not as it should be', () => {
  let site: Site;
  let installation: StubInstallation;
  let app: Running | undefined;
  beforeEach(async () => {
    site = await startSite({ '/': html('<h1>Shop</h1>') });
    installation = new StubInstallation();
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
    installation.remove();
    await site.close();
  });

  const begin = async (relay: object = { handshakeMs: 30_000 }): Promise<Running> => {
    app = await startRelay([site.host], { capabilities: CAPABILITIES, relay }, { command: installation.command });
    return app;
  };
  const listed = async ({ client }: Running): Promise<string[]> =>
    (await client.listTools()).tools.map(({ name }) => name);
  const upstreams = ({ pid }: Running): readonly number[] =>
    descendants(pid).filter((one) => commandOf(one).includes('cli.js'));

  it('is not installed: each call says how to install it, and the next one finds it', async () => {
    const server = await begin();
    expect(await listed(server)).toEqual(['await_human', 'web_fetch']);
    const refused = await server.call('browser_navigate', { url: site.url() });
    expect(refused.code).toBe('browser.unavailable');
    expect(refused.text).toContain('npm install @playwright/mcp');
    expect((await server.call('web_fetch', { url: site.url() })).text).toContain('Shop');
    expect(installation.doctor(server.workspace)).toContain('@playwright/mcp');
    installation.install();
    await until(async () => (await listed(server)).includes('browser_click'));
  });

  it('does not answer within two seconds: it is ended, the error is logged, and the server goes on', async () => {
    installation.install({ silent: ['initialize'] });
    const server = await begin({});
    const began = performance.now();
    // Until it is known that it cannot, it is taken to be able to; and nobody waits for it.
    expect(await listed(server)).toContain('browser_click');
    await until(() => Promise.resolve(server.stderr().includes('within 2000 ms (relay.handshakeMs)')), 20_000);
    expect(performance.now() - began).toBeGreaterThan(1000);
    expect(await listed(server)).toEqual(['await_human', 'web_fetch']);
    const refused = await server.call('browser_navigate', { url: site.url() });
    expect(refused.code).toBe('browser.unavailable');
    expect((await server.call('web_fetch', { url: site.url() })).text).toContain('Shop');
    await until(() => Promise.resolve(upstreams(server).length === 0), 10_000);
    installation.install();
    await until(async () => (await listed(server)).includes('browser_click'), AGAIN_MS);
  });

  it('lacks a tool: ours is not offered, its call says why, and doctor names it; the others stay', async () => {
    installation.install({ tools: (all) => all.filter((name) => name !== 'browser_hover') });
    const server = await begin();
    await until(async () => !(await listed(server)).includes('browser_hover'), AGAIN_MS);
    expect(await listed(server)).toEqual(expect.arrayContaining(['browser_click', 'browser_navigate', 'browser_drag']));
    const refused = await server.call('browser_hover', { name: 'Menu' });
    expect([refused.code, refused.text.includes('the upstream has no browser_hover')]).toEqual([
      'browser.unsupported',
      true,
    ]);
    const doctor = installation.doctor(server.workspace);
    expect(doctor).toContain('browser_hover is not offered: @playwright/mcp 0.0.1-stub has no browser_hover');
    expect(doctor).not.toContain('browser_click is not offered');
  });

  it('never starts its browser: it ends with its session, and nobody waits for it', async () => {
    installation.install({ silent: ['tools/call'] });
    const server = await begin();
    let isOver = false;
    const call = server.call('browser_navigate', { url: site.url() }).finally(() => (isOver = true));
    await until(() => Promise.resolve(upstreams(server).length > 0), AGAIN_MS);
    const began = performance.now();
    // The first that is seen may be the one that is asked for its tools: the session comes after it.
    await until(() => Promise.resolve(isOver || server.command(['stop', '--once']).status < 0), 20_000);
    expect((await call).isError).toBe(true);
    await until(() => Promise.resolve(upstreams(server).length === 0), 10_000);
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});
