import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../contracts/page/chromium.js';
import { pressOn } from '../fixtures/console-person.js';
import { COMMAND, environment, runCommand, start } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { bytesBelow } from '../fixtures/vault-places.js';

const COOKIE = 'captured-by-hand-71-basalt';
const PASSWORD = 'Tr0ub4dor-and-basalt';
const FIELD = 'position:absolute;left:20px;top:20px;width:400px;height:40px';

describe('vault capture without a screen', () => {
  let site: Site;
  let workspace: string;
  let person: Browser;

  beforeAll(async () => {
    workspace = mkdtempSync(join(tmpdir(), 'gw-capture-'));
    site = await startSite({
      '/': html(
        `<form method="post" action="/done"><input name="p" type="password" aria-label="Password" style="${FIELD}"></form>`,
      ),
      '/done': (_, response) => {
        const headers = { 'content-type': 'text/html', 'set-cookie': `sid=${COOKIE}; HttpOnly; Path=/` };
        response.writeHead(200, headers).end(html('<h1>Welcome</h1>'));
      },
      '/account': ({ headers: { cookie = '' } }, response) => {
        const who = cookie.includes(`sid=${COOKIE}`) ? 'a customer' : 'a stranger';
        response.writeHead(200, { 'content-type': 'text/html' }).end(html(`<h1>Hello, ${who}</h1>`));
      },
    });
    person = await launchChromium();
  });
  afterAll(async () => {
    await person.close();
    await site.close();
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  });

  interface Capturing {
    readonly child: ChildProcessWithoutNullStreams;
    readonly ended: Promise<number | null>;
    readonly link: string;
    readonly printed: () => string;
  }

  const capture = async (): Promise<Capturing> => {
    const args = ['vault', 'capture', site.origin, '--username', 'ada'];
    const env = environment(workspace, { DISPLAY: '', WAYLAND_DISPLAY: '' });
    const child = spawn(process.execPath, [COMMAND, ...args], { env });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        printed += text.toString();
      });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await expect.poll(() => printed, { timeout: 50_000 }).toContain('press Enter here');
    const link = /http:\/\/127\.0\.0\.1:\d+\/enter\/[\w-]+/u.exec(printed)?.[0] ?? '';
    return { child, ended, link, printed: () => printed };
  };

  const signIn = async (page: Page, link: string): Promise<void> => {
    await page.goto(link);
    await page.getByRole('link', { name: 'capture', exact: true }).first().click();
    await page.getByRole('button', { name: 'Take over' }).click();
    const screen = page.getByRole('application', { name: 'The page that you drive' });
    await screen.getByRole('img').waitFor();
    await pressOn(screen.getByRole('img'), 100, 40);
    await page.getByLabel('Type into the page').fill(PASSWORD);
    await page.getByRole('button', { name: 'Type', exact: true }).click();
    await page.getByRole('button', { name: 'Enter' }).click();
    await expect.poll(() => site.seen.some(({ path }) => path === '/done'), { timeout: 15_000 }).toBe(true);
    await page.getByRole('button', { name: 'Give back' }).click();
  };

  it('says in plain words that nobody was signed in, and keeps nothing', async () => {
    const { child, ended, printed } = await capture();
    child.stdin.end('\n');
    expect(await ended, printed()).toBe(1);
    expect(printed()).toContain(`you were not signed in at ${site.origin}`);
    expect(runCommand(workspace, ['vault', 'list', '--json']).stdout.trim()).toBe('[]');
  });

  it('keeps what the person signed in to by takeover, for a server that runs too; no agent reaches the session', async () => {
    const { child, ended, link, printed } = await capture();
    const agent = await start({ workspace, args: ['--allow-private', site.host] });
    for (const tool of ['browser_snapshot', 'browser_read'])
      expect((await agent.call(tool, { session: 'capture' })).code).toBe('session.none');
    const visit = async () => (await agent.call('browser_navigate', { url: site.url('/account') })).text;
    expect(await visit()).toContain('a stranger');
    await signIn(await person.newPage(), link);
    child.stdin.end('\n');
    expect(await ended, printed()).toBe(0);
    expect(printed()).toContain('1 cookie');
    const { stdout } = runCommand(workspace, ['vault', 'test', site.origin, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ identities: [{ username: 'ada', holds: ['1 cookie'] }] });
    expect(await visit()).toContain('a customer');
    await agent.close();
    for (const secret of [COOKIE, PASSWORD]) {
      expect(printed()).not.toContain(secret);
      expect(bytesBelow(workspace).toString('latin1')).not.toContain(secret);
    }
  });
});
