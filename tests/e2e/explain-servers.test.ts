import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attend } from '../fixtures/console-person.js';
import { runCommand, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

let site: Site;
let gatewright: Running;

beforeAll(async () => {
  site = await startSite({ '/': html('<h1>Orders</h1>') });
  gatewright = await start({ args: ['--allow-private', site.host] });
});
afterAll(async () => {
  await gatewright.close();
  await site.close();
});

interface Explained {
  readonly verdict: string;
  readonly rule: string;
  readonly reason: string;
  readonly servers: readonly { readonly server: string; readonly verdict: string }[];
}

const explain = (...args: string[]): Explained =>
  JSON.parse(gatewright.command(['explain', '--json', ...args]).stdout) as Explained;

it('explain asks the running server, says which, and names the flag that opened an address', () => {
  const opened = explain(site.url());
  expect(opened).toMatchObject({ verdict: 'allow', rule: 'unsafeAllowPrivate' });
  expect(opened.reason).toContain(`--allow-private`);
  expect(opened.servers).toEqual([{ server: expect.stringMatching(/^[0-9a-f]{8}$/u) as string, verdict: 'allow' }]);
  expect(gatewright.command(['explain', site.url()]).stdout).toContain('judged by the running server');
  expect(explain('10.0.0.1')).toMatchObject({ verdict: 'deny', rule: 'private-address' });
});

it('without a server the configuration is asked', () => {
  const workspace = mkdtempSync(join(tmpdir(), 'gw-explain-'));
  try {
    const { stdout, status } = runCommand(workspace, ['explain', 'http://10.0.0.1/']);
    expect(status).toBe(1);
    expect(stdout).toContain('no server was asked');
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
});

it('a port of this machine that a person may open is explained as a question', () => {
  expect(explain('http://localhost:1/')).toMatchObject({ verdict: 'ask', rule: 'open_loopback' });
});

it('a click is judged by its role, name and origin as if the element had been seen', () => {
  const click = (args: object, on = 'https://shop.example/'): Explained =>
    explain('--tool', 'browser_click', '--args', JSON.stringify(args), '--on', on);
  expect(click({ role: 'button', name: 'Add to cart' }).verdict).toBe('allow');
  expect(click({ role: 'button', name: 'Delete account' }).verdict).toBe('ask');
  const byRef = click({ ref: 'e1' });
  expect(byRef.rule).not.toBe('seen-element');
  expect(byRef.verdict).not.toBe('deny');
});

it('a tool whose capability is off says so', () => {
  const off = explain('--tool', 'web_fetch', '--args', '{"url":"https://example.com/"}');
  expect(off).toMatchObject({ verdict: 'deny', rule: 'capability' });
  expect(off.reason).toContain('capability fetch');
});

it('the console asks the running server too', async () => {
  const attended = await attend({ network: { unsafeAllowPrivate: [site.host] } });
  try {
    const { page, base } = attended;
    await page.goto(`${base}/allowed`);
    await page.locator('#url').fill(site.url());
    await page.getByRole('button', { name: 'Try' }).click();
    await page.getByText('Would be opened').waitFor();
    expect(await page.locator('.verdict').innerText()).toMatch(/server [0-9a-f]{8}/u);
  } finally {
    await attended.close();
  }
});

it('a click without a page is judged on one that the allowlist has, not refused for the page that was assumed', () => {
  const workspace = mkdtempSync(join(tmpdir(), 'gw-explain-'));
  const args = [
    'explain',
    '--allow',
    'shop.example',
    '--tool',
    'browser_click',
    '--args',
    '{"role":"button","name":"Add"}',
  ];
  try {
    const { stdout, status } = runCommand(workspace, args);
    expect(stdout).toMatch(/^allow [^]*a page of https:\/\/shop\.example had/u);
    expect(status).toBe(0);
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
});
