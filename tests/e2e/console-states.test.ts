import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../contracts/page/chromium.js';
import { tabTo, wrongsInAllLooks } from '../fixtures/accessible.js';
import { startCommand } from '../fixtures/console.js';

/** What a new user sees, and somebody who comes without the right link: no server runs, and nothing was ever done. */
describe('the console before there is anything on it', () => {
  let workspace: string;
  let server: ChildProcess;
  let person: Browser;
  let context: BrowserContext;
  let base: string;
  let signInPage: string[];

  beforeAll(async () => {
    workspace = mkdtempSync(join(tmpdir(), 'gw-console-states-'));
    const started = await startCommand(workspace, ['console', '--json'], 'link');
    ({ server } = started);
    base = new URL(started.link).origin;
    person = await launchChromium();
    context = await person.newContext();
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    // Without scripts the page waits for a press; with them it goes on by itself.
    const plain = await (await person.newContext({ javaScriptEnabled: false })).newPage();
    await plain.goto(started.link);
    expect(await plain.getByRole('button', { name: 'Open the console' }).count()).toBe(1);
    await page.route('**/console.js', (route) => route.abort());
    await page.goto(started.link);
    signInPage = await wrongsInAllLooks(page, 'sign in');
    await tabTo(page, 'Open the console');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Now' }).waitFor();
    await page.close();
  });
  afterAll(async () => {
    await person.close();
    server.kill('SIGTERM');
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  });

  it.each([
    ['/', 'No server is running'],
    ['/waiting', 'Nothing waits for you'],
    ['/record', 'Nothing'],
    ['/identities', 'Nobody is signed in'],
    ['/identities', 'No identities'],
    ['/teams', 'No teams'],
    ['/health', 'No server is running'],
    ['/health', 'No browser was started yet'],
  ])('%s says %s', async (path, words) => {
    const page = await context.newPage();
    await page.goto(`${base}${path}`);
    expect(await page.locator('main').innerText()).toContain(words);
    await page.close();
  });

  it('empty pages break no rule of WCAG 2.2 AA, and no section is empty', { timeout: 120_000 }, async () => {
    const page = await context.newPage();
    const found: string[] = [];
    for (const path of ['/', '/waiting', '/record', '/allowed', '/identities', '/teams', '/health']) {
      await page.goto(`${base}${path}`);
      found.push(...(await wrongsInAllLooks(page, path)));
      const bare = await page.evaluate<string[]>(
        `[...document.querySelectorAll('main section')].flatMap((section) =>
          getComputedStyle(section).display !== 'none' && section.innerText.trim() === (section.querySelector('h2')?.innerText ?? '').trim()
            ? [section.outerHTML.slice(0, 200)] : [])`,
      );
      found.push(...bare.map((html) => `${path}: a section without a word: ${html}`));
    }
    await page.close();
    expect(found).toEqual([]);
  });

  it('nor do the pages of who is not let in', { timeout: 120_000 }, async () => {
    const stranger = await (await person.newContext()).newPage();
    const page = await context.newPage();
    const found = [...signInPage];
    for (const [who, path, heading] of [
      [stranger, '/record?outcome=denied', 'You are not signed in'],
      [stranger, '/question/0123abcd', 'An agent waits for your answer'],
      [stranger, '/hand/', 'This link opens nothing'],
      [page, '/enter/not-a-link', 'You are not signed in'],
      [page, '/question/0123abcd', 'An agent asks you'],
      [page, '/record?before=nowhere', 'This cannot be shown'],
      [page, '/session?session=nobody&principal=local', 'Session'],
      [page, '/no-such-page', 'There is no such page'],
    ] as const) {
      await who.goto(`${base}${path}`);
      await who.getByRole('heading', { name: heading }).waitFor();
      found.push(...(await wrongsInAllLooks(who, path)));
    }
    await stranger.context().close();
    await page.close();
    expect(found).toEqual([]);
  });
});
