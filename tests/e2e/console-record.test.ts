import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { attend } from '../fixtures/console-person.js';
import type { Attended } from '../fixtures/console-person.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const HOSTILE = '<img src=x onerror="document.title=1">';

describe('the record as a person reads it', () => {
  let site: Site;
  let there: Attended;

  beforeAll(async () => {
    site = await startSite({
      '/': html('<h1>One</h1><button id="go">Press</button>'),
      '/two': html('<h1>Two</h1><button id="go">Press</button>'),
    });
    there = await attend({ network: { unsafeAllowPrivate: [site.host] }, audit: { thumbnails: true } });
    const { gatewright } = there;
    const thumbnails = () => gatewright.record().filter((line) => JSON.stringify(line).includes('"thumbnail"')).length;
    for (const [i, path] of ['/', '/two'].entries()) {
      await gatewright.call('browser_navigate', { url: site.url(path), session: 'buy' });
      // Taken when nothing more is asked of the page.
      await vi.waitFor(() => {
        expect(thumbnails()).toBe(i + 1);
      }, 10_000);
    }
    await gatewright.call('browser_find', { query: HOSTILE, session: 'buy' });
    await gatewright.call('browser_navigate', { url: 'http://10.0.0.1/', session: 'buy' });
    await there.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  afterAll(async () => {
    await there.close();
    await site.close();
  });

  const replay = () => `${there.base}/record/session?session=buy&principal=local`;

  it('filters while one types, and the address carries it', async () => {
    const { page, base } = there;
    await page.goto(`${base}/record`);
    const entries = page.locator('.entry');
    expect(await entries.count()).toBeGreaterThan(3);
    await page.getByRole('searchbox', { name: 'Any text' }).pressSequentially('10.0.0.1');
    await expect.poll(() => entries.count()).toBe(1);
    expect(await entries.first().innerText()).toContain('denied');
    expect(page.url()).toBe(`${base}/record?text=10.0.0.1`);
    // Half a name of what is matched whole leaves the list as it is.
    await page.getByRole('searchbox', { name: 'Any text' }).fill('');
    await expect.poll(() => entries.count()).toBeGreaterThan(3);
    await page.getByText('More filters').click();
    await page.getByRole('combobox', { name: 'Tool' }).fill('browser_f');
    await page.getByRole('combobox', { name: 'Tool' }).fill('browser_find');
    await expect.poll(() => entries.count()).toBe(1);
    await page.reload();
    expect(await entries.count()).toBe(1);
    // What narrows the list is in sight.
    expect(await page.getByRole('combobox', { name: 'Tool' }).inputValue()).toBe('browser_find');
    expect(await page.getByRole('combobox', { name: 'Tool' }).isVisible()).toBe(true);
    expect(await page.title()).toContain('Record');
  });

  it('says that nothing fits, and does not follow an address that it did not write', async () => {
    const { page, base } = there;
    await page.goto(`${base}/record?text=${encodeURIComponent(HOSTILE)}`);
    expect(await page.getByRole('searchbox', { name: 'Any text' }).inputValue()).toBe(HOSTILE);
    expect(await page.locator('main img').count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Any text' }).fill('nothing-like-this');
    await page.getByText('No entry matches these filters.').waitFor();
  });

  it('copies an entry, and a link that shows another operator the same', async () => {
    const { page, base } = there;
    await page.goto(`${base}/record?text=10.0.0.1`);
    await page.getByRole('button', { name: 'Copy link', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = async () => String(await page.evaluate('navigator.clipboard.readText()'));
    const link = await copied();
    expect(link).toMatch(new RegExp(`^${base}/record/session\\?.*all=yes#e-`, 'u'));
    const entry = page.getByRole('button', { name: 'Copy', exact: true });
    await entry.click();
    await expect.poll(copied).toContain('browser_navigate');
    expect(await copied()).not.toContain('Copy link');
    await page.getByRole('button', { name: 'Copy link to this view' }).click();
    await expect.poll(copied).toBe(`${base}/record?text=10.0.0.1`);
    await page.goto(link);
    expect(await page.locator('.entry.here').innerText()).toContain('10.0.0.1');
  });

  it('a shared link that comes from elsewhere leads on, for who is signed in and for nobody else', async () => {
    const { page, context, person } = there;
    const elsewhere = await startSite({ '/': html(`<a href="${replay()}">look</a>`) });
    await page.goto(elsewhere.url('/').replace('127.0.0.1', 'localhost'));
    await page.getByRole('link', { name: 'look' }).click();
    await page.getByRole('link', { name: 'I have signed in here: show this page' }).click();
    await page.locator('.entry').first().waitFor();
    const stranger = await (await person.newContext()).newPage();
    const answer = await stranger.goto(replay());
    expect(answer?.status()).toBe(401);
    await stranger.getByRole('link', { name: 'I have signed in here: show this page' }).click();
    expect(await stranger.locator('.entry').count()).toBe(0);
    await stranger.context().close();
    await elsewhere.close();
    expect(context.pages()).toHaveLength(1);
  });

  it('a slider goes over the pictures of a session, by keyboard, and marks the entry', async () => {
    const { page } = there;
    await page.goto(replay());
    const slider = page.getByRole('slider', { name: 'Picture of the session' });
    await slider.waitFor();
    const large = page.locator('.scrub-view img');
    const loaded = () => page.evaluate("document.querySelector('.scrub-view img').naturalWidth > 0");
    await expect.poll(loaded).toBe(true);
    const first = await large.getAttribute('src');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => large.getAttribute('src')).not.toBe(first);
    await expect.poll(loaded).toBe(true);
    expect(await slider.getAttribute('aria-valuetext')).toContain('After browser_');
    expect(await page.locator('.entry.here').count()).toBe(1);
    const shared = page.url();
    await page.goto('about:blank');
    await page.goto(shared);
    expect(await slider.inputValue()).toBe('1');
    await page.getByRole('searchbox', { name: 'Any text' }).fill('10.0.0.1');
    await expect.poll(() => page.locator('.entry').count()).toBe(1);
    expect(page.url()).toContain('find=10.0.0.1');
  });

  it('without pictures it says what keeps them', async () => {
    const { page, base, gatewright } = there;
    await gatewright.call('browser_navigate', { url: 'http://10.0.0.1/', session: 'none' });
    await page.goto(`${base}/record/session?session=none&principal=local`);
    await page.getByText('No pictures of this session').waitFor();
    expect(await page.getByText('audit.thumbnails: true').count()).toBe(1);
    expect(await page.getByRole('slider').count()).toBe(0);
  });
});
