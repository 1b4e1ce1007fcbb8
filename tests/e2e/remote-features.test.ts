import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodePng } from '../../src/browser/png.js';
import { attend, openSessionPage, pressOn, traces } from '../fixtures/console-person.js';
import type { Attended } from '../fixtures/console-person.js';
import type { Reply } from '../fixtures/gatewright.js';
import { hasSeleniumGrid } from '../fixtures/needs.js';
import { BareChromium } from '../fixtures/remote-browsers.js';
import type { RemoteSetup } from '../fixtures/remote-browsers.js';
import { SeleniumGrid } from '../fixtures/selenium-grid.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const COOKIE = 'shop-cookie-5512907';
const PASSWORD = 'correct-Horse7battery';
const TYPED = 'Tr0ub4dor-and-3';
const KEY = 'sk-7f3Qz9-Lm2x8-Vw51';
const at = (top: number): string => `position:absolute;left:20px;width:400px;height:40px;top:${String(top)}px`;

const PLACES: readonly (readonly [string, () => Promise<RemoteSetup>])[] = [
  ['cdp: one Chromium with a DevTools port', () => BareChromium.setUp()],
  ...(hasSeleniumGrid()
    ? ([['grid: a Selenium Grid', () => SeleniumGrid.setUp({ nodes: 1, slots: 1 })]] as const)
    : []),
];

