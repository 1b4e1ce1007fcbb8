import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../contracts/page/chromium.js';
import { atTerminal } from '../fixtures/at-a-terminal.js';
import { COMMAND, environment, runCommand, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PASSWORD = 'correct-horse-battery';
const SIGN_IN = html(`<h1>Sign in</h1><form method="post" action="/login"><label>User <input name="user"></label>
  <label>Password <input name="password" type="password"></label><button>Sign in</button></form>`);
const CONFIRM = html(`<h1>Your account</h1><form method="post" action="/close">
  <label>Password <input name="password" type="password"></label><button>Close my account</button></form>`);

let workspace: string;
let site: Site;
let gatewright: Running | undefined;
beforeAll(async () => {
  workspace = mkdtempSync(join(tmpdir(), 'gw-first-'));
  site = await startSite({
    '/': html('<h1>Orders</h1><button>Refresh</button>'),
    '/confirm': CONFIRM,
    '/login': (request, response) => {
      if (request.method !== 'POST') {
        response.writeHead(200, { 'content-type': 'text/html' }).end(SIGN_IN);
        return;
      }
      const { body } = site.seen.at(-1) ?? { body: '' };
      const isRight = body.includes(`password=${PASSWORD}`) && body.includes('user=ada');
      response.writeHead(
        303,
        isRight ? { location: '/private', 'set-cookie': 'in=1; Path=/' } : { location: '/login' },
      );
      response.end();
    },
    '/private': (request, response) => {
      if (request.headers.cookie?.includes('in=1') !== true) response.writeHead(303, { location: '/login' }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(html('<h1>Your orders</h1>'));
    },
  });
});
afterEach(async () => {
  await gatewright?.close();
  gatewright = undefined;
});
afterAll(async () => {
  await site.close();
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
});

const local = () => `localhost:${String(site.port)}`;

describe('a development server', () => {
  it.each(['localhost', '127.0.0.1', '[::1]'])('opened as %s is open by each name of this machine', async (name) => {
    const other = await startSite({ '/': html('<h1>another service</h1>') });
    try {
      gatewright = await start({
        args: ['--allow-private', `${name}:${String(site.port)}`],
        config: { network: { askLoopback: false } },
      });
      for (const host of ['127.0.0.1', 'localhost']) {
        const opened = await gatewright.call('browser_navigate', { url: `http://${host}:${String(site.port)}/` });
        expect(opened.text, host).toContain('Orders');
        const closed = await gatewright.call('browser_navigate', { url: `http://${host}:${String(other.port)}/` });
        expect(closed.code, host).toBe('policy.private-address');
      }
      // Nobody listens there; the address itself is open.
      const sixth = await gatewright.call('browser_navigate', { url: `http://[::1]:${String(site.port)}/` });
      expect(sixth.code).not.toBe('policy.private-address');
      expect(other.connections()).toBe(0);
    } finally {
      await other.close();
    }
  });

  it('the refusal that the README shows is the one that an agent reads', async () => {
    gatewright = await start();
    const { text } = await gatewright.call('browser_navigate', { url: 'http://10.0.0.1:8080/' });
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const [shown] = /^policy\.private-address: .+$/mu.exec(readme) ?? [];
    expect(text).toContain(shown ?? 'no refusal in the README');
  });
});

describe('vault add', () => {
  it('without a recipe signs the agent in; a form of another kind is left to it, with the names', async () => {
    const kept = runCommand(
      workspace,
      ['vault', 'add', local(), '--username', 'ada', '--name', 'SHOP'],
      `${PASSWORD}\n`,
    );
    expect(kept.stderr).toBe('');
    gatewright = await start({ workspace, args: ['--allow-private', local()] });
    const opened = await gatewright.call('browser_navigate', { url: `http://${local()}/private` });
    expect(opened.text).toContain('Your orders');
    expect(opened.text).toContain('signed in as ada');
    expect(opened.meta).toMatchObject({ signedInAs: 'ada' });
    const posts = site.seen.filter(({ method }) => method === 'POST');
    expect(posts.map(({ path }) => path)).toEqual(['/login']);

    const left = await gatewright.call('browser_navigate', { url: `http://${local()}/confirm` });
    expect(left.text).toContain("not filled in by itself: this site's user name is ada, password <PASSWORD_SHOP>");
    expect(site.seen.some(({ path }) => path === '/close')).toBe(false);
    expect(`${opened.text}${left.text}`).not.toContain(PASSWORD);
    // Nothing that ends it early: an identity does not shorten a session, and no number of actions is too many.
    expect(gatewright.command(['config']).stdout).toMatch(/sessions\.timeoutSeconds +.*300 for a team, else 28800/u);
    let last = left;
    for (let action = 0; action < 101; action += 1) last = await gatewright.call('browser_press', { key: 'ArrowDown' });
    expect(last.isError, last.text).toBe(false);
    const open = JSON.parse(gatewright.command(['sessions', '--json']).stdout) as { actions: number }[];
    expect(open[0]?.actions).toBeGreaterThan(100);
  }, 180_000);

  it('asks whether to replace before it asks for a password', async () => {
    const host = 'replace.example';
    runCommand(workspace, ['vault', 'add', host, '--username', 'ada'], `${PASSWORD}\n`);
    const no = await atTerminal(workspace, ['vault', 'add', host], [[/Replace it\? \[y\/N\] /u, 'n\n']]);
    expect(no.screen).toContain('has an identity already, which was kept');
    expect(no.screen).not.toMatch(/User name|Password/u);
    expect(no.status).not.toBe(0);
    const yes = await atTerminal(
      workspace,
      ['vault', 'add', host],
      [
        [/Replace it\? \[y\/N\] /u, 'y\n'],
        [/User name.*none\): /u, 'grace\n'],
        [/Password.*none\): /u, 'another-horse-battery\n'],
        [/one-time codes.*none\): /u, '\n'],
      ],
    );
    expect(yes.status).toBe(0);
    expect(runCommand(workspace, ['vault', 'list']).stdout).toMatch(/replace\.example.*grace/u);
  });
});

