import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attend, colourAt, openSessionPage, pressOn, traces } from '../fixtures/console-person.js';
import type { Attended } from '../fixtures/console-person.js';
import { refOf } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PASSWORD = 'Tr0ub4dor-and-3';
const NAME = 'Wilhelmina Grzbch';
const KEY = 'sk-7f3Qz9-Lm2x8-Vw51';
const at = (top: number): string => `position:absolute;left:20px;width:400px;height:40px;top:${String(top)}px`;
const PAGE = html(
  `<form method="post" action="/done"><input name="name" aria-label="Name" style="${at(20)}">
  <input name="password" type="password" aria-label="Password" style="${at(80)}">
  <button style="${at(140)}">Go on</button></form>
  <div style="${at(300)};background:rgb(0,160,0);height:100px"></div>
  <input autocomplete="one-time-code" value="731442" aria-label="Code" style="${at(500)};background:rgb(0,160,0);border:0">
  <button style="${at(600)}" onclick="document.title = confirm('Sure?') ? 'agreed' : 'declined'">Ask me</button>
  <script>document.querySelector('[name=name]').onchange = (e) => console.log('typed ' + e.target.value);</script>`,
  '<style>body{background:#fff}</style>',
);

describe('looking on and taking over', () => {
  let site: Site;
  let attended: Attended;

  beforeAll(async () => {
    site = await startSite({
      '/': PAGE,
      // A site that prints what it was given.
      '/done': html(`<h1>Welcome</h1><p>Your password is ${PASSWORD}.</p><button>Next</button>`),
      '/leaky': html(
        `<div style="${at(200)};width:auto;font:60px/80px monospace">${KEY}</div><div style="${at(300)};background:rgb(0,160,0);height:100px"></div>
        <script>document.title = 'Key ${KEY}'; history.replaceState(null, '', '?key=${KEY}');</script>`,
      ),
      '/other': html('<h1>Other</h1>'),
    });
    attended = await attend({
      capabilities: ['read', 'navigation', 'action', 'human', 'secrets'],
      network: { unsafeAllowPrivate: [site.host] },
      approval: { timeoutSeconds: 8 },
    });
  });
  afterAll(async () => {
    await attended.close();
    await site.close();
  });
  beforeEach(async () => {
    const opened = await attended.gatewright.call('browser_navigate', { url: `${site.url()}?q=kittens#private` });
    expect(opened.code).toBeUndefined();
    site.seen.length = 0;
  });

  it('the picture shows the page and not a secret, and says where it is', async () => {
    const { page, base } = attended;
    const card = page.locator('.card', { has: page.getByRole('link', { name: 'default', exact: true }) });
    const picture = card.getByRole('img', { name: 'What default shows now' });
    // Chromium reports a tab's new title a moment after its page has loaded.
    const shown = async (): Promise<string> => {
      await page.goto(base);
      await picture.waitFor();
      return card.innerText();
    };
    const says = /Test[\s\S]*\/\?q=kittens\n[\s\S]*browser_navigate[\s\S]*Actions\s+[12]\b/u;
    await expect.poll(shown, { timeout: 10_000 }).toMatch(says);
    expect(await card.innerText()).not.toContain('private');
    expect(await colourAt(attended, 200, 350)).toEqual([0, 160, 0]);
    const code = await colourAt(attended, 200, 520);
    expect(Math.max(...code)).toBeLessThan(80);
    // It goes on by itself, and with the agent.
    await attended.gatewright.call('browser_navigate', { url: site.url('/other') });
    await expect.poll(async () => (await colourAt(attended, 200, 350))[0] ?? 0, { timeout: 6000 }).toBeGreaterThan(200);
  });

  it('a secret that the page prints is hidden in picture, title and address', async () => {
    const { gatewright, page, base } = attended;
    const kept = { name: 'API_KEY', value: KEY, scope: [site.origin] };
    expect((await gatewright.call('register_secret', kept)).code).toBeUndefined();
    await gatewright.call('browser_navigate', { url: site.url('/leaky') });
    await page.goto(base);
    const card = page.locator('.card', { has: page.getByRole('link', { name: 'default', exact: true }) });
    await card.getByRole('img').waitFor();
    await card.getByText('Key <API_KEY>').waitFor();
    await card.getByText('/leaky?key=').waitFor();
    expect(await page.content()).not.toContain(KEY);
    // Painted over, with what is beside it left as it was.
    expect(Math.max(...(await colourAt(attended, 60, 240)))).toBeLessThan(80);
    expect(await colourAt(attended, 200, 350)).toEqual([0, 160, 0]);
  });

  it('nothing is pictured when nobody looks', async () => {
    const { page, base } = attended;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${base}/record`);
    await page.waitForTimeout(1500);
    expect(asked).not.toContain('/session/view');
  });

  it('a person drives; the agent is refused, then told, and sees the new state and nothing else', async () => {
    const { gatewright, page } = attended;
    const seen = await gatewright.call('browser_snapshot');
    const ref = refOf(seen.text, /button "Go on"/u);
    await openSessionPage(attended);
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('heading', { name: 'You are driving' }).waitFor();
    const screen = page.getByRole('application', { name: 'The page that you drive' });
    const picture = screen.getByRole('img');
    await picture.waitFor();
    for (const [tool, args] of [
      ['browser_snapshot', {}],
      ['browser_screenshot', {}],
      ['browser_console_read', {}],
      ['browser_navigate', { url: site.url('/other') }],
      ['browser_tabs', { action: 'list' }],
      ['browser_close', {}],
    ] as const) {
      expect([tool, (await gatewright.call(tool, args)).code]).toEqual([tool, 'session.taken-over']);
    }
    await pressOn(picture, 100, 40);
    await page.keyboard.type(NAME);
    await pressOn(picture, 100, 100);
    await page.getByLabel('Type into the page').fill(PASSWORD);
    await page.getByRole('button', { name: 'Type', exact: true }).click();
    await page.getByRole('button', { name: 'Enter' }).click();
    await expect.poll(() => site.seen.some(({ path }) => path === '/done'), { timeout: 8000 }).toBe(true);
    const sent = new URLSearchParams(site.seen.find(({ path }) => path === '/done')?.body);
    expect([sent.get('name'), sent.get('password')]).toEqual([NAME, PASSWORD]);
    await page.getByRole('button', { name: 'Give back' }).click();
    await page.getByText('Given back: the agent goes on.').waitFor();

    const told = await gatewright.call('browser_click', { ref });
    expect(told.code).toBe('browser.stale-ref');
    expect(told.text).toContain('A person did something here');
    const after = await gatewright.call('browser_snapshot');
    expect(after.text).toContain('Welcome');
    expect(after.text).not.toContain('A person did something');
    const received = await Promise.all(
      ['browser_console_read', 'browser_network_read', 'browser_tabs'].map((tool) =>
        gatewright.call(tool, tool === 'browser_tabs' ? { action: 'list' } : {}),
      ),
    );
    const everything = [told, after, ...received].map((reply) => JSON.stringify(reply)).join('\n');
    for (const typed of [PASSWORD, NAME]) {
      expect(everything).not.toContain(typed);
      expect(traces(attended)).not.toContain(typed);
    }
    const events = gatewright.record().filter(({ event }) => String(event).startsWith('takeover.'));
    expect(events.map(({ event }) => event)).toEqual(['takeover.began', 'takeover.ended']);
    expect(JSON.stringify(events[1])).toMatch(/"by":"console:[^"]+".*"inputs":\d+/u);
  });

  it('a dialog is the person’s to answer', async () => {
    const { gatewright, page } = attended;
    await openSessionPage(attended);
    await page.getByRole('button', { name: 'Take over' }).click();
    const picture = page.getByRole('application').getByRole('img');
    await picture.waitFor();
    await pressOn(picture, 100, 620);
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Sure?').waitFor();
    await dialog.getByRole('button', { name: 'OK' }).click();
    await page.locator('.shown', { hasText: 'agreed' }).waitFor();
    await page.getByRole('button', { name: 'Give back' }).click();
    await page.getByText('Given back').waitFor();
    const tabs = await gatewright.call('browser_tabs', { action: 'list' });
    expect(tabs.text).toMatch(/A person did something here[\s\S]*agreed/u);
  });

  it('works with fingers on a small screen', async () => {
    const { person, context, base } = attended;
    const phone = await person.newContext({
      storageState: await context.storageState(),
      viewport: { width: 390, height: 800 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await phone.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(base);
    await page.getByRole('link', { name: 'default', exact: true }).tap();
    await page.getByRole('button', { name: 'Take over' }).tap();
    const picture = page.getByRole('application').getByRole('img');
    await picture.waitFor();
    const box = await picture.boundingBox();
    await picture.tap({ position: { x: (100 * (box?.width ?? 0)) / 1280, y: (40 * (box?.height ?? 0)) / 720 } });
    await page.getByLabel('Type into the page').fill('by thumb');
    await page.getByRole('button', { name: 'Type', exact: true }).tap();
    await page.getByRole('button', { name: 'Enter' }).tap();
    await expect
      .poll(() => site.seen.find(({ path }) => path === '/done')?.body, { timeout: 8000 })
      .toMatch(/^name=by\+thumb/u);
    await page.getByRole('button', { name: 'Give back' }).tap();
    await page.getByText('Given back').waitFor();
    await phone.close();
  });

  it('await_human leads there, waits meanwhile, and its answer brings the notice', async () => {
    const { gatewright, page, base } = attended;
    const asked = gatewright.call('await_human', { kind: 'acknowledge', prompt: 'Please solve the puzzle' });
    await page.goto(`${base}/waiting`);
    await page.getByRole('link', { name: 'take it over' }).click();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('application').getByRole('img').waitFor();
    await page.getByRole('button', { name: 'Give back' }).click();
    await page.getByText('Given back').waitFor();
    await page.goto(`${base}/waiting`);
    await page.getByRole('button', { name: 'Seen' }).click();
    const answered = await asked;
    expect(answered.isError).toBe(false);
    expect(answered.text).toContain('A person did something here');
  });

  it('ends when the page is closed, and when the session is stopped', async () => {
    const { gatewright, context, base } = attended;
    const other = await context.newPage();
    await other.goto(base);
    await other.getByRole('link', { name: 'default', exact: true }).click();
    await other.getByRole('button', { name: 'Take over' }).click();
    await other.getByRole('application').getByRole('img').waitFor();
    expect((await gatewright.call('browser_snapshot')).code).toBe('session.taken-over');
    await other.close({ runBeforeUnload: true });
    await expect.poll(async () => (await gatewright.call('browser_snapshot')).isError, { timeout: 8000 }).toBe(false);

    await openSessionPage(attended);
    await attended.page.getByRole('button', { name: 'Take over' }).click();
    await attended.page.getByRole('application').getByRole('img').waitFor();
    expect(gatewright.command(['stop']).status).toBe(0);
    await attended.page.getByText('Session not found').waitFor();
    expect((await gatewright.call('browser_snapshot')).code).toBe('session.stopped');
  });
});
