import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attachTo, PersonsChrome } from '../fixtures/attached-app.js';
import type { Attached } from '../fixtures/attached-app.js';
import { isAlive } from '../fixtures/processes.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PERMISSION = `<script>navigator.permissions.query({ name: 'geolocation' })
  .then(({ state }) => fetch('/told?' + new URLSearchParams(location.search).get('who') + '=' + state))</script>`;

let site: Site;
let chrome: PersonsChrome;
let gatewright: Attached;
const attach = () => attachTo(chrome, { opened: [site.host], confirmRequired: [] });
beforeAll(async () => {
  site = await startSite({
    '/': html('<h1>Page</h1>'),
    '/private': html('<h1>Letters</h1><a target="_blank" href="/letter">Open</a>', '<script>name = "mine"</script>'),
    '/letter': html('A letter'),
    '/popup': html(`<button onclick="window.open('/popped')">Pop up</button>`),
    '/popped': html('Popped'),
    '/file': (_, response) =>
      response.writeHead(200, { 'content-disposition': 'attachment; filename=kept.bin' }).end('bytes'),
    '/files': html(`<a id="a" download="mine.bin" href="/file">Get</a><script>
      a.click();
      const b = document.createElement('a');
      b.href = URL.createObjectURL(new Blob(['x']));
      b.download = 'blob.bin';
      b.click();
    </script>`),
    '/permission': html(PERMISSION),
    '/told': html(''),
    '/workers': html(`<script>
      navigator.serviceWorker.register('/worker.js', { scope: '/workers/' }).then(() => fetch('/told?service'));
      new SharedWorker('/worker.js').port.onmessage = () => fetch('/told?shared');
      new Worker('/worker.js').onmessage = () => fetch('/told?worker');
    </script>`),
    '/worker.js': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end('self.postMessage?.("runs"); self.onconnect = ({ ports: [port] }) => port.postMessage("runs")'),
  });
});
afterAll(() => site.close());
beforeEach(async () => {
  chrome = await PersonsChrome.open();
  gatewright = await attach();
  site.seen.length = 0;
});
afterEach(async () => {
  await gatewright.close();
  await chrome.close();
});

const open = (path = '/', session?: string) =>
  gatewright.call('browser_navigate', { url: site.url(path), ...(session === undefined ? {} : { session }) });
const listed = async () => (await gatewright.call('browser_tabs', { action: 'list' })).text;
const requests = (prefix: string) => site.seen.map(({ path }) => path).filter((path) => path.startsWith(prefix));
const kept = () => {
  const folder = join(chrome.place.base, 'Downloads');
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};

describe('the person’s tabs', { timeout: 90_000 }, () => {
  it('are theirs: never listed, never closed, whenever they were opened', async () => {
    const early = await chrome.openTab(site.url('/private?early'));
    await open('/popup');
    await gatewright.call('browser_click', { name: 'Pop up' });
    await expect.poll(listed, { timeout: 10_000 }).toContain('/popped');
    const late = await chrome.openTab(site.url('/private?late'));
    // The browser shows us all of these at the moment in which we wait for one of ours.
    const [, ...many] = await Promise.all([
      gatewright.call('browser_tabs', { action: 'new', url: site.url('/?second') }),
      ...[1, 2, 3, 4, 5].map((n) => chrome.openTab(site.url(`/private?${n}`))),
    ]);
    await expect.poll(() => requests('/private')).toHaveLength(7);
    const text = await listed();
    expect(text).toContain('3 tab(s)');
    expect(text).not.toContain('/private');
    const theirs = [early, late, ...many];
    expect(Object.keys(await chrome.tabs())).toEqual(expect.arrayContaining(theirs));

    expect((await gatewright.call('browser_close')).isError).toBe(false);
    const others = async () => Object.values(await chrome.tabs()).filter((url) => !url.includes('/private'));
    await expect.poll(others, { timeout: 10_000 }).toEqual(['about:blank']);
    expect(Object.keys(await chrome.tabs())).toEqual(expect.arrayContaining(theirs));
  });

  it('that come when no session is there are not taken for ours either', async () => {
    await open();
    await gatewright.call('browser_close');
    const meanwhile = await chrome.openTab(site.url('/private'));
    await open('/?again');
    expect(await listed()).toContain('1 tab(s)');
    await gatewright.call('browser_close');
    expect(Object.keys(await chrome.tabs())).toContain(meanwhile);
  });

  it('go on as if nobody were there: their workers run', async () => {
    await open();
    await chrome.openTab(site.url('/workers'));
    const told = () => requests('/told').sort();
    await expect.poll(told, { timeout: 10_000 }).toEqual(['/told?service', '/told?shared', '/told?worker']);
  });

  it('of two sessions at once the second is refused, and afterwards it is not', async () => {
    expect((await open('/', 'one')).isError).toBe(false);
    const second = await open('/?second', 'two');
    expect(second.code).toBe('session.too-many');
    expect(requests('/?second')).toEqual([]);
    await gatewright.call('browser_close', { session: 'one' });
    expect((await open('/?second', 'two')).isError).toBe(false);
    expect(requests('/?second')).toHaveLength(1);
  });
});

describe('an end', { timeout: 90_000 }, () => {
  it('of the browser is told, then how to start one, and then all works again', async () => {
    await open();
    expect((await chrome.place.run(['stop'])).status).toBe(0);
    const told = await gatewright.call('browser_snapshot');
    expect(['browser.crashed', 'session.expired']).toContain(told.code);
    expect(told.text).not.toMatch(/websocket|ECONN|playwright/iu);
    const next = await open();
    expect(next.code).toBe('browser.start-failed');
    expect(next.text).toContain('gatewright.js chrome start');
    expect(next.text).toContain(`http://127.0.0.1:${chrome.place.port}`);
    await chrome.start();
    expect((await open()).isError).toBe(false);
    expect(gatewright.noted('session.ended')[0]).toMatchObject({ code: 'browser.crashed' });
  });

  it('of our own tab by the person is told, and the next one works', async () => {
    await open('/?ours');
    const [ours = ''] = Object.entries(await chrome.tabs()).find(([, url]) => url.endsWith('/?ours')) ?? [];
    await fetch(`http://127.0.0.1:${chrome.place.port}/json/close/${ours}`);
    const read = async () => (await gatewright.call('browser_snapshot')).code;
    await expect.poll(read, { timeout: 10_000 }).toBe('session.none');
    expect((await open()).isError).toBe(false);
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)('of the server by %s leaves the person their browser', async (signal) => {
    const mine = await chrome.openTab(site.url('/private'));
    await open();
    process.kill(gatewright.pid, signal);
    await expect.poll(() => isAlive(gatewright.pid), { timeout: 10_000 }).toBe(false);
    expect((await chrome.place.run(['status'])).status).toBe(0);
    expect(Object.keys(await chrome.tabs())).toContain(mine);
    await chrome.openTab(site.url('/file'));
    await chrome.openTab(site.url('/permission?who=person'));
    await expect.poll(kept, { timeout: 10_000 }).toEqual(['kept.bin']);
    await expect.poll(() => requests('/told')).toEqual(['/told?person=prompt']);
    // Nobody judges any more what it sends: it goes, however the server went.
    await expect.poll(async () => Object.values(await chrome.tabs()), { timeout: 10_000 }).not.toContain(site.url());

    await gatewright.close();
    gatewright = await attach();
    expect((await open('/?next')).isError).toBe(false);
    expect(await listed()).toContain('1 tab(s)');
  });
});