describe.each(PLACES)('%s: what a local browser can do, a browser elsewhere does too', (_, setUp) => {
  let shop: Site;
  let forms: Site;
  let elsewhere: RemoteSetup;
  let attended: Attended;
  /** By another name of this machine: cookies of a host are for all of its ports. */
  const formsHost = (): string => `localhost:${String(forms.port)}`;

  beforeAll(async () => {
    shop = await startSite({
      '/': (asked, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(html(`<h1>${asked.headers.cookie?.includes(COOKIE) === true ? 'Welcome back' : 'A stranger'}</h1>`)),
      '/key': html(
        `<h1>Key</h1><div style="${at(200)};width:auto;color:rgb(0,160,0);font:60px/80px monospace">${KEY}</div>
        <div style="${at(300)};background:rgb(0,160,0);height:100px"></div>`,
        '<style>body{background:#fff}</style>',
      ),
      '/drive': html(
        `<form method="post" action="/done"><input name="password" type="password" aria-label="Password" style="${at(80)}"></form>`,
      ),
      // A site that prints what it was given.
      '/done': html(`<h1>Thank you</h1><p>Your password is ${TYPED}.</p>`),
    });
    forms = await startSite({
      '/': (asked, response) => {
        if (asked.headers.cookie?.includes('sid=in') !== true) response.writeHead(302, { location: '/login' }).end();
        else response.writeHead(200, { 'content-type': 'text/html' }).end(html('<h1>The private page</h1>'));
      },
      '/login': html(
        '<form method=post action=/in><input name=user><input name=pass type=password><button>Sign in</button></form>',
      ),
      '/in': (_asked, response) =>
        response.writeHead(303, { location: '/', 'set-cookie': 'sid=in; Path=/; HttpOnly' }).end(),
    });
    elsewhere = await setUp();
    attended = await attend({
      ...{ browser: { provider: 'remote' }, remote: elsewhere.remote },
      capabilities: ['read', 'navigation', 'action', 'human', 'secrets', 'file-io'],
      network: { unsafeAllowPrivate: [shop.host, formsHost()] },
      approval: { from: 'never' },
    });
    keep({ domain: shop.host, origins: [shop.origin], cookies: [{ name: 'sid', value: COOKIE }] });
    const origin = `http://${formsHost()}`;
    keep({ domain: formsHost(), origins: [origin], username: 'ada', password: PASSWORD });
  });
  afterAll(async () => {
    await attended.close();
    await elsewhere.close();
    await Promise.all([shop.close(), forms.close()]);
  });
  beforeEach(() => {
    shop.seen.length = 0;
    forms.seen.length = 0;
  });

  function keep(record: { readonly domain: string; readonly [name: string]: unknown }): void {
    const added = attended.gatewright.command(['vault', 'add', record.domain], JSON.stringify(record));
    expect(added.status, added.stderr).toBe(0);
  }
  const go = async (url: string): Promise<Reply> => {
    const reply = await attended.gatewright.call('browser_navigate', { url });
    expect(reply.isError, reply.text).toBe(false);
    return reply;
  };

  it('an identity’s cookies are injected, and the agent sees none of them', async () => {
    const reply = await go(shop.url());
    expect(reply.text).toContain('Welcome back');
    expect(JSON.stringify(reply) + traces(attended)).not.toContain(COOKIE);
  });

  it('an identity is signed in by the site’s form, and its password comes through nowhere', async () => {
    const reply = await go(`http://${formsHost()}/`);
    expect(reply.text).toContain('The private page');
    expect(reply.text).toContain('signed in as ada');
    const sent = forms.seen.filter(({ path }) => path === '/in');
    expect(sent.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
      { user: 'ada', pass: PASSWORD },
    ]);
    expect(JSON.stringify(reply) + traces(attended)).not.toContain(PASSWORD);
  });

  it('a secret is masked in the text, painted over in the picture and taken out of the PDF', async () => {
    const { gatewright } = attended;
    const kept = { name: 'API_KEY', value: KEY, scope: [shop.origin] };
    expect((await gatewright.call('register_secret', kept)).isError).toBe(false);
    const { text } = await go(shop.url('/key'));
    expect(text).toContain('<API_KEY>');
    expect(text).not.toContain(KEY);

    const shot = await gatewright.call('browser_screenshot', { format: 'png' });
    const { width, channels, bytes } = decodePng(Buffer.from(shot.images[0]?.data ?? '', 'base64'));
    const colour = (x: number, y: number): number[] => {
      const from = (y * width + x) * channels;
      return [...bytes.subarray(from, from + 3)];
    };
    expect(colour(200, 350)).toEqual([0, 160, 0]);
    // None of its letters: all of the line that it stood on is of one colour.
    const line = new Set(Array.from({ length: 300 }, (__, x) => colour(60 + x, 240).join()));
    expect([...line]).not.toContain('0,160,0');

    const printed = await gatewright.call('browser_pdf');
    expect(printed.isError, printed.text).toBe(false);
    const file = readFileSync(join(gatewright.workspace, String(printed.meta?.['path'])));
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    expect(printed.meta).toMatchObject({ pages: 1, hidden: 1 });
  });

  it('a person takes over, types what the agent never sees, and gives it back', async () => {
    const { gatewright, page } = attended;
    await go(shop.url('/drive'));
    await openSessionPage(attended);
    await page.getByRole('button', { name: 'Take over' }).click();
    const picture = page.getByRole('application', { name: 'The page that you drive' }).getByRole('img');
    await picture.waitFor();
    expect((await gatewright.call('browser_snapshot')).code).toBe('session.taken-over');
    await pressOn(picture, 100, 100);
    await page.getByLabel('Type into the page').fill(TYPED);
    await page.getByRole('button', { name: 'Type', exact: true }).click();
    await page.getByRole('button', { name: 'Enter' }).click();
    await expect
      .poll(() => shop.seen.find(({ path }) => path === '/done')?.body, { timeout: 15_000 })
      .toBe(new URLSearchParams({ password: TYPED }).toString());
    await page.getByRole('button', { name: 'Give back' }).click();
    await page.getByText('Given back: the agent goes on.').waitFor();

    const told = await gatewright.call('browser_snapshot');
    expect(told.text).toContain('A person did something here');
    const after = await gatewright.call('browser_snapshot');
    expect(after.text).toContain('Thank you');
    expect(JSON.stringify([told, after]) + traces(attended)).not.toContain(TYPED);
  });
});
