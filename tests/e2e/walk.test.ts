import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refOf, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PAGES = {
  '/': html('<h1>Shop</h1><button onclick="this.textContent=\'Saved\'">Save</button><a href="/next">Next page</a>'),
  '/next': html('<h1>Second</h1><p>Some text here.</p>'),
  // A browser keeps both for years without asking again.
  '/kept': kept('text/html', '<h1>Kept</h1><script src="/kept.js"></script>'),
  '/kept.js': kept('text/javascript', 'document.title = "loaded"'),
};

function kept(type: string, body: string): RequestListener {
  return (_, response) => {
    response.writeHead(200, { 'content-type': type, 'last-modified': 'Wed, 01 Jan 2020 00:00:00 GMT' }).end(body);
  };
}

describe.each([
  ['stdio', '2025-11-25'],
  ['stdio', '2026-07-28'],
  ['http', '2025-11-25'],
  ['http', '2026-07-28'],
] as const)('a client over %s, revision %s', (transport, revision) => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    site = await startSite(PAGES);
    gatewright = await start({ transport, revision, args: ['--allow-private', site.host] });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });

  it('navigates, looks, clicks and goes on', async () => {
    const opened = await gatewright.call('browser_navigate', { url: site.url() });
    expect(opened.text).toContain('button "Save"');
    expect(opened.meta).toMatchObject({ ok: true });

    const clicked = await gatewright.call('browser_click', { ref: refOf(opened.text, /button "Save"/u) });
    expect(clicked.isError).toBe(false);
    expect(clicked.text).toContain('Saved');

    const followed = await gatewright.call('browser_click', { role: 'link', name: 'Next page' });
    expect(followed.meta).toMatchObject({ navigation: { changed: true } });
    const read = await gatewright.call('browser_read');
    expect(read.text).toContain('Some text here.');
  });

  it('opens the same page again, which the browser has already and nobody is asked for', async () => {
    for (let time = 0; time < 3; time += 1) {
      const opened = await gatewright.call('browser_navigate', { url: site.url('/kept') });
      expect(opened.text).toContain('heading "Kept"');
    }
    expect(site.seen.filter(({ path }) => path === '/kept')).toHaveLength(1);
    const { text } = await gatewright.call('browser_network_read', { filter: '/kept' });
    expect(text).toMatch(/200 document \S+\/kept from cache/u);
    expect(text).not.toMatch(/-\d+ B/u);
  });
});
