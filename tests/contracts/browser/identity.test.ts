import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Identity } from '../../../src/core/index.js';
import { codeOf, eventually, openRoom } from './browser-setup.js';
import type { Room } from './browser-setup.js';
import { goAs, identity, inPage, page, secret, startNamedSite } from './identity-site.js';
import { leading, leftBehind, spreading } from './spreading-pages.js';
import type { Asked, NamedSite } from './identity-site.js';

const NASTY = `a"'\`\\ \n</script><!-- $\{x} \0 \u2028 ü 😀 \ud800 end`;
const COOKIE = 'c00kie-7f3a9b21';
const KEY = 'k3y-5d81c0aa';
const STORED = 'st0red-91bb7e42';

/** Tells what the very first script of the page finds. */
const REPORT = `<script>
  const told = { local: { ...localStorage }, session: { ...sessionStorage }, history: history.length };
  fetch('/report', { method: 'POST', body: JSON.stringify(told) });
</script>`;

let setup: Room;
/** Each test has a session of its own in the same browser. */
let own = '';
let tests = 0;
let site: NamedSite;
let other: NamedSite;

beforeAll(async () => {
  setup = openRoom();
  other = await startNamedSite(({ path: asked, host }, response) => {
    if (asked === '/leading') page(response, leading(site.at('app')));
    else if (asked === '/left') page(response, leftBehind(site.at('app')));
    else page(response, `<p>${host}${asked}`, { 'access-control-allow-origin': '*' });
  });
  site = await startNamedSite((asked, response) => {
    const url = new URL(asked.path, 'http://x');
    const to = url.searchParams.get('to') ?? '';
    if (url.pathname === '/302' || url.pathname === '/307') {
      response.writeHead(Number(url.pathname.slice(1)), { location: to }).end();
    } else if (url.pathname === '/report') response.end('{}');
    else if (url.pathname === '/worker.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' });
      response.end(`self.addEventListener('install', () => self.skipWaiting());
        self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
        fetch('${other.at('other')}/from-service-worker', { mode: 'no-cors' });`);
    } else if (url.pathname === '/thread.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' });
      response.end(`fetch('/from-thread'); fetch('${other.at('other')}/from-thread', { mode: 'no-cors' });`);
    } else if (url.pathname === '/spreading') page(response, spreading(site, other));
    else if (url.pathname === '/no-referrer')
      page(response, `<img src=/own-img><script>fetch('/own-fetch').then(() => fetch('/own-done'))</script>`, {
        'referrer-policy': 'no-referrer',
      });
    else page(response, `<p>here</p>${REPORT}`);
  });
});
afterAll(() => Promise.all([setup.close(), site.close(), other.close()]));

beforeEach(() => {
  tests += 1;
  own = `session-${tests}`;
  site.seen.length = 0;
  other.seen.length = 0;
});
afterEach(async () => {
  await setup.sessions.end({}, 'test');
});

const go = (who: Identity | undefined, url: string, session = own) => goAs(setup, who, url, session);

function everything(name = 'app', mark = ''): Identity {
  const origins = [site.at(name)];
  return identity(origins, {
    name,
    cookies: [{ name: 'sid', value: secret(COOKIE + mark, origins), path: '/', httpOnly: true }],
    headers: [{ name: 'X-Key', value: secret(KEY + mark, origins) }],
    localStorage: [
      { key: 'token', value: secret(STORED + mark, origins) },
      { key: `k"'</script>`, value: secret(NASTY, origins) },
    ],
    sessionStorage: [{ key: 'tab', value: secret(`${STORED}-tab${mark}`, origins) }],
  });
}

const reported = (): { local: object; session: object; history: number }[] =>
  site.seen.filter(({ path: asked }) => asked === '/report').map(({ body }) => JSON.parse(body) as never);
const until = (from: NamedSite, asked: string): Promise<number> =>
  eventually(asked, () => from.seen.some((one) => one.path === asked));
const carries = ({ cookie, key, body, path: asked }: Asked): boolean =>
  [cookie, key, body, asked].some((text) => text.includes(COOKIE) || text.includes(KEY) || text.includes(STORED));

