import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { wrongsInAllLooks } from '../fixtures/accessible.js';
import { attend, openSessionPage } from '../fixtures/console-person.js';
import type { Attended } from '../fixtures/console-person.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const SHOP = html(`<form method="post" action="/pay"><button id="pay">Pay now</button></form>
  <form method="post" action="/send"><button id="send">Send message</button></form><input id="field" aria-label="Field">`);
const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };

describe('a link for a phone', () => {
  let site: Site;
  let there: Attended;
  let phone: BrowserContext;

  beforeAll(async () => {
    site = await startSite({ '/': SHOP, '/pay': html('<p>paid</p>'), '/send': html('<p>sent</p>') });
    there = await attend({
      network: { unsafeAllowPrivate: [site.host] },
      approval: { timeoutSeconds: 120 },
    });
  });
  afterAll(async () => {
    await there.close();
    await Promise.all(asks);
    await site.close();
  });
  afterEach(async () => {
    await phone.close();
    site.seen.length = 0;
  });

  const posts = (): string[] => site.seen.flatMap(({ method, path }) => (method === 'POST' ? [path] : []));
  const asks: Promise<unknown>[] = [];
  const askTo = async (selector: string, session: string) => {
    await there.gatewright.call('browser_navigate', { url: site.url(), session });
    const click = there.gatewright.call('browser_click', { selector, session });
    asks.push(click.catch(() => undefined));
    return { click };
  };
  /** The card of this session's question, as the operator has it. */
  const cardOf = async (session: string) => {
    const { page, base } = there;
    if (page.url() !== `${base}/waiting`) await page.goto(`${base}/waiting`);
    const card = page.locator('.question:not(.settled)', { hasText: `/ ${session}` });
    await card.waitFor();
    return card;
  };
  const idOf = async (session: string) => (await cardOf(session)).locator('.answer input[name=question]').inputValue();
  const newPhone = async (): Promise<Page> => {
    phone = await there.person.newContext(PHONE);
    phone.setDefaultTimeout(15_000);
    return phone.newPage();
  };
  const linkTo = async (session: string): Promise<string> => {
    await (await cardOf(session)).getByRole('button', { name: /^Link for a phone/u }).click();
    return there.page.locator('#hand-link').innerText();
  };
  const csrfOn = (page: Page): Promise<string> => page.locator('input[name=csrf]').first().inputValue();
  /** As a page of the console's own would send it, with the phone's cookies. */
  const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
    const own = { origin: there.base, 'sec-fetch-site': 'same-origin', ...headers };
    return phone.request.post(`${there.base}${path}`, { headers: own, form, maxRedirects: 0 });
  };

  it('answers one question once, and gives nothing else', async () => {
    const { base, gatewright } = there;
    const { click } = await askTo('#pay', 'buy');
    await askTo('#send', 'mail');
    const other = await idOf('mail');
    const link = await linkTo('buy');
    const page = await newPhone();
    // What only looks at a link, as a chat does for its preview, uses nothing up.
    expect((await fetch(link)).status).toBe(200);
    await page.goto(link);
    await page.getByRole('heading', { name: 'An agent asks you' }).waitFor();
    expect(page.url()).toBe(`${base}/hand/`);
    const text = await page.locator('body').innerText();
    expect(text).toContain('Pay now');
    expect(text).not.toContain('Send message');
    expect(await page.getByRole('link').count()).toBe(0);
    expect(await wrongsInAllLooks(page, 'question')).toEqual([]);
    for (const path of ['/', '/waiting', '/record', '/allowed', '/identities', '/teams', '/health'])
      expect((await phone.request.get(`${base}${path}`)).status(), path).toBe(401);

    const csrf = await csrfOn(page);
    expect((await post('/waiting/answer', { csrf, question: other, say: 'yes' })).status()).toBe(401);
    expect((await post('/hand/answer', { csrf: 'x', say: 'yes' })).status()).toBe(403);
    expect((await post('/hand/answer', { csrf, say: 'yes' }, { origin: 'https://evil.example' })).status()).toBe(403);
    const sameSite = { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' };
    expect((await post('/hand/answer', { csrf, say: 'yes' }, sameSite)).status()).toBe(403);
    expect((await post('/hand/answer', { csrf, say: 'grant' })).status()).toBe(403);
    for (const path of ['/hand/take', '/hand/drive', '/hand/give'])
      expect((await post(path, { csrf })).status(), path).toBe(401);
    expect(posts()).toEqual([]);

    await page.getByRole('button', { name: 'Allow once' }).click();
    await page.getByText('Allowed, once.').waitFor();
    expect((await click).isError).toBe(false);
    expect(posts()).toEqual(['/pay']);
    expect(await idOf('mail')).toBe(other);
    expect((await post('/hand/answer', { csrf, say: 'yes' })).status()).toBe(401);
    expect((await phone.request.get(`${base}/hand/`)).status()).toBe(401);
    const notes = JSON.stringify(
      gatewright.record().filter((line) => JSON.stringify(line).includes('approval.answered')),
    );
    expect(notes).toMatch(/by link/u);
  });

  it('a question that a form names beside the link is not the one that is answered', async () => {
    await askTo('#pay', 'second-buy');
    const sent = await askTo('#send', 'second-mail');
    const pay = await idOf('second-buy');
    const link = await linkTo('second-mail');
    const page = await newPhone();
    await page.goto(link);
    await page.getByRole('heading', { name: 'An agent asks you' }).waitFor();
    const csrf = await csrfOn(page);
    expect((await post('/hand/answer', { csrf, say: 'no', question: pay })).status()).toBe(200);
    expect((await sent.click).code).toBe('approval.denied');
    expect(await idOf('second-buy')).toBe(pay);
    expect(posts()).toEqual([]);
  });

  it('opens one browser: used, changed or made elsewhere it opens nothing', async () => {
    await askTo('#pay', 'third-buy');
    const link = await linkTo('third-buy');
    const at = link.lastIndexOf('.');
    for (const wrong of [`${link}x`, link.slice(0, at), `${link.slice(0, at - 2)}AA${link.slice(at)}`]) {
      phone = await there.person.newContext();
      expect((await post(new URL(wrong).pathname, {})).status(), wrong).toBe(401);
      await phone.close();
    }
    const page = await newPhone();
    const stolen = await post(new URL(link).pathname, {}, { origin: 'https://evil.example' });
    expect(stolen.status()).toBe(403);
    await page.goto(link);
    await page.getByRole('heading', { name: 'An agent asks you' }).waitFor();
    const second = await there.person.newContext();
    const again = await second.newPage();
    await again.goto(link);
    await again.getByText('This link opens nothing').waitFor();
    await second.close();
  });

  it('takes over one session, drives it, and gives it back', async () => {
    const { base, gatewright, page: operator } = there;
    await gatewright.call('browser_navigate', { url: site.url(), session: 'driven' });
    await gatewright.call('browser_navigate', { url: site.url(), session: 'other' });
    await openSessionPage(there, 'driven');
    await operator.getByRole('button', { name: /^Link for a phone/u }).click();
    const link = await operator.locator('#hand-link').innerText();
    const page = await newPhone();
    await page.goto(link);
    await page.getByRole('heading', { name: 'A session' }).waitFor();
    await page.locator('.live img:not([hidden])').waitFor();
    expect(await page.locator('body').innerText()).not.toContain('other');
    const csrf = await csrfOn(page);
    expect((await post('/hand/answer', { csrf, say: 'yes' })).status()).toBe(401);
    expect((await post('/session/take', { csrf, session: 'other' })).status()).toBe(401);
    expect((await phone.request.get(`${base}/session/view?session=other`)).status()).toBe(401);
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('heading', { name: 'You are driving' }).waitFor();
    expect((await gatewright.call('browser_snapshot', { session: 'driven' })).code).toBe('session.taken-over');
    expect((await gatewright.call('browser_snapshot', { session: 'other' })).isError).toBe(false);
    await page.locator('#screen img:not([hidden])').waitFor();
    expect(await wrongsInAllLooks(page, 'driving')).toEqual([]);
    for (let i = 0; i < 3; i++) await page.getByRole('button', { name: 'Tab', exact: true }).click();
    await page.getByLabel('Type into the page').fill('by phone');
    await page.getByRole('button', { name: 'Type', exact: true }).click();
    await page.getByRole('button', { name: 'Give back' }).click();
    await page.getByText('Given back: the agent goes on.').waitFor();
    const seen = await gatewright.call('browser_snapshot', { session: 'driven' });
    expect(seen.text).toContain('by phone');
  });

  it('is made only by somebody who is signed in, for what is there', async () => {
    const { base, page, context } = there;
    await newPhone();
    expect((await post('/hand/new', { server: 'x', question: 'y' })).status()).toBe(401);
    await page.goto(base);
    const csrf = await csrfOn(page);
    const headers = { origin: base, 'sec-fetch-site': 'same-origin' };
    const make = (form: Record<string, string>) => context.request.post(`${base}/hand/new`, { headers, form });
    expect((await make({ csrf, server: 'x', question: 'y' })).status()).toBe(404);
    expect((await make({ csrf, server: 'x', principal: 'local', session: 'none' })).status()).toBe(404);
    expect((await make({ csrf: 'x', server: 'x', question: 'y' })).status()).toBe(403);
  });
});
