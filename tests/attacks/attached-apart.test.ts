import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { attachTo, PersonsChrome } from '../fixtures/attached-app.js';
import type { Attached } from '../fixtures/attached-app.js';
import { DOCUMENT_WAYS, startDocumentSite, WINDOW_WAYS } from '../fixtures/attached-hostile-site.js';
import type { DocumentSite } from '../fixtures/attached-hostile-site.js';
import { startHostileSite, WAYS } from '../fixtures/hostile-site.js';
import { promised } from '../fixtures/promised.js';
import { startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

/** Nobody holds these where there is no proxy; the docs say so. */
const NOT_HELD = ['websocket', 'worker', 'stream', 'shared', 'service', 'speculation', 'credential', 'rtc', 'turn'];
/** These send no request by themselves, or nothing that a listener on loopback could hear. */
const SILENT = ['preconnect', 'popup', 'transport', 'names', 'icon', 'payment', 'unload'];

promised('attached-apart', () => {
  let forbidden: Site;
  let hostile: Site;
  let documents: DocumentSite;
  let chrome: PersonsChrome;
  let gatewright: Attached;
  beforeAll(async () => {
    forbidden = await startSite({});
    hostile = await startHostileSite({ host: forbidden.host, udp: forbidden.host });
    documents = await startDocumentSite(forbidden.host);
    chrome = await PersonsChrome.open();
    gatewright = await attachTo(chrome, {
      allow: [hostile.origin, documents.origin, `http://${documents.namesake}`],
      // Opened as an address, so that only the allowlist stands between.
      opened: [hostile.host, documents.host, documents.namesake, forbidden.host],
      confirmRequired: [],
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await chrome.close();
    await Promise.all([forbidden, hostile, documents].map((site) => site.close()));
  });
  beforeEach(() => {
    for (const site of [forbidden, hostile, documents]) site.seen.length = 0;
  });
  const expectNothing = async () => {
    await gatewright.call('browser_wait_for', { seconds: 0.4 });
    expect(forbidden.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    expect(Object.values(await chrome.tabs()).join()).not.toMatch(
      new RegExp(`${forbidden.host}|file:|chrome:|devtools:|view-source:`, 'u'),
    );
  };

  it.each(Object.keys(WAYS).filter((way) => ![...NOT_HELD, ...SILENT].includes(way)))('%s', async (way) => {
    const reply = await gatewright.call('browser_navigate', { url: hostile.url(`/${way}`), snapshot: 'none' });
    expect(hostile.seen, reply.text).toContainEqual(expect.objectContaining({ path: `/${way}` }));
    await expectNothing();
  });

  it('a page that is left', async () => {
    await gatewright.call('browser_navigate', { url: hostile.url('/unload') });
    await gatewright.call('browser_navigate', { url: documents.url('/reaching') });
    await expectNothing();
  });

  it.each([
    ['whose tab is closed', 'browser_tabs', { action: 'close', tab: 't1' }],
    ['whose session is closed', 'browser_close', {}],
  ] as const)('a page %s', async (_, tool, args) => {
    await gatewright.call('browser_close');
    await gatewright.call('browser_navigate', { url: hostile.url('/unload') });
    expect((await gatewright.call(tool, args)).isError).toBe(false);
    await gatewright.call('browser_navigate', { url: documents.url('/reaching') });
    await expectNothing();
  });

  it.each(DOCUMENT_WAYS)('%s', async (way) => {
    await gatewright.call('browser_navigate', { url: documents.url(`/${way}`), snapshot: 'none' });
    expect(documents.seen).toContainEqual(expect.objectContaining({ path: `/${way}` }));
    await expectNothing();
  });

  it('a frame that comes back from a process of its own', async () => {
    await gatewright.call('browser_navigate', { url: documents.url('/comes-back'), snapshot: 'none' });
    await gatewright.call('browser_wait_for', { seconds: 1.5 });
    await expectNothing();
  });

  it('a tab without an opener, which is closed and does not outlive anything', async () => {
    await gatewright.call('browser_navigate', { url: documents.url('/quiet') });
    await gatewright.call('browser_click', { role: 'link', name: 'Link', button: 'middle' });
    const opened = async () => Object.values(await chrome.tabs()).filter((url) => url.includes('no-opener'));
    await expect.poll(opened).toEqual([]);
    await expectNothing();
    expect(await opened()).toEqual([]);
  });

  it.each(WINDOW_WAYS.map((way, i) => [way, i] as const))('a window: %s', async (_, i) => {
    await gatewright.call('browser_navigate', { url: documents.url(`/window/${i}`) });
    const { code } = await gatewright.call('browser_click', { role: 'button', name: 'Go' });
    expect([undefined, 'policy.origin-not-allowed']).toContain(code);
    await expectNothing();
    await gatewright.call('browser_navigate', { url: documents.url(`/framed/${i}`) });
    await gatewright.call('browser_click', { coords: { x: 250, y: 90 } });
    await gatewright.call('browser_press', { key: 'Tab' });
    await gatewright.call('browser_press', { key: 'Enter' });
    await expectNothing();
    await gatewright.call('browser_close');
  });
});
