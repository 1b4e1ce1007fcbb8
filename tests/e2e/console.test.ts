import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../contracts/page/chromium.js';
import { attend } from '../fixtures/console-person.js';
import type { Attended } from '../fixtures/console-person.js';
import { send, startCommand } from '../fixtures/console.js';
import type { Running } from '../fixtures/gatewright.js';
import { pending } from '../fixtures/person.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

// A name that would be markup, a new line of the card, and text that runs the other way.
const HOSTILE = 'Pay &lt;img src=x onerror=document.title=&#39;owned&#39;&gt; &#x202E;yap&#10;Risk: low';

const SHOP = html(`<form method="post" action="/pay"><button id="pay">Pay now</button></form>
  <form method="post" action="/evil"><button id="hostile" aria-label="${HOSTILE}">Pay</button></form>
  <form method="post" action="/send"><button id="send">Send message</button></form>`);

describe('the console', () => {
  let site: Site;
  let gatewright: Running;
  let person: Browser;
  let context: BrowserContext;
  let page: Page;
  let attended: Attended;
  let base: string;
  let link: string;

  beforeAll(async () => {
    const after = { '/pay': html('<p>paid</p>'), '/evil': html('<p>evil</p>'), '/send': html('<p>sent</p>') };
    site = await startSite({ '/': SHOP, ...after });
    const config = {
      network: { unsafeAllowPrivate: [site.host] },
      approval: { timeoutSeconds: 8 },
      rules: [{ when: { tool: 'browser_click', name: 'Pay' }, then: 'ask' }],
    };
    attended = await attend(config);
    ({ gatewright, person, context, page, base, link } = attended);
  });
  afterAll(async () => {
    await attended.close();
    await site.close();
  });
  afterEach(() => {
    site.seen.length = 0;
  });

  const posts = (): string[] => site.seen.flatMap(({ method, path }) => (method === 'POST' ? [path] : []));
  const askTo = async (selector: string) => {
    const opened = await gatewright.call('browser_navigate', { url: site.url() });
    // A session that a person stopped says so once; the next call starts a new one.
    if (opened.isError) await gatewright.call('browser_navigate', { url: site.url() });
    return { click: gatewright.call('browser_click', { selector }) };
  };
  const card = () => page.locator('.question:not(.settled)').first();

  it('allows once, without a reload: the question comes by itself and goes when it is answered', async () => {
    await page.goto(`${base}/waiting`);
    await page.getByText('Nothing waits for you').waitFor();
    const { click } = await askTo('#pay');
    await card().waitFor();
    expect(await card().innerText()).toMatch(/wants to click the button “Pay now”/u);
    const picture = card().getByRole('img', { name: 'as it looks on the page' });
    expect((await picture.getAttribute('src'))?.length).toBeGreaterThan(300);
    expect((await picture.boundingBox())?.width).toBeGreaterThan(10);
    await card().getByRole('button', { name: 'Allow once' }).click();
    await page.getByText('Allowed, once.').waitFor();
    expect((await click).isError).toBe(false);
    expect(posts()).toEqual(['/pay']);
    await page.goto(`${base}/record?tool=browser_click&kind=call`);
    expect(await page.locator('.entry').first().innerText()).toMatch(/approved by console:/u);
  });

  it('refuses, and works without scripts', async () => {
    const plain = await person.newContext({ javaScriptEnabled: false, storageState: await context.storageState() });
    const still = await plain.newPage();
    try {
      const { click } = await askTo('#pay');
      await expect.poll(() => pending(gatewright).length, { timeout: 6000 }).toBe(1);
      await still.goto(`${base}/waiting`);
      await still.getByRole('button', { name: 'Refuse' }).click();
      await still.getByText('Refused. Nothing is done.').waitFor();
      expect((await click).code).toBe('approval.denied');
      expect(posts()).toEqual([]);
    } finally {
      await plain.close();
    }
  });

  it('counts down, and silence is a no', async () => {
    await page.goto(`${base}/waiting`);
    const { click } = await askTo('#pay');
    await card().waitFor();
    expect(await card().locator('[data-left]').innerText()).toMatch(/^[0-8] s$/u);
    expect((await click).code).toBe('approval.expired');
    await page.getByText('Nothing waits for you').waitFor();
    expect(posts()).toEqual([]);
  });

  it('a value and a choice come back as they are', async () => {
    await page.goto(`${base}/waiting`);
    const choice = gatewright.call('await_human', { kind: 'choose', prompt: 'Which?', choices: ['<b>one</b>', 'two'] });
    await card().getByText('<b>one</b>').click();
    await card().getByRole('button', { name: 'Answer' }).click();
    expect((await choice).text).toContain('<b>one</b>');
    const input = gatewright.call('await_human', { kind: 'input', prompt: 'Name?' });
    await card().getByLabel('Your answer').fill('Zoë & <co>');
    await card().getByRole('button', { name: 'Answer' }).click();
    expect((await input).text).toContain('Zoë & <co>');
  });

  it('grants a kind for an hour, and takes it back', async () => {
    await page.goto(`${base}/waiting`);
    const { click: first } = await askTo('#send');
    await card().getByRole('button', { name: 'for an hour' }).click();
    expect((await first).isError).toBe(false);
    const { click: second } = await askTo('#send');
    expect((await second).isError).toBe(false);
    expect(posts()).toEqual(['/send', '/send']);
    expect(await page.locator('#grants').innerText()).toMatch(/same reason \(.*\bsends?\b.*everything else/u);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked.').waitFor();
    const { click: third } = await askTo('#send');
    await card().getByRole('button', { name: 'Refuse' }).click();
    expect((await third).code).toBe('approval.denied');
    expect(posts()).toEqual(['/send', '/send']);
  });

  it('what a page wrote is shown as text, in one line, and runs nothing', async () => {
    await page.goto(`${base}/waiting`);
    const { click } = await askTo('#hostile');
    await card().waitFor();
    const text = await card().innerText();
    expect(text).toContain("<img src=x onerror=document.title='owned'>");
    expect(text).not.toMatch(/\u202E/u);
    expect(text).not.toMatch(/^Risk: low/mu);
    expect(await card().locator('img:not([src^="data:"]), script, b').count()).toBe(0);
    expect(await page.title()).not.toContain('owned');
    await card().getByRole('button', { name: 'Refuse' }).click();
    expect((await click).code).toBe('approval.denied');
    expect(posts()).toEqual([]);
  });

  it('stops one session and all, until somebody resumes', async () => {
    for (const session of ['one', 'two']) await gatewright.call('browser_navigate', { url: site.url(), session });
    await page.goto(base);
    await page.getByRole('button', { name: 'Stop one of local' }).click();
    await page.getByText('One session was ended.').waitFor();
    expect(await page.getByRole('heading', { level: 3, name: /^(?:one|two)$/u }).allInnerTexts()).toEqual(['two']);
    await page.getByRole('button', { name: 'Stop all' }).click();
    await page.getByText('All quiet').waitFor();
  });

  it('the record is filtered, and a session is replayed from its beginning', async () => {
    expect(gatewright.command(['resume']).status).toBe(0);
    await gatewright.call('browser_navigate', { url: site.url(), session: 'replayed' });
    await gatewright.call('browser_navigate', { url: 'http://127.0.0.1:9/', session: 'replayed' });
    await page.goto(`${base}/record`);
    await page.getByText('More filters').click();
    await page.getByLabel('Outcome').selectOption('denied');
    await page.getByLabel('Session').fill('replayed');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.waitForURL(/(?=.*outcome=denied)(?=.*session=replayed)/u);
    expect(await page.locator('.entry').count()).toBe(1);
    expect(await page.locator('.entry').innerText()).toContain('policy.');
    expect((await page.goto(`${base}/record?before=nowhere`))?.status()).toBe(400);
    await page.goto(`${base}/record/session?session=replayed&principal=local`);
    const told = await page.locator('.entry strong').allInnerTexts();
    expect(told[0]).toBe('browser_navigate');
    expect(told).toContain('session.opened');
  });

  it('says what is allowed, and judges an address without opening it', async () => {
    await page.goto(`${base}/allowed`);
    await page.getByText('every public origin').waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill('http://10.0.0.1/');
    await page.getByRole('button', { name: 'Try' }).click();
    await page.getByText('Would be refused').waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill(site.url());
    await page.getByRole('button', { name: 'Try' }).click();
    await page.getByText('Would be opened').waitFor();
    expect(site.seen).toEqual([]);
  });

  it('a stranger is refused and nothing happens', async () => {
    await page.goto(`${base}/waiting`);
    const { click } = await askTo('#pay');
    await card().waitFor();
    const good = new URLSearchParams({ say: 'yes' });
    for (const name of ['csrf', 'server', 'question']) {
      good.set(name, (await card().locator(`.answer input[name=${name}]`).getAttribute('value')) ?? '');
    }
    const bad = new URLSearchParams(good);
    bad.set('csrf', 'x'.repeat(43));
    const cookie = await cookieOf(context);
    const own = { origin: base, cookie };
    const path = '/waiting/answer';
    const tries: [string, number, Record<string, string>, URLSearchParams][] = [
      ['no cookie', 401, { origin: base }, good],
      ['a wrong cookie', 401, { origin: base, cookie: cookie.replace(/=.*/u, `=${'x'.repeat(43)}`) }, good],
      ['a wrong token', 403, own, bad],
      ['no origin', 403, { cookie }, good],
      ['another origin', 403, { cookie, origin: 'https://evil.example' }, good],
      ['another port', 403, { cookie, origin: site.origin }, good],
      ['no origin at all', 403, { cookie, origin: 'null' }, good],
      ['another site', 403, { ...own, 'sec-fetch-site': 'same-site' }, good],
      ['another name', 403, { ...own, host: `localhost:${new URL(base).port}` }, good],
      ['a rebound name', 403, { ...own, host: `evil.example:${new URL(base).port}` }, good],
      ['through a proxy', 403, { ...own, via: '1.1 proxy' }, good],
      ['through ours', 403, { ...own, 'proxy-connection': 'keep-alive' }, good],
    ];
    for (const [what, status, headers, body] of tries) {
      expect([what, (await send(`${base}${path}`, 'POST', headers, body.toString())).status]).toEqual([what, status]);
    }
    expect((await send(`${base}${path}?${good.toString()}`, 'GET', own)).status).toBe(404);
    expect((await send(`${base}/waiting`, 'GET', { cookie, 'sec-fetch-site': 'same-site' })).status).toBe(401);
    expect((await send(`${base}/record`, 'GET', {})).body).not.toContain('entry');
    expect((await send(link, 'POST', { origin: base })).status).toBe(401);
    // It is still open, and the person's own press is what counts.
    await card().getByRole('button', { name: 'Refuse' }).click();
    expect((await click).code).toBe('approval.denied');
    expect(posts()).toEqual([]);
  });

  it('asks nobody else for anything, and says so to the browser', async () => {
    const elsewhere: string[] = [];
    page.on('request', (asked) => {
      if (!asked.url().startsWith(base) && !asked.url().startsWith('data:')) elsewhere.push(asked.url());
    });
    for (const path of ['/', '/waiting', '/record', '/allowed']) {
      const shown = await page.goto(`${base}${path}`);
      const policy = shown?.headers()['content-security-policy'] ?? '';
      expect(policy).toContain("default-src 'none'; script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
    }
    expect(elsewhere).toEqual([]);
    const cookies = (await context.cookies()).toSorted((a, b) => a.path.length - b.path.length);
    expect(cookies).toMatchObject(['/', '/enter/'].map((at) => ({ httpOnly: true, sameSite: 'Strict', path: at })));
  });

  it('is closed to the browser that it watches', async () => {
    const opened = await gatewright.call('browser_navigate', { url: `${base}/`, session: 'curious' });
    expect(opened.code).toMatch(/^policy\./u);
  });

  it('signs out', async () => {
    const other = await person.newContext({ storageState: await context.storageState() });
    const leaving = await other.newPage();
    await leaving.goto(base);
    await leaving.getByRole('button', { name: 'Sign out' }).click();
    await leaving.getByText('You are not signed in').waitFor();
    expect((await send(base, 'GET', { cookie: await cookieOf(context) })).status).toBe(401);
    await other.close();
  });
});

describe('gatewright serve', () => {
  it('has the console on /, behind its own login', async () => {
    const workspace = mkdtempSync(join(tmpdir(), 'gw-console-'));
    const { server, link } = await startCommand(workspace, ['serve', '--http', '127.0.0.1:0', '--json'], 'console');
    const person = await launchChromium();
    try {
      const base = new URL(link).origin;
      expect((await send(base, 'GET', {})).status).toBe(401);
      const page = await person.newPage();
      await page.goto(link);
      await page.getByText('All quiet').waitFor();
      await page.goto(`${base}/allowed`);
      await page.getByText('every public origin').waitFor();
      expect((await send(link, 'POST', { origin: base })).status).toBe(401);
    } finally {
      await person.close();
      server.kill('SIGTERM');
      await new Promise((resolve) => server.once('exit', resolve));
      rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});

async function cookieOf(context: BrowserContext): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
}
