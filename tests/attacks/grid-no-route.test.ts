import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMockDns } from '../contracts/network/mock-dns.js';
import type { MockDns } from '../contracts/network/mock-dns.js';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { startHostileSite } from '../fixtures/hostile-site.js';
import { hasSeleniumGrid } from '../fixtures/needs.js';
import { promised } from '../fixtures/promised.js';
import { SeleniumGrid } from '../fixtures/selenium-grid.js';
import { startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

/** Sessions at once, over two nodes. Twenty take some 3 GB and two minutes, so by hand there are four. */
const COUNT = Number(process.env['GRID_SESSIONS'] ?? (process.env['CI'] === undefined ? 4 : 20));
const AT_ONCE_MS = 60_000 + COUNT * 20_000;
const NAMES = Array.from({ length: COUNT }, (_, i) => `s${String(i + 1)}`);

promised('no-route', () => {
  describe.runIf(hasSeleniumGrid())('sessions of a Grid, over two nodes at once', () => {
    let hostile: Site;
    let forbidden: Site;
    let dns: MockDns;
    let grid: SeleniumGrid;
    let gatewright: Running;
    let datagrams = 0;
    const udp = createSocket('udp4');
    const workspace = mkdtempSync(join(tmpdir(), 'gw-grid-'));

    beforeAll(async () => {
      udp.on('message', () => (datagrams += 1));
      await new Promise<void>((resolve) => udp.bind(0, '0.0.0.0', resolve));
      forbidden = await startSite({});
      dns = await startMockDns();
      hostile = await startHostileSite({ host: forbidden.host, udp: `127.0.0.1:${udp.address().port}` });
      grid = await SeleniumGrid.open({ slots: Math.ceil(COUNT / 2), timeoutSeconds: 300 });
      // The forbidden host is opened as an address, so that only the allowlist stands between.
      const unsafeAllowPrivate = [hostile.host, forbidden.host];
      gatewright = await start({
        workspace,
        config: {
          browser: { provider: 'remote' },
          remote: grid.remote(),
          sessions: { maxConcurrent: COUNT },
          network: { allow: [hostile.origin], resolver: [dns.server], unsafeAllowPrivate },
        },
      });
    });
    afterAll(async () => {
      await gatewright.close();
      await grid.close();
      await Promise.all([hostile.close(), forbidden.close()]);
      dns.close();
      udp.close();
      rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
    });

    /** Codes that say that nothing was changed and that the call can be made again; one that waits behind others keeps its place. */
    const AGAIN = ['call.busy', 'call.deadline', 'session.too-many'];
    const call = async (tool: string, input: Record<string, unknown>): Promise<Reply> => {
      const end = Date.now() + AT_ONCE_MS;
      for (;;) {
        const reply = await gatewright.call(tool, input, { timeoutMs: AT_ONCE_MS });
        if (!AGAIN.includes(reply.code ?? '') || Date.now() > end) return reply;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    };

    const nothingArrived = (): void => {
      expect([forbidden.connections(), datagrams, dns.asked('leak.example')]).toEqual([0, 0, 0]);
    };

    it('every one is opened, works, and has a slot of its own', { timeout: AT_ONCE_MS }, async () => {
      const visit = async (session: string): Promise<void> => {
        const { code, text } = await call('browser_navigate', { url: hostile.url('/names'), session });
        expect(code).toBeUndefined();
        // A machine that starts many browsers at once may answer before the page is there to be read.
        const shown = text.includes('heading "names"') ? text : (await call('browser_snapshot', { session })).text;
        expect(shown).toContain('heading "names"');
      };
      await Promise.all(NAMES.map(visit));
      const slots = await grid.sessions();
      expect(slots).toHaveLength(COUNT);
      expect(new Set(slots.map(({ node }) => node)).size).toBe(2);
      expect(new Set(slots.map(({ browser }) => browser)).size).toBe(COUNT);
      nothingArrived();
    });

    it('no way of a page leads anywhere', async () => {
      const [session = ''] = NAMES;
      const all = { url: hostile.url('/all'), wait_for: 'domcontentloaded', snapshot: 'none', session };
      // Its popups and downloads are refused, and the call says so.
      expect([undefined, 'policy.origin-not-allowed']).toContain((await call('browser_navigate', all)).code);
      await call('browser_wait_for', { seconds: 1.2, session });
      // Some ways are taken when the page is left.
      await call('browser_navigate', { url: hostile.url('/names'), session });
      expect(hostile.seen.map(({ path }) => path)).toEqual(expect.arrayContaining(['/all', '/away', '/sw.js']));
      nothingArrived();
    });

    it(
      'doctor opens the socket of a session and the ports of the nodes without a password, and warns',
      async () => {
        await Promise.all(NAMES.map((session) => gatewright.call('browser_close', { session })));
        await expect.poll(async () => (await grid.sessions()).length, { timeout: 20_000 + COUNT * 2000 }).toBe(0);
        const { stdout } = gatewright.command(['doctor']);
        expect(stdout).toContain('the DevTools socket of a session at');
        expect(stdout).toMatch(/nodes answer from here without a password: 127\.0\.0\.1:\d+, 127\.0\.0\.1:\d+/u);
        expect(await grid.sessions()).toEqual([]);
      },
      AT_ONCE_MS,
    );
  });
});
