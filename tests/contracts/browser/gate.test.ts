import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { codeOf, eventually, openRoom, READING } from './browser-room.js';
import type { Room } from './browser-room.js';

let room: Room;
let site: Site;
let other: Site;

const settled = () => new Promise((resolve) => setTimeout(resolve, 700));

beforeEach(async () => {
  other = await startSite({
    '/': html('<h1>Elsewhere</h1>'),
    '/frame': html('<p>framed</p>'),
    '/worker.js': (_, response) => {
      const script = `
        addEventListener('install', () => skipWaiting());
        addEventListener('activate', (event) => event.waitUntil(clients.claim()));
        addEventListener('fetch', (event) => {
          if (event.request.mode === 'navigate')
            event.respondWith(new Response('<h1>Made by a worker</h1>', { headers: { 'content-type': 'text/html' } }));
        });`;
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    },
    '/register': html(`<script>
      navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)
        .then(() => document.body.append('registered'));
    </script>`),
  });
  const away = other.origin;
  site = await startSite({
    '/': html('<h1>Home</h1>'),
    '/redirect': (_, response) => response.writeHead(302, { location: other.url() }).end(),
    '/script': html(`<h1>Still here</h1><script>location.href = '${away}/'</script>`),
    '/late': html(`<h1>Still here</h1><script>setTimeout(() => { location.href = '/redirect' }, 50)</script>`),
    '/meta': html('<h1>Still here</h1>', `<meta http-equiv="refresh" content="0;url=${away}/">`),
    '/post': html(
      `<h1>Still here</h1><form method="post" action="${away}/"></form><script>document.forms[0].submit()</script>`,
    ),
    '/popup': html(`<h1>Still here</h1><script>window.open('${away}/')</script>`),
    '/noopener': html(`<h1>Still here</h1><script>window.open('${away}/', '', 'noopener')</script>`),
    '/popup-redirect': html(`<h1>Still here</h1><script>window.open('/redirect')</script>`),
    '/popup-blank': html(`<h1>Still here</h1><script>const w = window.open(); w.location.href = '${away}/'</script>`),
    '/blob': html(`<h1>Still here</h1><script>
      window.open(URL.createObjectURL(new Blob(['<script>location.href = "${away}/"<\\/script>'], { type: 'text/html' })))
    </script>`),
    '/frames': html(`<h1>Still here</h1><iframe src="${away}/frame"></iframe>`),
    '/top': html(`<h1>Still here</h1><iframe srcdoc="<script>top.location.href = '${away}/'</script>"></iframe>`),
    '/to-worker': html(`<script>location.href = '${away}/made'</script>`),
    '/good-popup': html(`<script>window.open('/')</script>`),
    '/many': html(`<h1>Many</h1><script>for (let i = 0; i < 30; i++) window.open('/?' + i)</script>`),
    '/storm': html(`<h1>Storm</h1><script>for (let i = 0; i < 1000; i++) window.open('/?' + i)</script>`),
  });
  room = openRoom({ mayVisit: (_, url) => !url.startsWith(other.origin) });
});

afterEach(async () => {
  await room.close();
  await site.close();
  await other.close();
});

const tabs = () =>
  room.run({ tool: 'browser_tabs', effect: 'leave', targets: [{ kind: 'session' }] }, ({ page }) => page.listTabs());
const blocked = () => room.events.filter(({ event }) => event === 'navigation.blocked');

describe('a page that may not be visited is not asked for', () => {
  it.each(['script', 'late', 'meta', 'post', 'popup', 'noopener', 'popup-redirect', 'popup-blank', 'blob', 'top'])(
    'by /%s, and the page that tried stays as it was',
    async (way) => {
      await room.navigate(site.url(`/${way}`)).catch(() => undefined);
      await eventually('blocked', () => blocked().length > 0);
      await settled();
      expect(other.seen).toEqual([]);
      expect(blocked()[0]?.facts).toEqual({ origin: other.origin });
      const { text } = await room.run(READING, ({ page }) => page.snapshot({}));
      expect(text).toContain('Still here');
      for (const tab of await tabs()) expect(tab.url.text).not.toContain(other.origin);
    },
  );

  it('by a redirect of an address that may be', async () => {
    await room.navigate(site.url());
    await room.navigate(site.url('/redirect')).catch(() => undefined);
    expect(other.seen).toEqual([]);
    const { text } = await room.run(READING, ({ page }) => page.snapshot({}));
    expect(text).toContain('Home');
  });

  it('and is left when a service worker shows it without asking', async () => {
    await room.close();
    let isOpen = true;
    room = openRoom({ mayVisit: (_, url) => isOpen || !url.startsWith(other.origin) });
    await room.navigate(other.url('/register'));
    await room.run({ effect: 'read', targets: [{ kind: 'page' }] }, ({ page }) =>
      page.waitFor({ text: 'registered', seconds: 10 }),
    );
    isOpen = false;
    await room.navigate(site.url('/to-worker')).catch(() => undefined);
    await eventually('left', () => room.sessions.list()[0]?.url === 'about:blank');
    expect(blocked()).not.toEqual([]);
  });
});

describe('what may be visited', () => {
  it('is loaded with its frames', async () => {
    await room.navigate(site.url('/frames'));
    await eventually('frame', () => other.seen.length === 1);
  });

  it('becomes a tab when a page opens it, with a number of its own', async () => {
    await room.navigate(site.url('/good-popup'));
    await eventually('tab', () => room.sessions.list()[0]?.tabs === 2);
    const [first, popup] = await tabs();
    expect(first).toMatchObject({ tab: 't1', current: true });
    expect(popup).toMatchObject({ tab: 't2', popup: true });
    await room.run({ ...READING, tab: 't2' }, async ({ page }) => {
      expect((await page.snapshot({})).text).toContain('Home');
    });
    expect(await codeOf(room.lease({ ...READING, tab: 't9' }))).toBe('session.no-such-tab');
    await room.run({ tool: 'browser_tabs', effect: 'leave', targets: [{ kind: 'session' }] }, async ({ page }) => {
      await page.closeTab('t2');
      await page.openTab(undefined);
      expect((await page.listTabs()).map(({ tab }) => tab)).toEqual(['t1', 't3']);
    });
  });

  it('does not flood the browser: so many tabs and no more, and the next call works', async () => {
    await room.navigate(site.url('/many')).catch(() => undefined);
    await eventually('tabs', () => (room.sessions.list()[0]?.tabs ?? 0) >= 15, 40_000);
    await settled();
    expect(room.sessions.list()[0]?.tabs).toBeLessThanOrEqual(20);
    expect(site.seen.filter(({ path }) => path.startsWith('/?')).length).toBeLessThanOrEqual(20);
    expect(await codeOf(room.navigate(site.url()))).toBe('ok');
  });

  it('is closed, with all that it opened, when it opens windows without end', async () => {
    await room.navigate(site.url('/storm')).catch(() => undefined);
    await eventually('closed', () => room.events.some(({ event }) => event === 'page.closed'), 40_000);
    await eventually('no tab', () => (room.sessions.list()[0]?.tabs ?? 0) === 0, 20_000);
    expect(await codeOf(room.navigate(site.url()))).toBe('ok');
  });
});
