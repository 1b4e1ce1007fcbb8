import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachTo, PersonsChrome } from '../fixtures/attached-app.js';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { hasXvfb } from '../fixtures/needs.js';
import { promised } from '../fixtures/promised.js';
import { executable } from '../fixtures/remote-browsers.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PAGE = html(`<textarea id="from" aria-label="Draft">Words of the page</textarea><output id="log"></output>
  <button id="copy" onclick="from.select(); document.execCommand('copy'); log.textContent = 'done: copy'">Copy</button>
  <button id="later" onclick="setTimeout(() => { from.select(); document.execCommand('copy'); log.textContent = 'done: later' }, 1500)">Later</button>
  <button id="own" onclick="document.addEventListener('copy', (e) => { e.clipboardData.setData('text/plain', 'Put by the page'); e.preventDefault(); }, { once: true });
    from.select(); document.execCommand('copy'); log.textContent = 'done: own'">Own</button>
  <button id="cut" onclick="from.select(); document.execCommand('cut'); log.textContent = 'done: cut'">Cut</button>
  <button id="write" onclick="navigator.clipboard.writeText('Written by the page').then(() => log.textContent = 'done: written', () => log.textContent = 'done: not written')">Write</button>
  <button id="read" onclick="navigator.clipboard.readText().then((t) => log.textContent = 'read ' + t, () => log.textContent = 'not read')">Read</button>
  <iframe srcdoc="<textarea id=f>Words of the frame</textarea><script>onmessage = () => { f.select(); document.execCommand('copy') }</script>"></iframe>
  <button id="inFrame" onclick="document.querySelector('iframe').contentWindow.postMessage(1); setTimeout(() => log.textContent = 'done: asked', 300)">Frame</button>`);
const THEIRS = 'What the operator copied';

/** The clipboard of the desktop, through a window of the operator's own on the same screen. */
class Operator {
  readonly #browser: Browser;
  readonly #page: Page;

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.#page = page;
  }

  static async begin(display: string, url: string): Promise<Operator> {
    const browser = await chromium.launch({
      executablePath: executable(),
      headless: false,
      args: ['--no-sandbox'],
      env: { ...process.env, DISPLAY: display },
    });
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    await page.goto(url);
    return new Operator(browser, page);
  }

  async copy(): Promise<void> {
    await this.#page.bringToFront();
    await this.#page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(THEIRS)})`);
    expect(await this.clipboard()).toBe(THEIRS);
  }

  async clipboard(): Promise<string> {
    await this.#page.bringToFront();
    return String(await this.#page.evaluate('navigator.clipboard.readText()'));
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}

promised('sessions-apart', () => {
  describe.runIf(hasXvfb())("in a window on the operator's screen", () => {
    let site: Site;
    let screen: ChildProcess;
    let display: string;
    let operator: Operator;
    let gatewright: Running;
    const call = (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => gatewright.call(tool, args);
    const logged = async (text: string): Promise<void> => {
      expect((await call('browser_wait_for', { text, seconds: 15 })).isError, text).toBe(false);
    };
    beforeAll(async () => {
      site = await startSite({ '/': PAGE });
      screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      });
      display = await new Promise<string>((resolve) =>
        screen.stdio[3]?.once('data', (number: Buffer) => {
          resolve(`:${number.toString().trim()}`);
        }),
      );
      operator = await Operator.begin(display, site.url());
      gatewright = await start({
        args: ['--allow-private', site.host],
        env: { DISPLAY: display },
        config: { browser: { headless: false } },
      });
    });
    afterAll(async () => {
      await gatewright.close();
      await operator.close();
      screen.kill();
      await site.close();
    });

    it.each([
      ['#copy', 'done: copy'],
      ['#own', 'done: own'],
      ['#later', 'done: later'],
      ['#cut', 'done: cut'],
      ['#write', 'done: not written'],
      ['#inFrame', 'done: asked'],
    ])(
      'what a page copies when the agent clicks %s does not get into the clipboard of the desktop',
      async (selector, says) => {
        await call('browser_navigate', { url: site.url(), snapshot: 'none' });
        await operator.copy();
        expect((await call('browser_click', { selector })).isError).toBe(false);
        await logged(says);
        expect(await operator.clipboard()).toBe(THEIRS);
      },
    );

    it('in a browser that is attached to neither; what the person at it copies is copied', async () => {
      const chrome = await PersonsChrome.open(display);
      const attached = await attachTo(chrome, {
        opened: [site.host],
        confirmRequired: [],
        approval: { from: 'never' },
      });
      const person = await chromium.connectOverCDP(`http://127.0.0.1:${String(chrome.place.port)}`);
      try {
        const visited = await attached.call('browser_navigate', { url: site.url('/?attached'), snapshot: 'none' });
        expect(visited.isError, visited.text).toBe(false);
        await operator.copy();
        for (const selector of ['#copy', '#cut'])
          expect((await attached.call('browser_click', { selector })).isError).toBe(false);
        expect(await operator.clipboard()).toBe(THEIRS);
        const page = person
          .contexts()
          .flatMap((context) => context.pages())
          .find((one) => one.url().endsWith('?attached'));
        await page?.fill('#from', 'By hand');
        await page?.click('#copy');
        await expect.poll(() => operator.clipboard(), { timeout: 15_000 }).toBe('By hand');
        await page?.fill('#from', 'By keys');
        await page?.press('#from', 'Control+a');
        await page?.press('#from', 'Control+c');
        await expect.poll(() => operator.clipboard(), { timeout: 15_000 }).toBe('By keys');
      } finally {
        await person.close();
        await attached.close();
        await chrome.close();
      }
    }, 120_000);

    it('nor do the keys, and a page reads nothing of it', async () => {
      await call('browser_navigate', { url: site.url(), snapshot: 'none' });
      await operator.copy();
      await call('browser_press', { selector: '#from', key: 'Control+a' });
      expect((await call('browser_press', { selector: '#from', key: 'Control+c' })).isError).toBe(false);
      expect(await operator.clipboard()).toBe(THEIRS);
      await call('browser_click', { selector: '#read' });
      await logged('not read');
      await call('browser_press', { selector: '#from', key: 'Control+v' });
      expect((await call('browser_snapshot')).text).not.toContain(THEIRS);
    });
  });
});