describe('an identity', () => {
  it('is there before the first script, and nothing was asked of the site before', async () => {
    await go(everything(), site.at('app', '/deep?a=1'));
    await until(site, '/report');
    expect(site.seen[0]).toMatchObject({ path: '/deep?a=1', cookie: `sid=${COOKIE}`, key: KEY });
    const [told] = reported();
    expect(told?.local).toEqual({ token: STORED, [`k"'</script>`]: NASTY });
    expect(told?.session).toEqual({ tab: `${STORED}-tab` });
    expect(site.seen.map(({ path: asked }) => asked)).toEqual(['/deep?a=1', '/report']);
    expect(site.seen[1]).toMatchObject({ key: KEY, cookie: `sid=${COOKIE}` });
  });

  it('leaves no trace in the history', async () => {
    await go(undefined, other.at('other', '/first'));
    const result = await go(everything(), site.at('app', '/deep'));
    expect(result.navigation?.from.text).toBe(other.at('other', '/first'));
    const back = await inPage(setup, (one) => one.goBack(), own);
    expect(back.navigation?.to.text).toBe(other.at('other', '/first'));
  });

  it('is there behind an address with a fragment', async () => {
    for (const [asked, fetched] of [
      ['/#part', '/'],
      ['/deep#part', '/deep'],
    ] as const) {
      site.seen.length = 0;
      await go(everything(), site.at('app', asked), `${own}${asked}`);
      await until(site, '/report');
      expect(site.seen[0]?.path).toBe(fetched);
      expect(reported()[0]?.local).toHaveProperty('token', STORED);
    }
  });

  it('is in a new tab too', async () => {
    const target = { kind: 'url', url: site.at('app', '/tab') } as const;
    await go(everything(), site.at('app', '/'));
    site.seen.length = 0;
    await setup.run({ tool: 'browser_tabs', effect: 'leave', session: own, targets: [target] }, async (lease) => {
      await lease.inject(everything(), []);
      return lease.page.openTab(target);
    });
    await until(site, '/report');
    expect(reported()[0]).toMatchObject({ session: { tab: `${STORED}-tab` }, local: { token: STORED } });
  });

  it('reaches no other origin, whatever a page asks for and wherever it is led', async () => {
    await go(everything(), site.at('app', '/spreading'));
    await until(site, '/done');
    const paths = other.seen.map(({ path: asked }) => asked);
    for (const how of ['img', 'img-302', 'frame', 'frame-307', 'form', 'form-307', 'no-cors', 'fetch-307', 'cors-302'])
      expect(paths).toContain(`/${how}`);
    for (const how of ['beacon', 'from-service-worker', 'from-thread']) expect(paths).toContain(`/${how}`);
    // Cookies know no ports: that is the egress proxy's to close.
    const elsewhere = other.seen.map((asked) => (asked.path === '/other-port' ? { ...asked, cookie: '' } : asked));
    expect(elsewhere.filter(carries)).toEqual([]);
    const sub = site.seen.filter(({ host }) => host.startsWith('sub.'));
    expect(sub.map(({ path: asked }) => asked)).toEqual(['/subdomain']);
    expect(sub.filter(carries)).toEqual([]);
    const mine = site.seen.filter(({ path: asked }) => /^\/(?:own|absolute|from-thread|spreading|30.*)/u.test(asked));
    expect(mine.length).toBeGreaterThan(5);
    expect(mine.filter(({ key }) => key !== KEY)).toEqual([]);
  });

  it('does not follow a redirect of the page itself', async () => {
    for (const status of [302, 307]) {
      const to = encodeURIComponent(other.at('other', `/landed-${status}`));
      await go(everything(), site.at('app', `/${status}?to=${to}`));
    }
    expect(other.seen.map(({ path: asked }) => asked)).toEqual(['/landed-302', '/landed-307']);
    expect(other.seen.filter(carries)).toEqual([]);
  });

  it('is not lent to a foreign page', async () => {
    await go(everything(), site.at('app', '/'));
    await go(undefined, other.at('other', '/leading'));
    await until(site, '/foreign-done');
    const asked = site.seen.filter(({ path: one }) => one.startsWith('/foreign'));
    expect(asked.map(({ path: one }) => one).sort()).toEqual(
      ['/foreign-done', '/foreign-fetch', '/foreign-form', '/foreign-frame', '/foreign-img'].sort(),
    );
    expect(asked.filter(({ key }) => key !== '')).toEqual([]);
  });

  it('is not lent to a foreign page that asks as it is left for the site', async () => {
    await go(everything(), site.at('app', '/'));
    await go(undefined, other.at('other', '/left'));
    site.seen.length = 0;
    await go(undefined, site.at('app', '/after'));
    await until(site, '/foreign-pagehide');
    await until(site, '/report');
    expect(site.seen.filter(({ path: asked, key }) => asked.startsWith('/foreign') && key !== '')).toEqual([]);
    expect(site.seen.find(({ path: asked }) => asked === '/report')?.key).toBe(KEY);
  });

  it('is in what its own page asks for without saying where from', async () => {
    await go(everything(), site.at('app', '/no-referrer'));
    await until(site, '/own-done');
    const asked = site.seen.filter(({ path: one }) => one.startsWith('/own'));
    expect(asked.map(({ path: one, key }) => `${one} ${key}`).sort()).toEqual(
      ['/own-done', '/own-fetch', '/own-img'].map((one) => `${one} ${KEY}`),
    );
  });

  it('of one session is not in another', async () => {
    await Promise.all([
      go(everything('app', '-one'), site.at('app', '/'), `${own}-1`),
      go(everything('app', '-two'), site.at('app', '/'), `${own}-2`),
      go(undefined, site.at('app', '/'), `${own}-3`),
    ]);
    await eventually('three reports', () => reported().length === 3);
    const first = site.seen.filter(({ path: asked }) => asked === '/');
    expect(first.map(({ cookie, key }) => `${cookie} ${key}`).sort()).toEqual([
      ' ',
      `sid=${COOKIE}-one ${KEY}-one`,
      `sid=${COOKIE}-two ${KEY}-two`,
    ]);
    const tokens = reported().map(({ local }) => JSON.stringify(local));
    expect(tokens.filter((one) => one.includes('-one')).length).toBe(1);
    expect(tokens.filter((one) => one === '{}').length).toBe(1);
  });

  it('is borne once, and again when it has changed', async () => {
    await go(everything(), site.at('app', '/'));
    await inPage(setup, (one) => one.reload(), own);
    await go(everything(), site.at('app', '/again'));
    await eventually('three reports', () => reported().length === 3);
    expect(site.seen.map(({ path: asked }) => asked).filter((asked) => asked !== '/report')).toEqual([
      '/',
      '/',
      '/again',
    ]);
    site.seen.length = 0;
    const changed = { ...everything('app', '-new'), localStorage: [] };
    await go(changed, site.at('app', '/changed'));
    await until(site, '/report');
    expect(site.seen[0]).toMatchObject({ cookie: `sid=${COOKIE}-new`, key: `${KEY}-new` });
    expect(reported()[0]).toMatchObject({ local: {}, session: { tab: `${STORED}-tab-new` } });
  });

  it('adds to another one', async () => {
    await go(everything('app'), site.at('app', '/'));
    await go(everything('second', '-2'), site.at('second', '/'));
    await go(undefined, site.at('app', '/again'));
    const keys = site.seen.filter(({ path: asked }) => asked !== '/report').map(({ host, key }) => `${host} ${key}`);
    expect(keys).toEqual([
      `app.localhost:${site.port} ${KEY}`,
      `second.localhost:${site.port} ${KEY}-2`,
      `app.localhost:${site.port} ${KEY}`,
    ]);
  });
});

