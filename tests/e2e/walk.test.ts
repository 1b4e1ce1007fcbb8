import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refOf, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PAGES = {
  '/': html('<h1>Shop</h1><button onclick="this.textContent=\'Saved\'">Save</button><a href="/next">Next page</a>'),
  '/next': html('<h1>Second</h1><p>Some text here.</p>'),
};

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
});
