import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachTo, PersonsChrome } from '../fixtures/attached-app.js';
import type { Attached } from '../fixtures/attached-app.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

/** What a person's Chrome does with pages, and one that we start does not. */
describe('in a Chrome with nothing switched off', { timeout: 60_000 }, () => {
  let site: Site;
  let chrome: PersonsChrome;
  let gatewright: Attached;
  beforeAll(async () => {
    site = await startSite({
      '/': html('<h1>First</h1>'),
      '/second': html('<h1>Second</h1>'),
      '/inner': html(`<button onclick="fetch('/clicked')">Inside</button>`),
      '/framed': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(html(`<iframe src="http://localhost:${site.port}/inner"></iframe>`)),
      '/clicked': html(''),
    });
    chrome = await PersonsChrome.open();
    const opened = [site.host, `localhost:${site.port}`];
    gatewright = await attachTo(chrome, { opened, confirmRequired: [] });
  });
  afterAll(async () => {
    await gatewright.close();
    await chrome.close();
    await site.close();
  });

  it('a frame of another site is read and clicked', async () => {
    await gatewright.call('browser_navigate', { url: site.url('/framed') });
    const clicked = await gatewright.call('browser_click', { role: 'button', name: 'Inside' });
    expect(clicked.isError, clicked.text).toBe(false);
    await expect.poll(() => site.seen.map(({ path }) => path)).toContain('/clicked');
  });

  it('a page that is kept for the way back is there at once', async () => {
    await gatewright.call('browser_navigate', { url: site.url() });
    await gatewright.call('browser_navigate', { url: site.url('/second') });
    const back = await gatewright.call('browser_go_back', {}, { timeoutMs: 30_000 });
    expect(back.isError, back.text).toBe(false);
    expect(back.text).toContain('heading "First"');
  });
});
