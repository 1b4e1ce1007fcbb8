import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { codeOf, eventually, openRoom, READING } from './browser-setup.js';
import type { Room } from './browser-setup.js';

let setup: Room;
let site: Site;
let other: Site;

const settled = () => new Promise((resolve) => setTimeout(resolve, 700));

/** Sessions that may go everywhere for now. */
const free = new Set<string>();

beforeAll(async () => {
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
    '/ahead': html(
      '<h1>Ahead</h1>',
      '<script type="speculationrules">{"prerender":[{"urls":["/redirect"],"eagerness":"immediate"}]}</script>',
    ),
    '/good-popup': html(`<script>window.open('/')</script>`),
    '/many': html(`<h1>Many</h1><script>for (let i = 0; i < 30; i++) window.open('/?' + i)</script>`),
    '/storm': html(`<h1>Storm</h1><script>for (let i = 0; i < 1000; i++) window.open('/?' + i)</script>`),
  });
  setup = openRoom({
    sessions: { maxConcurrent: 100 },
    mayVisit: ({ session }, url) => free.has(session) || !url.startsWith(other.origin),
  });
});

beforeEach(() => {
  other.seen.length = 0;
  site.seen.length = 0;
  setup.events.length = 0;
});

afterAll(async () => {
  await setup.close();
  await site.close();
  await other.close();
});

const TABS = { tool: 'browser_tabs', effect: 'leave', targets: [{ kind: 'session' }] } as const;
const tabs = (session: string) => setup.run({ ...TABS, session }, ({ page }) => page.listTabs());
const textOf = async (session: string, tab?: string): Promise<string> => {
  const asked = { ...READING, session, ...(tab === undefined ? {} : { tab }) };
  return (await setup.run(asked, ({ page }) => page.snapshot({}))).text;
};
const factsOf = (session: string) => setup.sessions.list().find((one) => one.session === session);
const blocked = () => setup.events.filter(({ event }) => event === 'navigation.blocked');

describe('a page that may not be visited is not asked for', () => {
  it.each(['script', 'late', 'meta', 'post', 'popup', 'noopener', 'popup-redirect', 'popup-blank', 'blob', 'top'])(
    'by /%s, and the page that tried stays as it was',
    async (way) => {
      await setup.navigate(site.url(`/${way}`), way).catch(() => undefined);
      await eventually('blocked', () => blocked().length > 0);
      await settled();
      expect(other.seen).toEqual([]);
      expect(blocked()[0]?.facts).toEqual({ origin: other.origin });
      expect(await textOf(way)).toContain('Still here');
      for (const tab of await tabs(way)) expect(tab.url.text).not.toContain(other.origin);
    },
  );

  it('by a redirect of an address that may be', async () => {
    await setup.navigate(site.url(), 'redirected');
    await setup.navigate(site.url('/redirect'), 'redirected').catch(() => undefined);
    expect(other.seen).toEqual([]);
    expect(await textOf('redirected')).toContain('Home');
  });

  it('and is left when a service worker shows it without asking', async () => {
    const session = 'worker';
    free.add(session);
    await setup.navigate(other.url('/register'), session);
    await setup.run({ ...READING, session }, ({ page }) => page.waitFor({ text: 'registered', seconds: 10 }));
    free.delete(session);
    await setup.navigate(site.url('/to-worker'), session).catch(() => undefined);
    await eventually('left', () => factsOf(session)?.url === 'about:blank');
    expect(blocked()).not.toEqual([]);
  });

  it('nor shown when it was rendered ahead', async () => {
    await setup.navigate(site.url('/ahead'), 'ahead');
    await settled();
    await setup.navigate(site.url('/redirect'), 'ahead').catch(() => undefined);
    expect(await textOf('ahead')).toContain('Ahead');
    expect(factsOf('ahead')?.tabs).toBe(1);
  });
});

describe('what may be visited', () => {
  it('is loaded with its frames', async () => {
    await setup.navigate(site.url('/frames'), 'frames');
    await eventually('frame', () => other.seen.length === 1);
  });

  it('becomes a tab when a page opens it, with a number of its own', async () => {
    const session = 'popups';
    await setup.navigate(site.url('/good-popup'), session);
    await eventually('tab', () => factsOf(session)?.tabs === 2);
    const [first, popup] = await tabs(session);
    expect(first).toMatchObject({ tab: 't1', current: true });
    expect(popup).toMatchObject({ tab: 't2', popup: true });
    expect(await textOf(session, 't2')).toContain('Home');
    expect(await codeOf(setup.lease({ ...READING, session, tab: 't9' }))).toBe('session.no-such-tab');
    await setup.run({ ...TABS, session }, async ({ page }) => {
      await page.closeTab('t2');
      await page.openTab(undefined);
      expect((await page.listTabs()).map(({ tab }) => tab)).toEqual(['t1', 't3']);
    });
  });

  it('does not flood the browser: so many tabs and no more, and the next call works', async () => {
    const session = 'many';
    await setup.navigate(site.url('/many'), session).catch(() => undefined);
    await eventually('tabs', () => (factsOf(session)?.tabs ?? 0) >= 15, 40_000);
    await settled();
    expect(factsOf(session)?.tabs).toBeLessThanOrEqual(20);
    expect(site.seen.filter(({ path }) => path.startsWith('/?')).length).toBeLessThanOrEqual(20);
    expect(await codeOf(setup.navigate(site.url(), session))).toBe('ok');
  });

  it('is closed, with all that it opened, when it opens windows without end', async () => {
    const session = 'storm';
    await setup.navigate(site.url('/storm'), session).catch(() => undefined);
    await eventually('closed', () => setup.events.some(({ event }) => event === 'page.closed'), 40_000);
    await eventually('no tab', () => (factsOf(session)?.tabs ?? 0) === 0, 20_000);
    expect(await codeOf(setup.navigate(site.url(), session))).toBe('ok');
  });
});
