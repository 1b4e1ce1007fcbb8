import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wrongsInAllLooks } from '../fixtures/accessible.js';
import { attend } from '../fixtures/console-person.js';
import type { Attended } from '../fixtures/console-person.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PASSWORD = 'correct-horse-9187';
const TOKEN = 'b7'.repeat(32);

describe('what the console says of the workspace', () => {
  let site: Site;
  let there: Attended;

  beforeAll(async () => {
    site = await startSite({ '/': html('<button>Pay now</button>') });
    there = await attend({
      network: { unsafeAllowPrivate: [site.host] },
      rules: [{ when: { tool: 'browser_click', name: 'Delete everything' }, then: 'deny' }],
      teams: { robots: { tools: ['browser_*'], browser: { max_sessions: 2 } }, readers: {} },
    });
    const { workspace, gatewright } = there;
    mkdirSync(join(workspace, 'tokens'), { recursive: true, mode: 0o700 });
    writeFileSync(join(workspace, 'tokens', 'robots'), `${TOKEN}\n`, { mode: 0o600 });
    const record = JSON.stringify({ username: 'ann', password: PASSWORD, origins: [site.url().replace(/\/$/u, '')] });
    const added = gatewright.command(['vault', 'add', site.host], record);
    expect(added.stderr + added.stdout).toContain('Kept');
    await gatewright.call('browser_navigate', { url: site.url(), session: 'shop' });
  });
  afterAll(async () => {
    await there.close();
    await site.close();
  });

  it('who is signed in where, since when, and never a value', async () => {
    const { page, base } = there;
    const answer = await page.goto(`${base}/identities`);
    const card = page.locator('section:has(#signed-in) .card');
    expect(await card.innerText()).toMatch(/shop[\s\S]*Since[\s\S]*\d+ s ago[\s\S]*Last used[\s\S]*\d+ s ago/u);
    expect(await card.innerText()).toContain(site.host);
    const kept = page.locator('section:has(#kept) .card');
    expect(await kept.innerText()).toMatch(/ann[\s\S]*password/u);
    expect(await answer?.text()).not.toContain(PASSWORD);
  });

  it('when an identity was used last, also after the session and its server are gone', async () => {
    const { page, base, gatewright } = there;
    await page.goto(`${base}/identities`);
    const kept = page.locator('section:has(#kept) .card');
    expect(await kept.innerText()).toMatch(/Last used[\s\S]*\d+ s ago/u);
    await gatewright.call('browser_close', { session: 'shop' });
    await page.reload();
    expect(await page.getByText('Nobody is signed in').count()).toBe(1);
    expect(await kept.innerText()).toMatch(/Last used[\s\S]*\d+ s ago/u);
    await kept.getByRole('link').click();
    await page.locator('.entry').first().waitFor();
    expect(await page.locator('#entries').innerText()).toMatch(/browser_navigate[\s\S]*signed in with/u);
    expect(gatewright.command(['audit', 'query', '--identity', site.host]).stdout).toContain('browser_navigate');
    expect(gatewright.command(['audit', 'query', '--identity', 'other.example']).stdout).not.toContain('browser_');
    const other = JSON.stringify({ username: 'bob', password: PASSWORD, origins: ['https://unused.example'] });
    gatewright.command(['vault', 'add', 'unused.example'], other);
    await page.goto(`${base}/identities`);
    await page.getByText('never, as far as the record goes back').waitFor();
    gatewright.command(['vault', 'remove', 'unused.example', '--yes']);
    await gatewright.call('browser_navigate', { url: site.url(), session: 'shop' });
  });

  it('teams and limits, without a token', async () => {
    const { page, base } = there;
    const answer = await page.goto(`${base}/teams`);
    const body = (await answer?.text()) ?? '';
    expect(body).not.toContain(TOKEN);
    expect(await page.getByText('Its token is in place.').count()).toBe(1);
    expect(await page.getByText('It has no token').count()).toBe(1);
    expect(await page.locator('section:has(#limits)').innerText()).toContain('sessions.maxConcurrent');
  });

  it('health: servers, browser, record and disk, and the record checked on request', async () => {
    const { page, base } = there;
    await page.goto(`${base}/health`);
    const text = await page.locator('main').innerText();
    expect(text).toMatch(/stdio [0-9a-f]{8}/u);
    expect(text).toMatch(/GB free/u);
    expect(text).toMatch(/Chromium \d+/u);
    await page.getByRole('button', { name: 'Check every signature of the record' }).click();
    await page.getByText('every chain whole').waitFor();
  });

  it(
    'no page breaks a rule of WCAG 2.2 AA: light and dark, on a desktop and on a phone',
    { timeout: 120_000 },
    async () => {
      const { person, context, base } = there;
      const other = await person.newContext({ storageState: await context.storageState() });
      const page = await other.newPage();
      const found: string[] = [];
      for (const path of ['/identities', '/teams', '/health', '/allowed?tool=browser_click&name=Pay&args=%7B%7D']) {
        await page.goto(`${base}${path}`);
        found.push(...(await wrongsInAllLooks(page, path)));
      }
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      found.push(...(await wrongsInAllLooks(page, 'shortcuts')));
      await other.close();
      expect(found).toEqual([]);
    },
  );

  it('a configuration that is broken is said where it is needed, and the page stays', async () => {
    const { page, base, workspace } = there;
    const file = join(workspace, 'gatewright.yaml');
    writeFileSync(file, 'version: 1\nnoSuchKey: 1\n', { mode: 0o600 });
    await page.goto(`${base}/teams`);
    await page.getByText(/cannot be read: config\.invalid: .*noSuchKey/u).waitFor();
    const found = await wrongsInAllLooks(page, 'teams');
    await page.goto(`${base}/identities`);
    await page.getByText(/The vault cannot be read/u).waitFor();
    found.push(...(await wrongsInAllLooks(page, 'identities')));
    await page.goto(`${base}/health`);
    await page
      .locator('section:has(#workspace)')
      .getByText(/noSuchKey/u)
      .waitFor();
    found.push(...(await wrongsInAllLooks(page, 'health')));
    expect(found).toEqual([]);
  });

  it('nobody sees them who is not signed in, and a check takes the token of the form', async () => {
    const { base, context, person } = there;
    const stranger = await person.newContext();
    for (const path of ['/identities', '/teams', '/health', '/allowed?url=x'])
      expect((await stranger.request.get(`${base}${path}`)).status()).toBe(401);
    await stranger.close();
    const headers = { origin: base, 'sec-fetch-site': 'same-origin' };
    for (const path of ['/health/check', '/allowed/try']) {
      const forged = await context.request.post(`${base}${path}`, { headers, form: { csrf: 'x', url: 'x' } });
      expect(forged.status()).toBe(403);
      const elsewhere = await context.request.post(`${base}${path}`, {
        headers: { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' },
        form: { url: 'x' },
      });
      expect(elsewhere.status()).toBe(403);
    }
  });

  describe('what would happen if', () => {
    const tryOut = async (fields: Readonly<Record<string, string>>): Promise<string> => {
      const { page, base } = there;
      await page.goto(`${base}/allowed`);
      for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
      await page.getByRole('button', { name: 'Try' }).click();
      return page.locator('.verdict').innerText();
    };

    it('a tool and a label are judged by the running server, with the rule that decides', async () => {
      const fields = { Address: 'https://shop.example/', Tool: 'browser_click', 'Role of the element': 'button' };
      expect(await tryOut({ ...fields, 'Its label': 'Delete everything' })).toMatch(/Would be refused[\s\S]*rule/iu);
      expect(await tryOut({ ...fields, 'Its label': 'Pay now' })).toMatch(/A person would be asked[\s\S]*server/iu);
      expect(await tryOut({ ...fields, 'Its label': 'Show more' })).toMatch(/Would be done/iu);
      expect(site.seen.filter(({ method }) => method === 'POST')).toEqual([]);
    });

    it('a tool that is not there, and arguments that are none, are said', async () => {
      expect(await tryOut({ Tool: 'no_such_tool' })).toMatch(/Would be refused[\s\S]*no_such_tool/iu);
      const { page, base } = there;
      await page.goto(`${base}/allowed?args=${encodeURIComponent('[1]')}&tool=web_fetch`);
      await page.getByRole('button', { name: 'Try' }).click();
      expect(await page.locator('.verdict').innerText()).toContain('call.bad-arguments');
    });

    it('an address fills the form in, and nothing is judged before the button is pressed', async () => {
      const { page, base } = there;
      const hostile = '"><script>document.title=1</script>';
      await page.goto(
        `${base}/allowed?url=${encodeURIComponent('http://10.0.0.1/')}&name=${encodeURIComponent(hostile)}`,
      );
      expect(await page.locator('.verdict').count()).toBe(0);
      expect(await page.getByLabel('Its label').inputValue()).toBe(hostile);
      await page.getByRole('button', { name: 'Try' }).click();
      expect(await page.locator('.verdict').innerText()).toContain(hostile);
    });
  });

  it('keys go to pages, open their list, and can be turned off', async () => {
    const { page, base } = there;
    await page.goto(base);
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.getByRole('heading', { name: 'Health', exact: true }).waitFor();
    await page.goto(`${base}/record`);
    await page.keyboard.press('/');
    await page.keyboard.type('g?');
    expect(await page.getByRole('searchbox').inputValue()).toBe('g?');
    await page.keyboard.press('Tab');
    await page.locator('h1').click();
    await page.keyboard.press('?');
    await page.getByRole('button', { name: 'Shortcuts are on: turn off' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