describe('serve', () => {
  it('what it did: the link shows the calls of a client over HTTP, and of nobody else', async () => {
    gatewright = await start({ transport: 'http', args: ['--allow-private', site.host] });
    await gatewright.call('browser_navigate', { url: site.url(), session: 'docs' });
    await gatewright.call('browser_click', { role: 'button', name: 'Refresh', session: 'docs' });
    await gatewright.call('browser_navigate', { url: site.url(), session: 'elsewhere' });
    // A second console would be another address.
    const printed = gatewright.command(['console', '--json']);
    expect(printed.status).toBe(0);
    const { link } = JSON.parse(printed.stdout) as { link: string };
    expect(new URL(link).origin).toBe(new URL(gatewright.url).origin);
    expect(gatewright.command(['console']).stdout).toContain('A console of this workspace is open already.');
    const person = await launchChromium();
    try {
      const page = await (await person.newContext()).newPage();
      await page.goto(link);
      const card = page.locator('.card', { hasText: 'docs' });
      await card.getByRole('link', { name: 'What it did' }).click();
      const text = await page.locator('main').innerText();
      expect(text).toMatch(/browser_click/u);
      expect(text).toMatch(/browser_navigate/u);
      expect(text).toMatch(/session\.opened/u);
      expect(text).not.toContain('elsewhere');
      // A mistyped address: a person is shown a page, a program that looks for something else no page.
      const mistyped = new URL('/recrod', gatewright.url).href;
      await page.goto(mistyped);
      await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
      const asked = await fetch(mistyped);
      expect([asked.status, await asked.text()]).toEqual([404, 'Not Found']);
    } finally {
      await person.close();
    }
  });

  it('prints lines for both ways, for each client, with its flags and without the token; the port is then taken', async () => {
    const child = spawn(process.execPath, [COMMAND, 'serve', '--http', '0', '--allow-private', 'localhost:4173'], {
      env: environment(workspace),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    let banner = '';
    child.stdout.on('data', (chunk: Buffer) => (banner += chunk.toString()));
    try {
      await expect.poll(() => banner, { timeout: 30_000 }).toContain('Ctrl-C stops everything.');
      const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\/mcp/u.exec(banner) ?? [];
      expect(banner).toContain(`gemini mcp add --scope user --transport http gatewright ${url} `);
      expect(banner).toContain(`claude mcp add --scope user --transport http gatewright ${url} `);
      const command = String.raw`\S+ ${COMMAND.replaceAll('.', String.raw`\.`)} --allow-private localhost:4173 --workspace ${workspace}`;
      for (const line of [
        'claude mcp add --scope user gatewright -- ',
        'codex mcp add gatewright -- ',
        'gemini mcp add --scope user gatewright ',
      ])
        expect(banner).toMatch(new RegExp(`^ +${line}${command}$`, 'mu'));
      expect(banner).not.toContain(readFileSync(join(workspace, 'token'), 'utf8').trim());
      const { port } = new URL(url);
      const second = runCommand(workspace, ['serve', '--http', port]);
      expect(second.status).toBe(2);
      expect(second.stderr).toContain(`listens on 127.0.0.1:${port} already (pid ${String(child.pid)})`);
      expect(second.stderr).toContain(`kill ${String(child.pid)}`);
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  });
});

describe('a rule for a tool that nobody has', () => {
  it('is named at the start and by doctor, with the tool that was meant', async () => {
    gatewright = await start({ config: { rules: [{ when: { tool: 'browser_clik' }, then: 'deny' }] } });
    const line =
      'rules[0].when.tool: no tool has the name browser_clik, so it applies to nothing; did you mean browser_click?';
    expect(gatewright.stderr()).toContain(`warning: ${line}`);
    expect(gatewright.command(['doctor', '--json']).stdout).toContain(line);
  });
});

describe('a browser that cannot be started', () => {
  it.each([
    [['--executable-path', '/nope'], /no file at .*--executable-path/u],
    [['--headed'], /--headed|DISPLAY|screen/u],
  ])('%j over stdio: the first call says so', async (args, says) => {
    gatewright = await start({
      args: ['--allow-private', site.host, ...args],
      env: { DISPLAY: '', WAYLAND_DISPLAY: '' },
    });
    const reply = await gatewright.call('browser_navigate', { url: site.url() });
    expect(reply.code).toMatch(/^browser\./u);
    expect(reply.text).toMatch(says);
  });

  it('doctor says at a terminal that it works while the browser starts', async () => {
    const { screen } = await atTerminal(workspace, ['doctor'], []);
    expect(screen).toMatch(/starting it, which takes some seconds[^]*ok +browser/u);
  });
});
