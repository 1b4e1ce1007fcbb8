import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchChromium } from '../contracts/page/chromium.js';
import { send, startCommand } from '../fixtures/console.js';

type Started = Awaited<ReturnType<typeof startCommand>>;

/** Cookies know hosts and no ports, and every console of this machine is on 127.0.0.1. */
describe('two consoles in one browser', () => {
  const workspaces: string[] = [];
  let consoles: Started[];
  let bases: string[];
  let person: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    consoles = await Promise.all(
      [0, 1].map(() => {
        const workspace = mkdtempSync(join(tmpdir(), 'gw-two-'));
        workspaces.push(workspace);
        return startCommand(workspace, ['console', '--json'], 'link');
      }),
    );
    bases = consoles.map(({ link }) => new URL(link).origin);
    person = await launchChromium();
    context = await person.newContext();
  });
  afterAll(async () => {
    await person.close();
    for (const { server } of consoles) server.kill('SIGTERM');
    for (const workspace of workspaces) rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  });

  const headingAt = async (base: string | undefined): Promise<string> => {
    const page = await context.newPage();
    await page.goto(base ?? '');
    const text = await page.getByRole('heading', { level: 1 }).innerText();
    await page.close();
    return text;
  };

  it('sign each other neither in nor out', async () => {
    const page = await context.newPage();
    const [first, second] = bases;
    await page.goto(consoles[0]?.link ?? '');
    await page.getByRole('heading', { name: 'Now' }).waitFor();
    expect(await headingAt(second)).toBe('You are not signed in');
    await page.goto(consoles[1]?.link ?? '');
    await page.getByRole('heading', { name: 'Now' }).waitFor();
    expect(await headingAt(first)).toBe('Now');

    const cookies = await context.cookies();
    expect(new Set(cookies.map(({ name }) => name)).size).toBe(cookies.length);
    // Under the other one's name it opens nothing either.
    const [mine, theirs] = cookies.filter(({ path }) => path === '/');
    const swapped = `${theirs?.name ?? ''}=${mine?.value ?? ''}; ${mine?.name ?? ''}=${theirs?.value ?? ''}`;
    for (const base of bases) expect((await send(base, 'GET', { cookie: swapped })).status).toBe(401);

    await page.goto(second ?? '');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are not signed in').waitFor();
    expect(await headingAt(first)).toBe('Now');
  });
});