describe('while a session is there', { timeout: 90_000 }, () => {
  it('no page keeps a file or is given a permission, and afterwards the person’s may again', async () => {
    await chrome.openTab(site.url('/permission?who=before'));
    await expect.poll(() => requests('/told')).toEqual(['/told?before=prompt']);
    await open('/files');
    await expect.poll(() => requests('/file')).toContain('/file');
    await open('/file');
    await open('/permission?who=agent');
    await expect.poll(() => requests('/told')).toContain('/told?agent=denied');
    expect(kept()).toEqual([]);

    await gatewright.call('browser_close');
    await chrome.openTab(site.url('/permission?who=after'));
    await expect.poll(() => requests('/told')).toContain('/told?after=prompt');
    await chrome.openTab(site.url('/file'));
    await expect.poll(kept, { timeout: 10_000 }).toEqual(['kept.bin']);
  });

  it('nor may one of a session that began while the one before it was still leaving', async () => {
    await open();
    const closing = gatewright.call('browser_close');
    const next = { session: 'next' };
    const begins = async () => (await gatewright.call('browser_navigate', { url: site.url(), ...next })).isError;
    await expect.poll(begins, { timeout: 10_000, interval: 20 }).toBe(false);
    await closing;
    await gatewright.call('browser_wait_for', { seconds: 1.5, ...next });
    await gatewright.call('browser_navigate', { url: site.url('/permission?who=next'), ...next });
    await expect.poll(() => requests('/told')).toEqual(['/told?next=denied']);
  });
});
