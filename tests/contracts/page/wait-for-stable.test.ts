import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { cdpSessionOf } from '../../../src/browser/cdp/page-cdp-session.js';
import { AFTER_AN_ACTION, StableWait } from '../../../src/browser/page/wait-for-stable.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Handler, Site } from '../../fixtures/site.js';
import { launchChromium } from './chromium.js';

const later =
  (ms: number, body: string, type = 'text/html'): Handler =>
  (_, response) => {
    setTimeout(() => response.writeHead(200, { 'content-type': type }).end(body), ms);
  };

const PATIENT = { ...AFTER_AN_ACTION, loaded: 10_000, mustLoad: true };

let browser: Browser;
let site: Site;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
  site = await startSite({
    '/': html(`<button onclick="act()">Go</button><p id=p></p><script>
      const show = (text) => { document.getElementById('p').textContent += text; };
      window.act = () => {};
    </script>`),
    '/data': later(300, '{}', 'application/json'),
    '/more': later(200, '{}', 'application/json'),
    '/never': () => undefined,
    '/slow': later(400, html('<h1>Slow</h1>')),
    '/hop': html('<script>location.replace("/slow")</script>'),
    '/refresh': html('', '<meta http-equiv="refresh" content="0;url=/slow">'),
    '/again': html('<script>location.href = "/again?" + Math.random()</script>'),
    '/picture': html('<img src="/late">'),
    '/late': later(300, '', 'image/png'),
    '/nothing': (_, response) => response.writeHead(204).end(),
  });
});
afterAll(async () => {
  await browser.close();
  await site.close();
});
beforeEach(async () => {
  page = await browser.newPage();
  await page.goto(site.url());
  return () => page.close();
});

/** Clicks the button, whose handler is given, and settles. */
async function click(handler: string) {
  await page.evaluate(`window.act = () => { ${handler} }`);
  const settle = await StableWait.begin(page);
  await page.mouse.click(20, 20);
  const start = performance.now();
  const arrival = await settle.untilQuiet(AbortSignal.timeout(30_000));
  settle.stop();
  const ms = performance.now() - start;
  return { arrival, ms, text: arrival === 'endless' ? '' : await page.locator('body').innerText() };
}

describe('after an action', () => {
  it('nothing is waited for when nothing was started', async () => {
    const { arrival, ms, text } = await click('show("done")');
    expect(text).toContain('done');
    expect(arrival).toBe('none');
    expect(ms).toBeLessThan(900);
  });

  it('a request, and the one that its answer starts, are waited for', async () => {
    const { text } = await click('fetch("/data").then(() => fetch("/more")).then(() => show("both"))');
    expect(text).toContain('both');
  });

  it('a request that never ends is not', async () => {
    const { ms } = await click('fetch("/never")');
    expect(ms).toBeGreaterThan(1_000);
    expect(ms).toBeLessThan(2_500);
  });

  it('streams and pictures are not waited for', async () => {
    const { ms } = await click(
      'new EventSource("/never"); new Image().src = "/never"; new WebSocket("ws://" + location.host)',
    );
    expect(ms).toBeLessThan(900);
  });

  it.each([
    ['a link', 'location.href = "/slow"'],
    ['a script that goes on', 'location.href = "/hop"'],
    ['a meta tag that goes on', 'location.href = "/refresh"'],
    ['a form', 'const f = document.createElement("form"); f.action = "/slow"; document.body.append(f); f.submit()'],
    ['a task that goes', 'setTimeout(() => { location.href = "/slow" })'],
  ])('%s leads to its page', async (_, handler) => {
    const { arrival, text } = await click(handler);
    expect(text).toBe('Slow');
    expect(arrival).toBe('done');
  });

  it('a change of the address within the document is no navigation', async () => {
    const { arrival, ms } = await click('history.pushState({}, "", "/other"); location.hash = "x"');
    expect(arrival).toBe('none');
    expect(ms).toBeLessThan(900);
  });

  it('what leads nowhere is given up soon', async () => {
    const { arrival, ms } = await click('location.href = "/nothing"');
    expect(arrival).toBe('none');
    expect(ms).toBeLessThan(1_000);
    expect((await click('location.href = "javascript:void 0"')).ms).toBeLessThan(1_000);
  });

  it('pages that lead on for ever are noticed', async () => {
    const { arrival, ms } = await click('location.href = "/again"');
    expect(arrival).toBe('endless');
    expect(ms).toBeLessThan(15_000);
  });

  it('a page that stops answering is noticed', async () => {
    await page.evaluate('window.act = () => setTimeout(() => { for (;;); })');
    const settle = await StableWait.begin(page);
    await page.mouse.click(20, 20);
    expect(await settle.untilQuiet(AbortSignal.timeout(30_000))).toBe('silent');
    settle.stop();
  });

  it('a page that is on its way is asked for one frame, when it is there', async () => {
    const settle = await StableWait.begin(page);
    const session = await cdpSessionOf(page);
    const asked = vi.spyOn(session, 'send');
    await page.goto(site.url('/picture'), { waitUntil: 'commit' });
    expect(await settle.untilQuiet(AbortSignal.timeout(30_000), PATIENT)).toBe('done');
    settle.stop();
    expect(asked.mock.calls.filter(([method]) => method === 'Runtime.evaluate')).toHaveLength(1);
    expect(await page.evaluate('document.images[0].complete')).toBe(true);
  });

  it('the end of the call ends the waiting', async () => {
    await page.evaluate('window.act = () => { fetch("/never") }');
    const settle = await StableWait.begin(page);
    await page.mouse.click(20, 20);
    await expect(settle.untilQuiet(AbortSignal.timeout(100))).rejects.toThrow('call.deadline');
    settle.stop();
  });
});
