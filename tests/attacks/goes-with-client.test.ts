import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { descendants, isAlive } from '../fixtures/processes.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

promised('goes-with-client', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({
      '/': html('<p>here</p>'),
      '/busy': html('<script>setTimeout(() => { for (;;); }, 200)</script>'),
    });
  });
  afterAll(() => site.close());

  it.each<[string, (running: Running) => void | Promise<void>]>([
    ['the client closes', (running) => running.client.close()],
    [
      'the server is terminated',
      ({ pid }) => {
        process.kill(pid, 'SIGTERM');
      },
    ],
    [
      'the server is killed',
      ({ pid }) => {
        process.kill(pid, 'SIGKILL');
      },
    ],
  ])('%s: nothing is left after ten seconds', async (_, leave) => {
    for (const path of ['/', '/busy']) {
      const running = await start({ args: ['--allow-private', site.host] });
      await running.call('browser_navigate', { url: site.url(path) });
      await running.call('browser_navigate', { url: site.url('/'), session: 'second' });
      const below = descendants(running.pid);
      expect(below.length).toBeGreaterThan(2);
      await leave(running);
      await expect.poll(() => [running.pid, ...below].filter(isAlive), { timeout: 10_000, interval: 200 }).toEqual([]);
      await running.close().catch(() => undefined);
    }
  });

  it('no browser is started before it is needed', async () => {
    const running = await start({ args: ['--allow-private', site.host] });
    await running.client.listTools();
    await running.call('browser_navigate', { url: 'http://10.0.0.1/' });
    await running.call('browser_close');
    expect(descendants(running.pid)).toEqual([]);
    await running.close();
  });
});
