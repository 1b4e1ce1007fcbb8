import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchChromium } from '../contracts/page/chromium.js';
import { tabTo, wrongs } from '../fixtures/accessible.js';
import { startCommand } from '../fixtures/console.js';
import { attend, openSessionPage } from '../fixtures/console-person.js';
import type { Attended } from '../fixtures/console-person.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PAGE = html(`<form action="/got"><input name="q" aria-label="Query" autofocus></form>`);
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

let site: Site;
beforeAll(async () => {
  site = await startSite({ '/': PAGE, '/got': html('<h1>Got it</h1>') });
});
afterAll(() => site.close());
beforeEach(() => {
  site.seen.length = 0;
});
const got = () => expect.poll(() => site.seen.map(({ path }) => path), { timeout: 8000 });

describe('taking over, for everybody', () => {
  let attended: Attended;
  beforeAll(async () => {
    attended = await attend({ network: { unsafeAllowPrivate: [site.host] } });
    await attended.gatewright.call('browser_navigate', { url: site.url() });
  });
  afterAll(() => attended.close());

  it('does nothing wrong by WCAG, looking on and driving, in any light and size', async () => {
    const { page } = attended;
    const found: string[] = [];
    const check = async (what: string): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const viewport of [DESKTOP, PHONE]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize(viewport);
          found.push(...(await wrongs(page)).map((wrong) => `${what}, ${colorScheme}: ${wrong}`));
          const overflow: unknown = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
          if (overflow === true) found.push(`${what}: wider than ${String(viewport.width)}`);
        }
    };
    await openSessionPage(attended);
    await check('session');
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('application').getByRole('img').waitFor();
    await check('driving');
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: 'Give back' }).click();
    await page.getByText('Given back').waitFor();
    expect(found).toEqual([]);
  });

  it('works without a mouse, and lets nobody be caught in it', async () => {
    const { page } = attended;
    await attended.gatewright.call('browser_navigate', { url: site.url() });
    await openSessionPage(attended);
    await page.reload();
    await tabTo(page, 'Take over');
    await page.keyboard.press('Enter');
    await page.getByRole('application').getByRole('img').waitFor();
    await tabTo(page, 'The page that you drive');
    await page.keyboard.type('keys');
    await page.keyboard.press('Enter');
    await got().toContain('/got?q=keys');
    await page.keyboard.press('Shift+Escape');
    await tabTo(page, 'Type');
    await tabTo(page, 'Give back');
    await page.keyboard.press('Enter');
    await page.getByText('Given back').waitFor();
  });
});

describe('gatewright serve', () => {
  it('is taken over in its own console', async () => {
    const workspace = mkdtempSync(join(tmpdir(), 'gw-serve-'));
    const config = { version: 1, network: { unsafeAllowPrivate: [site.host] } };
    writeFileSync(join(workspace, 'gatewright.yaml'), JSON.stringify(config), { mode: 0o600 });
    const { server, link } = await startCommand(workspace, ['serve', '--http', '127.0.0.1:0', '--json'], 'console');
    const person = await launchChromium();
    const client = new Client({ name: 'gatewright-tests', version: '1.0.0' });
    try {
      const token = readFileSync(join(workspace, 'token'), 'utf8').trim();
      const url = new URL('/mcp', link);
      const authProvider = { token: () => Promise.resolve(token) };
      await client.connect(new StreamableHTTPClientTransport(url, { authProvider }));
      const call = async (name: string, args = {}): Promise<string> =>
        JSON.stringify(await client.callTool({ name, arguments: args }));
      await call('browser_navigate', { url: site.url() });
      const page = await person.newPage();
      page.setDefaultTimeout(15_000);
      await page.goto(link);
      await page.getByRole('link', { name: 'default', exact: true }).click();
      await page.getByRole('button', { name: 'Take over' }).click();
      await page.getByRole('application').getByRole('img').waitFor();
      expect(await call('browser_snapshot')).toContain('session.taken-over');
      await page.getByLabel('Type into the page').fill('served');
      await page.getByRole('button', { name: 'Type', exact: true }).click();
      await page.getByRole('button', { name: 'Enter' }).click();
      await got().toContain('/got?q=served');
      await page.getByRole('button', { name: 'Give back' }).click();
      await page.getByText('Given back').waitFor();
      expect(await call('browser_snapshot')).toMatch(/A person did something here.*Got it/u);
    } finally {
      await client.close();
      await person.close();
      server.kill('SIGTERM');
      await new Promise((resolve) => server.once('exit', resolve));
      rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
