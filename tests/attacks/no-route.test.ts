import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startMockDns } from '../contracts/network/mock-dns.js';
import type { MockDns } from '../contracts/network/mock-dns.js';
import { openFalseWayOut } from '../fixtures/false-way-out.js';
import type { FalseWayOut } from '../fixtures/false-way-out.js';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { startHostileSite } from '../fixtures/hostile-site.js';
import { browserBelow } from '../fixtures/processes.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { hasBubblewrap } from '../fixtures/needs.js';

const canJail = hasBubblewrap();
const jails = canJail ? (['on', 'off'] as const) : (['off'] as const);
promised('no-route', () => {
  let hostile: Site;
  let forbidden: Site;
  let dns: MockDns;
  let wayOut: FalseWayOut | undefined;
  let workspace: string;
  let gatewright: Running;
  let datagrams = 0;
  const udp = createSocket('udp4');

  beforeAll(async () => {
    udp.on('message', () => (datagrams += 1));
    await new Promise<void>((resolve) => udp.bind(0, '0.0.0.0', resolve));
    wayOut = openFalseWayOut();
    forbidden = await startSite({});
    dns = await startMockDns();
    hostile = await startHostileSite({ host: forbidden.host, udp: `127.0.0.1:${udp.address().port}` });
  });
  afterAll(async () => {
    await Promise.all([hostile.close(), forbidden.close()]);
    dns.close();
    udp.close();
    wayOut?.close();
  });
  afterEach(async () => {
    await gatewright.close();
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  });

  /** All ways at once; the page is left again, because some ways are taken then. */
  const visit = async (): Promise<void> => {
    const before = hostile.seen.length;
    await gatewright.call('browser_navigate', {
      url: hostile.url('/all'),
      wait_for: 'domcontentloaded',
      snapshot: 'none',
    });
    await gatewright.call('browser_wait_for', { seconds: 1.2 });
    await gatewright.call('browser_navigate', { url: hostile.url('/names'), snapshot: 'none' });
    await gatewright.call('browser_wait_for', { seconds: 0.5 });
    expect(hostile.seen.slice(before).map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/all', '/away', '/sw.js', '/names']),
    );
  };

  const nothingArrived = (): void => {
    expect(forbidden.connections()).toBe(0);
    expect(datagrams).toBe(0);
    expect(dns.asked('leak.example')).toBe(0);
    expect(wayOut?.packets() ?? 0).toBe(0);
  };

  const begin = async (jail: 'on' | 'off', more: object): Promise<void> => {
    workspace = mkdtempSync(join(tmpdir(), 'gw-no-route-'));
    // The forbidden host is opened as an address, so that only the allowlist stands between.
    const unsafeAllowPrivate = [hostile.host, forbidden.host];
    const network = { allow: [hostile.origin], resolver: [dns.server], unsafeAllowPrivate, ...more };
    writeFileSync(join(workspace, 'gatewright.yaml'), JSON.stringify({ browser: { jail }, network }), { mode: 0o600 });
    gatewright = await start({ workspace });
  };

  describe.each(jails)('jail %s', (jail) => {
    it('only the hostile site is allowed: not at once, not after a crash, not after a restart', async () => {
      await begin(jail, {});
      await visit();
      nothingArrived();
      const { text } = await gatewright.call('browser_network_read', {});
      expect(text).toContain(forbidden.host);

      process.kill(browserBelow(gatewright.pid), 'SIGKILL');
      await expect
        .poll(async () => (await gatewright.call('browser_navigate', { url: hostile.url('/away') })).code)
        .not.toBe('browser.crashed');
      await visit();
      nothingArrived();

      process.kill(gatewright.pid, 'SIGKILL');
      gatewright = await start({ workspace });
      await visit();
      nothingArrived();
    });

    it('and nothing may be loaded besides', async () => {
      await begin(jail, { load: [] });
      await visit();
      nothingArrived();
    });
  });

  // The last one: what it sends far away is counted as packets.
  it('a name that may be visited, and that turns to an address that may not be reached', async () => {
    const name = `rebind.example:${forbidden.port}`;
    // First it is far away, then here, then both at once; each answer is good for a second.
    dns.set('rebind.example', ['192.88.98.1'], ['127.0.0.1'], ['192.88.98.1', '127.0.0.1'], ['::ffff:127.0.0.1']);
    const page = await startSite({
      '/': html(`<p>Rebinding</p><script>
        const ask = () => fetch('http://${name}/', { mode: 'no-cors' }).catch(() => 0);
        setInterval(ask, 200);
        new WebSocket('ws://${name}/');
        setTimeout(() => { document.body.append(Object.assign(document.createElement('iframe'), { src: 'http://${name}/' })); }, 2000);
      </script>`),
    });
    try {
      await begin('off', { allow: [page.origin, `http://${name}`], unsafeAllowPrivate: [page.host] });
      await gatewright.call('browser_navigate', { url: page.url(), snapshot: 'none' });
      await expect.poll(() => dns.asked('rebind.example'), { timeout: 20_000 }).toBeGreaterThanOrEqual(6);
      await gatewright.call('browser_navigate', { url: `http://${name}/` });
      expect(forbidden.connections()).toBe(0);
      expect(gatewright.record().some(({ event }) => event === 'network.refused')).toBe(true);
    } finally {
      await page.close();
    }
  });
});
