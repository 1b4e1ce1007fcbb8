import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { refIn, startRelay } from '../fixtures/relay-app.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const ASKED = 'approval.nobody';
const DELETE = '<form method="post" action="/gone"><button id="db">Delete account</button></form>';

promised('input-judged', () => {
  let site: Site;
  let app: Running;
  beforeAll(async () => {
    site = await startSite({
      '/inner': html(
        '<form method="post" action="/gone"><button>Delete account <b role="link" tabindex="0">note</b></button></form>',
      ),
      '/label': html(`${DELETE}<label for="db"><b role="link" tabindex="0">note</b></label>`),
      '/radios': html(`<form method="post" action="/gone"><input type="radio" name="a" checked aria-label="note">
        <input type="radio" name="a" aria-label="Pay 500 EUR now" onchange="this.form.submit()"></form>`),
      '/card': html(`<a href="#more">Shoes <button type="button">note</button></a>`),
    });
    app = await startRelay([site.host], {
      capabilities: ['read', 'navigation', 'action'],
      approval: { channels: ['elicitation'] },
    });
  });
  afterAll(async () => {
    await app.close();
    await site.close();
  });

  it.each([
    ['/inner', 'browser_click', {}],
    ['/inner', 'browser_press', { key: 'Enter' }],
    ['/label', 'browser_click', {}],
    ['/radios', 'browser_press', { key: 'ArrowDown' }],
  ])('what another MCP server has open: %s by %s', async (path, tool, more) => {
    const page = await app.call('browser_navigate', { url: site.url(path) });
    expect((await app.call(tool, { ref: refIn(page, '"note"'), ...more })).code).toBe(ASKED);
    expect(site.seen.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('a button in a card is clicked, and nobody is asked', async () => {
    const page = await app.call('browser_navigate', { url: site.url('/card') });
    expect((await app.call('browser_click', { ref: refIn(page, 'button', '"note"') })).isError).toBe(false);
  });
});
