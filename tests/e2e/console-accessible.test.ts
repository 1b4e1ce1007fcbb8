import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, tabTo, wrongs } from '../fixtures/accessible.js';
import { attend } from '../fixtures/console-person.js';
import type { Attended } from '../fixtures/console-person.js';
import { CONSOLE_PAGES } from '../fixtures/console-pages.js';
import type { Running } from '../fixtures/gatewright.js';
import { pending } from '../fixtures/person.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const SHOP =
  html(`<form method="post" action="/pay"><p>Total: $12.00</p><input name="to" value="Ann"><button id="pay">Pay now</button></form>
  <form method="post" action="/send"><button id="send">Send message</button></form>`);

describe('the console for everybody', () => {
  let site: Site;
  let gatewright: Running;
  let person: Browser;
  let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;
  let attended: Attended;
  let base: string;
  let asked: Promise<unknown>[] = [];

  beforeAll(async () => {
    site = await startSite({ '/': SHOP, '/pay': html('<p>paid</p>'), '/send': html('<p>sent</p>') });
    const config = {
      network: { unsafeAllowPrivate: [site.host] },
      approval: { timeoutSeconds: 600, maxSeconds: 900 },
      audit: { thumbnails: true },
    };
    attended = await attend(config);
    ({ gatewright, person, base } = attended);
    signedIn = await attended.context.storageState();
    await attended.context.close();
  });
  afterAll(async () => {
    await attended.close();
    await site.close();
  });
  afterEach(async () => {
    for (const { id } of pending(gatewright)) gatewright.command(['approvals', 'deny', id]);
    await Promise.allSettled(asked);
    asked = [];
    gatewright.command(['stop', '--once']);
    site.seen.length = 0;
  });

  const askTo = async (selector: string, session = 'default') => {
    const go = () => gatewright.call('browser_navigate', { url: site.url(), session });
    // A session that a person stopped says so once.
    if ((await go()).isError) await go();
    const click = gatewright.call('browser_click', { selector, session });
    asked.push(click);
    return click;
  };
  const posts = (): string[] => site.seen.flatMap(({ method, path }) => (method === 'POST' ? [path] : []));

  it('no page breaks a rule of WCAG 2.2 AA: light and dark, on a desktop and on a phone', async () => {
    await gatewright.call('browser_navigate', { url: 'http://10.0.0.1/', session: 'buy' });
    await gatewright.call('browser_navigate', { url: 'http://10.0.0.1/', session: 'bare' });
    void askTo('#pay', 'buy');
    for (const [kind, more] of [
      ['choose', { choices: ['One', 'Two'] }],
      ['input', {}],
      ['confirm', {}],
    ] as const)
      asked.push(gatewright.call('await_human', { kind, prompt: `A ${kind}?`, ...more }));
    await expect.poll(() => pending(gatewright).length, { timeout: 30_000 }).toBe(4);
    const found: string[] = [];
    for (const { look, isOfEach, ...options } of LOOKS) {
      const context = await person.newContext({ ...options, storageState: signedIn, reducedMotion: 'reduce' });
      found.push(...(await wrongsOfAll(await context.newPage(), isOfEach)).map((line) => `${look}, ${line}`));
      await context.close();
    }
    expect(found).toEqual([]);
  }, 180_000);

  it('a page that breaks one would be found', async () => {
    const page = await person.newPage();
    await page.setContent(
      '<title>x</title><main><img src="data:,"><p style="color:#ccc;background:#fff">faint</p><input></main>',
    );
    const found = (await wrongs(page)).map((line) => line.split(':')[0]);
    expect(found).toEqual(expect.arrayContaining(['image-alt', 'color-contrast', 'label', 'html-has-lang']));
    await page.close();
  });

  const wrongsOfAll = async (page: Page, isOfEach: boolean): Promise<string[]> => {
    const found: string[] = [];
    for (const { name, path, shows, isPlain = false } of CONSOLE_PAGES) {
      if (isPlain && !isOfEach) continue;
      await page.goto(base + path({ session: 'buy', principal: 'local' }));
      await page.locator(shows).first().waitFor();
      found.push(...(await wrongs(page)).map((line) => `${name}: ${line}`));
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      if (Number(wide) > 0) found.push(`${name}: wider than the screen by ${String(wide)} px`);
    }
    await page.goto(`${base}/allowed`);
    for (const address of ['http://127.0.0.1:9/', site.url()]) {
      await page.getByRole('textbox', { name: 'Address' }).fill(address);
      await page.getByRole('button', { name: 'Try' }).click();
      await page.locator('.verdict').waitFor();
      found.push(...(await wrongs(page)).map((line) => `verdict: ${line}`));
    }
    return found;
  };

  describe('with a keyboard alone', () => {
    let page: Page;
    const follow = async (name: string | RegExp): Promise<void> => {
      await tabTo(page, name);
      await page.keyboard.press('Enter');
    };
    const openPage = async (): Promise<void> => {
      page = await (await person.newContext({ storageState: signedIn })).newPage();
      await page.goto(base);
    };
    afterEach(async () => {
      await page.context().close();
    });

    it('to the questions, and a yes', async () => {
      await openPage();
      const click = askTo('#pay');
      await follow(/^Waiting/u);
      await page.locator('.question').waitFor();
      await follow('Allow once');
      await page.getByText('Allowed, once.').waitFor();
      expect((await click).isError).toBe(false);
      expect(posts()).toEqual(['/pay']);
    });

    it('past the navigation, and a no', async () => {
      await openPage();
      await page.goto(`${base}/waiting`);
      const click = askTo('#pay');
      await page.locator('.question').waitFor();
      await follow('Skip to the content');
      await follow('Refuse');
      expect((await click).code).toBe('approval.denied');
      expect(posts()).toEqual([]);
    });

    it('a grant, and its end', async () => {
      await openPage();
      await page.goto(`${base}/waiting`);
      const click = askTo('#send');
      await page.locator('.question').waitFor();
      await follow(/for an hour$/u);
      expect((await click).isError).toBe(false);
      await follow('Revoke');
      await page.getByText('Revoked.').waitFor();
    });

    it('the end of one session, and of all', async () => {
      for (const session of ['one', 'two']) await gatewright.call('browser_navigate', { url: site.url(), session });
      await openPage();
      await page.getByRole('heading', { name: 'two' }).waitFor();
      await follow('Stop one of local / gatewright-tests');
      await page.getByText('One session was ended.').waitFor();
      await follow('Stop all');
      await page.getByText('All quiet').waitFor();
      gatewright.command(['resume']);
    });

    it('a text and a choice', async () => {
      await openPage();
      await page.goto(`${base}/waiting`);
      const input = gatewright.call('await_human', { kind: 'input', prompt: 'Name?', session: 'asking' });
      await page.locator('.question').waitFor();
      await tabTo(page, 'Your answer');
      await page.keyboard.type('Ann');
      await page.keyboard.press('Enter');
      expect((await input).text).toContain('Ann');
      const choice = gatewright.call('await_human', {
        kind: 'choose',
        prompt: 'Which?',
        choices: ['One', 'Two'],
        session: 'asking',
      });
      await page.locator('.question').waitFor();
      await tabTo(page, 'One');
      await page.keyboard.press('ArrowDown');
      await follow('Answer');
      expect((await choice).text).toContain('Two');
    });
  });

  it('a new question is announced on every page, and the next one again', async () => {
    const page = await (await person.newContext({ storageState: signedIn })).newPage();
    await page.goto(`${base}/record`);
    const region = page.locator('#announce');
    expect(await region.getAttribute('aria-live')).toBe('assertive');
    expect(await region.innerText()).toBe('');
    // What a screen reader says is what is put into the region, each time that it is.
    await page.evaluate(`globalThis.said = [];
      new MutationObserver(() => { const text = announce.textContent; if (text) said.push(text); }).observe(announce, { childList: true })`);
    const said = () => page.evaluate('said');
    const first = askTo('#pay');
    await expect.poll(said, { timeout: 10_000 }).toEqual(['A question waits for you.']);
    const [open] = pending(gatewright);
    gatewright.command(['approvals', 'deny', open?.id ?? '']);
    await first;
    void askTo('#pay');
    await expect.poll(said, { timeout: 15_000 }).toEqual(['A question waits for you.', 'A question waits for you.']);
    await page.context().close();
  });

  it('who is at a question that ends is not thrown back to the beginning', async () => {
    const page = await (await person.newContext({ storageState: signedIn })).newPage();
    await page.goto(`${base}/waiting`);
    void askTo('#pay');
    await page.locator('.question').waitFor();
    await tabTo(page, 'Allow once');
    gatewright.command(['approvals', 'deny', pending(gatewright)[0]?.id ?? '']);
    await page.locator('.question').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.context().close();
  });
});
