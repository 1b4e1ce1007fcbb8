import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

promised('never-twice', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    site = await startSite({
      '/': html(`<button id="hang" onclick="send('/pay'); for (;;);">Pay and hang</button>
        <button id="slow" onclick="send('/order')">Order</button>
        <script>function send(path) { const x = new XMLHttpRequest(); x.open('POST', path, false); x.send('1') }</script>`),
      '/pay': (_, response) => response.end(),
      // Accepts the order and never answers.
      '/order': () => undefined,
    });
    // Nobody is there to be asked about the payment.
    gatewright = await start({ args: ['--allow-private', site.host], config: { approval: { from: 'never' } } });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });

  it.each([
    ['#hang', '/pay'],
    ['#slow', '/order'],
  ])('%s is sent once, and its outcome is called unknown', async (selector, path) => {
    await gatewright.call('browser_navigate', { url: site.url() });
    const reply = await gatewright.call('browser_click', { selector });
    expect(reply.code).toBe('browser.outcome-unknown');
    expect(reply.meta).toMatchObject({ outcome: 'unknown', failure: { retry: 'no' } });
    expect((await gatewright.call('browser_navigate', { url: site.url() })).isError).toBe(false);
    expect(site.seen.filter((request) => request.path === path)).toHaveLength(1);
    const last = gatewright.record().filter(({ code }) => code === 'browser.outcome-unknown');
    expect(last.length).toBeGreaterThan(0);
  });

  it('a client that gives up does not make it happen again', async () => {
    site.seen.length = 0;
    await gatewright.call('browser_navigate', { url: site.url() });
    const controller = new AbortController();
    const click = gatewright.call('browser_click', { selector: '#slow' }, { signal: controller.signal });
    setTimeout(() => {
      controller.abort();
    }, 1500);
    await expect(click).rejects.toThrow();
    await expect.poll(async () => (await gatewright.call('browser_navigate', { url: site.url() })).isError).toBe(false);
    expect(site.seen.filter((request) => request.path === '/order')).toHaveLength(1);
  });
});
