// Makes the pictures of docs/console/: a real server with a browser, a scripted agent, and a person at the console in a
// headless Chromium. Run it after `npm run build`; only loopback is used.
import { execFileSync, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { chromium } from 'playwright-core';
import { findChromium } from '../bench/find-chromium.mjs';
import { smallPng } from './small-png.mjs';
import { demoPictures, strangerPictures } from './console-first-pictures.mjs';
import { DESKTOP, PHONE, SHOP_PAGES } from './console-picture-pages.mjs';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'console');
const MAX_BYTES = 1_500_000;
/** @type {string[]} */
const taken = [];

const site = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(SHOP_PAGES[pathname] ?? SHOP_PAGES['/']);
});
await new Promise((resolve) => {
  site.listen({ host: '127.0.0.1', port: 0 }, () => {
    resolve(undefined);
  });
});
const bound = site.address();
const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
const shop = `http://localhost:${port}`;
/** The same server under another name, at which there is an identity: its pages are not pictured. */
const mail = `http://127.0.0.1:${port}`;
const workspace = mkdtempSync(join(tmpdir(), 'gw-pictures-'));
// As it is installed, so that pages name the command and not a path.
const bin = mkdtempSync(join(tmpdir(), 'gw-pictures-bin-'));
const COMMAND = join(bin, 'gatewright');
symlinkSync(join(import.meta.dirname, '..', 'dist', 'gatewright.js'), COMMAND);
/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}`, GATEWRIGHT_WORKSPACE: workspace };
const config = {
  version: 1,
  network: { unsafeAllowPrivate: [`localhost:${port}`, `127.0.0.1:${port}`] },
  approval: { timeoutSeconds: 900, maxSeconds: 900, notify: 'off' },
  audit: { thumbnails: true },
  teams: {
    'web-team': {
      tools: ['browser_*'],
      calls_per_second: 5,
      browser: { max_sessions: 2, allowed_domains: ['example.com'] },
    },
    'read-only': { capabilities: ['read', 'navigation'], browser: { max_sessions: 1 } },
  },
};
writeFileSync(join(workspace, 'gatewright.yaml'), JSON.stringify(config), { mode: 0o600 });
run(['token', 'add', 'web-team']);
run(
  ['vault', 'add', `127.0.0.1:${port}`],
  JSON.stringify({ username: 'ann@example.com', password: 'not-shown-anywhere-1' }),
);

const client = new Client({ name: 'shopping-agent', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
await client.connect(
  new StdioClientTransport({ command: process.execPath, args: [COMMAND], env: strings(env), stderr: 'ignore' }),
);
const consoleServer = spawn(process.execPath, [COMMAND, 'console', '--json'], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch({
  executablePath: findChromium(undefined),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  await takeAll();
} finally {
  await browser.close();
  consoleServer.kill();
  await client.close();
  site.close();
  for (const folder of [workspace, bin]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function takeAll() {
  const link = await new Promise((resolve) => {
    consoleServer.stdout.once('data', (/** @type {Buffer} */ bytes) => {
      resolve(JSON.parse(bytes.toString()).link);
    });
  });
  const base = new URL(link).origin;
  const first = await browser.newContext();
  const page = await first.newPage();
  await page.goto(link);
  await page.getByRole('heading', { name: 'Now' }).waitFor();
  const signedIn = await first.storageState();
  await first.close();
  mkdirSync(FOLDER, { recursive: true });
  const picture = pictures(signedIn, base);
  await strangerPictures({ browser, keep, signedIn, base, link: JSON.parse(run(['console', '--json'])).link });
  await demoPictures({ browser, pictures, start: [COMMAND, 'demo', '--console', '--json'], env });

  await act();
  const session = new URLSearchParams({
    principal: 'local',
    client: 'shopping-agent',
    session: 'groceries',
  }).toString();
  await picture('now', '/', { desktop: 'light', phone: 'dark' }, '.live img:not([hidden])');
  await picture('waiting', '/waiting', { desktop: 'light', phone: 'dark' }, '.question img');
  await picture('record', '/record', { desktop: 'dark', phone: 'light' }, '.entry');
  await picture(
    'replay',
    `/record/session?${session}`,
    { desktop: 'light', phone: 'dark' },
    '.scrub-view img',
    async (at) => {
      await at.getByRole('slider').press('End');
      await at.evaluate('scrollTo(0, 0)');
    },
  );
  const click = `/allowed?${new URLSearchParams({ url: `${shop}/cart`, tool: 'browser_click', role: 'button', name: 'Pay 42.00 EUR' }).toString()}`;
  await picture('allowed', click, { desktop: 'dark', phone: 'light' }, '#try', async (at) => {
    await at.getByRole('button', { name: 'Try' }).click();
    await at.locator('.verdict').waitFor();
  });
  await picture('identities', '/identities', { desktop: 'light', phone: 'dark' }, '#kept');
  await picture('teams', '/teams', { desktop: 'light', phone: 'dark' }, '#limits');
  await picture('health', '/health', { desktop: 'dark', phone: 'light' }, '.level-ok');
  await picture('shortcuts', '/health', { desktop: 'light' }, '.level-ok', async (at) => {
    await at.keyboard.press('?');
    await at.getByRole('dialog').waitFor();
  });
  await takeSession(signedIn, base);
  await takeByLink(signedIn, base);
  const total = taken.reduce((sum, file) => sum + statSync(file).size, 0);
  console.log(`${taken.length} pictures, ${Math.round(total / 1000)} kB`);
  if (total > MAX_BYTES) throw new Error('the pictures are too large for the documentation');
}

/** What the agent does before somebody looks. */
async function act() {
  for (const path of ['/', '/bread', '/cart']) {
    await call('browser_navigate', { url: shop + path, session: 'groceries' });
    // The record's picture is taken when nothing more is asked of the page.
    const before = thumbnails();
    for (let i = 0; i < 100 && thumbnails() === before; i++) await sleep(200);
  }
  await call('browser_navigate', { url: 'http://169.254.169.254/latest/meta-data/', session: 'groceries' });
  await call('browser_navigate', { url: `${mail}/inbox`, session: 'mail' });
  await call('browser_type', { selector: '#to', text: 'ann@example.com', session: 'mail' });
  void call('browser_click', { role: 'button', name: 'Pay 42.00 EUR', session: 'groceries' }).catch(() => undefined);
  await sleep(2500);
}

function thumbnails() {
  const folder = join(workspace, 'audit');
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return files.reduce((sum, name) => sum + readFileSync(join(folder, name), 'utf8').split('"thumbnail"').length - 1, 0);
}

/** @param {any} signedIn @param {string} base */
async function takeSession(signedIn, base) {
  for (const [name, viewport, colorScheme] of /** @type {const} */ ([
    ['desktop-light', DESKTOP, 'light'],
    ['phone-dark', PHONE, 'dark'],
  ])) {
    const context = await browser.newContext({
      storageState: signedIn,
      viewport,
      colorScheme,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(base);
    await page.getByRole('link', { name: 'mail', exact: true }).click();
    await page.locator('.live img:not([hidden])').waitFor();
    if (name === 'desktop-light') await keep(page, `session-${name}`);
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.locator('#screen img:not([hidden])').waitFor();
    await keep(page, `driving-${name}`);
    await page.getByRole('button', { name: 'Give back' }).click();
    await page.getByText('Given back').waitFor();
    await context.close();
  }
}

/** @param {any} signedIn @param {string} base */
async function takeByLink(signedIn, base) {
  const context = await browser.newContext({ storageState: signedIn, viewport: DESKTOP });
  const page = await context.newPage();
  await page.goto(`${base}/waiting`);
  await page
    .getByRole('button', { name: /^Link for a phone/u })
    .first()
    .click();
  const link = await page.locator('#hand-link').innerText();
  const phone = await browser.newContext({ viewport: PHONE, colorScheme: 'light', reducedMotion: 'reduce' });
  const held = await phone.newPage();
  await held.goto(link);
  await held.locator('.question').waitFor();
  await keep(held, 'link-phone-light');
  await phone.close();
  await context.close();
}

/**
 * @param {any} storageState
 * @param {string} base
 */
function pictures(storageState, base) {
  /**
   * @param {string} name
   * @param {string} path
   * @param {{ desktop?: 'light' | 'dark', phone?: 'light' | 'dark' }} looks
   * @param {string} shows
   * @param {(page: import('playwright-core').Page) => Promise<void>} [before]
   */
  return async (name, path, looks, shows, before) => {
    for (const [device, colorScheme] of Object.entries(looks)) {
      const viewport = device === 'phone' ? PHONE : DESKTOP;
      const context = await browser.newContext({ storageState, viewport, colorScheme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(base + path);
      await page.locator(shows).first().waitFor();
      await before?.(page);
      await keep(page, `${name}-${device}-${colorScheme}`);
      await context.close();
    }
  };
}
/** @param {import('playwright-core').Page} page @param {string} name */
async function keep(page, name) {
  const path = join(FOLDER, `${name}.png`);
  // A lazy image that is out of sight is never loaded, and its decode() never ends.
  await page.evaluate(
    'Promise.all([...document.images].filter((img) => img.complete).map((img) => img.decode().catch(() => undefined)))',
  );
  const whole = await page.screenshot({ type: 'png', scale: 'css', animations: 'disabled' });
  const reader = await browser.newPage();
  writeFileSync(path, await smallPng(reader, whole));
  await reader.close();
  taken.push(path);
}

/** @param {string} name @param {Record<string, unknown>} args */
function call(name, args) {
  return client.callTool({ name, arguments: args }, { timeout: 900_000 });
}

/** @param {string[]} args @param {string} [input] */
function run(args, input = '') {
  return execFileSync(process.execPath, [COMMAND, ...args], { env, input, encoding: 'utf8' });
}

/** @param {NodeJS.ProcessEnv} from @returns {Record<string, string>} */
function strings(from) {
  return Object.fromEntries(
    Object.entries(from).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