describe('an identity that cannot be put in as a whole', () => {
  const tooMuch = (): Identity => {
    const who = everything();
    const [origin = ''] = who.origins;
    return {
      ...who,
      localStorage: [...who.localStorage, { key: 'big', value: secret('x'.repeat(9_000_000), [origin]) }],
    };
  };
  const notSecure = (): Identity => {
    const who = everything();
    const cookies = who.cookies.map((one) => ({ ...one, name: '__Host-sid' }));
    return { ...who, cookies: [...who.cookies, ...cookies] };
  };

  it.each([
    ['storage that is full', tooMuch],
    ['a cookie that the browser refuses', notSecure],
    ['a header that says who asks', () => ({ ...everything(), headers: [{ name: 'Host', value: secret(KEY, []) }] })],
  ])('opens nothing: %s', async (_, who) => {
    expect(await codeOf(go(who(), site.at('app', '/')))).toBe('vault.not-injected');
    expect(site.seen).toEqual([]);
    await go(undefined, site.at('app', '/after'));
    await until(site, '/report');
    expect(site.seen[0]).toMatchObject({ path: '/after', cookie: '', key: '' });
    expect(reported()[0]).toMatchObject({ local: {}, session: {} });
  });
});

describe('the disk', () => {
  it('has nothing of it, during and after', async () => {
    await go(everything(), site.at('app', '/'));
    await until(site, '/report');
    const found = (): string[] => setup.folders.flatMap((folder) => holding(folder, [COOKIE, KEY, STORED]));
    expect(found()).toEqual([]);
    expect(setup.folders.flatMap((folder) => holding(folder, ['']))).not.toEqual([]);
    await setup.sessions.end({}, 'test');
    expect(found()).toEqual([]);
    await go(undefined, site.at('app', '/after'), `${own}-2`);
    expect(site.seen.find(({ path: asked }) => asked === '/after')).toMatchObject({ cookie: '', key: '' });
  });
});

function holding(folder: string, values: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const file = path.join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    const found = values.some((value) => bytes.includes(value) || bytes.includes(Buffer.from(value, 'utf16le')));
    return found ? [file] : [];
  });
}
