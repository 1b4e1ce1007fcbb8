import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachTo, PersonsChrome } from '../fixtures/attached-app.js';
import { changedChromium } from '../fixtures/changed-chromium.js';
import { writeExtension, writeLeakyExtension } from '../fixtures/extension.js';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { firstQuestion } from '../fixtures/person.js';
import { BareChromium } from '../fixtures/remote-browsers.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const CAPABILITIES = 'read,navigation,action,human,extensions';

describe('extensions in a kept profile', () => {
  let site: Site;
  let closed: Site;
  let gatewright: Running;
  let id = '';
  const workspace = mkdtempSync(join(tmpdir(), 'gw-test-'));
  const call = (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => gatewright.call(tool, args);
  const run = (): Promise<Running> =>
    start({
      workspace,
      env: { GATEWRIGHT_CAPABILITIES: CAPABILITIES },
      config: {
        browser: { profile: 'persistent' },
        confirmRequired: [],
        network: { allow: [site.origin], unsafeAllowPrivate: [site.host, closed.host] },
      },
    });
  const installed = async (path: string): Promise<Reply> => {
    const asked = gatewright.call('extensions_install', { path }, { timeoutMs: 60_000 });
    const { id: question } = await firstQuestion(gatewright);
    expect(gatewright.command(['approvals', 'approve', question]).status).toBe(0);
    return asked;
  };
  const shows = async (text: string): Promise<void> => {
    const reply = await call('browser_wait_for', { text, seconds: 25 });
    expect(reply.isError, `${text}: ${reply.text}`).toBe(false);
  };
  beforeAll(async () => {
    closed = await startSite({ '/': html('closed words') });
    site = await startSite({
      '/': html('<h1>Page</h1>'),
      '/form': html(`<input aria-label="Name"><p id="kept"></p><script>
        kept.textContent = 'Kept: ' + (localStorage.getItem('kept') ?? 'no'); localStorage.setItem('kept', 'yes');
        setInterval(() => fetch('/beat'), 150);</script>`),
      '/beat': html(''),
      '/said': (_, response) => response.writeHead(200).end('hello'),
    });
    writeExtension(workspace, 'good', site.url('/said'));
    writeExtension(workspace, 'second', site.url('/said'));
    writeFileSync(join(workspace, 'private.txt'), 'private words');
    writeLeakyExtension(workspace, 'reaches', site.url('/said'), 'file:///nothing');
    writeLeakyExtension(workspace, 'leaks', closed.url('/'), pathToFileURL(join(workspace, 'private.txt')).href);
    writeExtension(workspace, 'proxy', site.url('/said'), { permissions: ['proxy'] });
    symlinkSync('/etc', join(workspace, 'extensions', 'outside'));
    gatewright = await run();
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
    await closed.close();
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  });

  it('says at boot what it exposes', () => {
    expect(gatewright.stderr()).toContain('capability extensions is on: it exposes extensions that read every page');
  });

  it('installs what a person was shown, and it works in pages, by its button, and behind the proxy', async () => {
    await call('browser_navigate', { url: site.url(), snapshot: 'none' });
    const asked = gatewright.call('extensions_install', { path: 'good' }, { timeoutMs: 60_000 });
    const { id: question } = await firstQuestion(gatewright);
    const { stdout } = gatewright.command(['approvals']);
    for (const words of [
      'Marker good 1.2',
      'permission scripting',
      'requests to http://127.0.0.1/*',
      'script in http://127.0.0.1/*',
    ])
      expect(stdout).toContain(words);
    expect(gatewright.command(['approvals', 'approve', question]).status).toBe(0);
    const done = await asked;
    expect(done.isError, done.text).toBe(false);
    id = /"id":"([a-p]{32})"/u.exec(done.text)?.[1] ?? '';
    await call('browser_navigate', { url: site.url(), snapshot: 'none' });
    await shows('Marked by the extension.');
    await shows('Server said hello.');
    expect((await call('extensions_trigger', { id })).isError).toBe(false);
    await shows('Button pressed.');
    expect((await call('extensions_list')).text).toContain('Marker good');
  });

  it('an extension reaches nothing that policy closes', async () => {
    expect((await installed('reaches')).isError).toBe(false);
    await call('browser_navigate', { url: site.url(), snapshot: 'none' });
    await shows('Tried: out by [fetch opaque].');
    expect((await installed('leaks')).isError).toBe(false);
    await call('browser_navigate', { url: site.url(), snapshot: 'none' });
    await shows('Tried: out by [].');
    const tabs = (await call('browser_tabs', { action: 'list' })).text;
    expect(tabs).not.toMatch(/closed words|private words/u);
    expect([closed.seen, closed.connections()]).toEqual([[], 0]);
  });

  it('a change of what is installed ends what ran before: refs and logs are gone, the profile is not', async () => {
    const ended = async (change: () => Promise<Reply>): Promise<void> => {
      await call('browser_navigate', { url: site.url('/form') });
      await shows('Marked by the extension.');
      const ref = /textbox[^\n]*\[ref=(e\d+)\]/u.exec((await call('browser_snapshot')).text)?.[1];
      expect(ref).toBeDefined();
      await call('browser_tabs', { action: 'new', url: site.url('/form') });
      const beats = (): number => site.seen.filter(({ path }) => path === '/beat').length;
      await expect.poll(beats, { timeout: 15_000 }).toBeGreaterThan(0);
      const changed = await change();
      expect(changed.isError, changed.text).toBe(false);
      expect(changed.text).toContain('one fresh tab');
      expect((await call('browser_tabs', { action: 'list' })).text.match(/^.*t\d+ /gmu)).toHaveLength(1);
      expect((await call('browser_click', { ref })).code).toBe('browser.stale-ref');
      await call('browser_navigate', { url: site.url(), snapshot: 'none' });
      expect((await call('browser_click', { ref })).code).toBe('browser.stale-ref');
      expect((await call('browser_network_read')).text).not.toContain('/form');
      expect((await call('browser_tabs', { action: 'list' })).text.match(/^.*t\d+ /gmu)).toHaveLength(1);
      const now = beats();
      await new Promise((resolve) => setTimeout(resolve, 700));
      expect(beats()).toBe(now);
      const kept = await call('browser_navigate', { url: site.url('/form') });
      expect(kept.text).toContain('Kept: yes');
    };
    await ended(() => installed('second'));
    const second = /"id":"([a-p]{32})","name":"Marker second"/u.exec((await call('extensions_list')).text)?.[1];
    expect(second).toBeDefined();
    await ended(() => call('extensions_reload', { id: second }));
    await ended(() => call('extensions_uninstall', { id: second }));
  });

  it('is there again after a restart under the same id, is started anew, and goes', async () => {
    await gatewright.close();
    gatewright = await run();
    await call('browser_navigate', { url: site.url(), snapshot: 'none' });
    await shows('Marked by the extension.');
    expect((await call('extensions_list')).text).toContain(id);
    expect((await call('extensions_reload', { id })).isError).toBe(false);
    expect((await call('extensions_uninstall', { id })).isError).toBe(false);
    expect((await call('extensions_list')).text).not.toContain(id);
    await call('browser_navigate', { url: site.url(), snapshot: 'none' });
    expect((await call('extensions_trigger', { id })).code).toBe('call.bad-arguments');
  });

  it('refuses what is outside, what is no extension, and permissions that would undo policy', async () => {
    for (const path of ['outside', '../token', '/etc', 'missing', '.'])
      expect((await call('extensions_install', { path })).code).toBe('browser.bad-extension');
    expect((await call('extensions_install', { path: 'proxy' })).code).toBe('policy.denied');
    writeFileSync(join(writeExtension(workspace, 'broken', ''), 'manifest.json'), '{');
    expect((await call('extensions_install', { path: 'broken' })).code).toBe('browser.bad-extension');
  });

  it('what changes after the yes is not installed', async () => {
    const folder = writeExtension(workspace, 'swapped', site.url('/said'));
    const asked = gatewright.call('extensions_install', { path: 'swapped' }, { timeoutMs: 60_000 });
    const { id: question } = await firstQuestion(gatewright);
    writeFileSync(join(folder, 'mark.js'), 'document.body.append("Swapped.")');
    expect(gatewright.command(['approvals', 'approve', question]).status).toBe(0);
    expect((await asked).code).toBe('policy.changed');
  });
});

describe('a Chromium without the DevTools domain for extensions', () => {
  it('is given as the reason, with what to do, and nothing is installed', async () => {
    const chromium = changedChromium({ asks: 's|"Extensions\\.|"ExtensionsOfLater.|' });
    const config = { browser: { profile: 'persistent', ...chromium.options }, confirmRequired: [] };
    const gatewright = await start({ env: { GATEWRIGHT_CAPABILITIES: CAPABILITIES }, config });
    try {
      writeExtension(gatewright.workspace, 'good', 'http://127.0.0.1:9/');
      const asked = gatewright.call('extensions_install', { path: 'good' }, { timeoutMs: 60_000 });
      const { id } = await firstQuestion(gatewright);
      expect(gatewright.command(['approvals', 'approve', id]).status).toBe(0);
      for (const reply of [await asked, await gatewright.call('extensions_list')]) {
        expect(reply.code, reply.text).toBe('browser.extensions-unsupported');
        expect(reply.text).toContain('has no DevTools domain for them');
        expect(reply.text).toContain('newer Chromium');
      }
    } finally {
      await gatewright.close();
      chromium.remove();
    }
  });
});

describe('without a kept profile', () => {
  it("a person's own browser and one elsewhere refuse with the reason", async () => {
    const site = await startSite({ '/': html('<h1>Page</h1>') });
    const chrome = await PersonsChrome.open();
    const elsewhere = await BareChromium.setUp();
    const attached = await attachTo(chrome, { opened: [site.host], confirmRequired: [], capabilities: ['extensions'] });
    const remote = await start({
      args: ['--allow-private', site.host],
      env: { GATEWRIGHT_CAPABILITIES: CAPABILITIES },
      config: { browser: { provider: 'remote' }, remote: elsewhere.remote },
    });
    try {
      for (const gatewright of [attached, remote]) {
        writeExtension(gatewright.workspace, 'good', site.url('/'));
        expect((await gatewright.call('browser_navigate', { url: site.url(), snapshot: 'none' })).isError).toBe(false);
        for (const [tool, args] of [
          ['extensions_install', { path: 'good' }],
          ['extensions_list', {}],
        ] as const) {
          const reply = await gatewright.call(tool, args);
          expect(reply.code, `${tool}: ${reply.text}`).toBe('browser.no-extensions');
          expect(reply.text).toContain('profile');
        }
      }
    } finally {
      await attached.close();
      await remote.close();
      await chrome.close();
      await elsewhere.close();
      await site.close();
    }
  });

  it('the tools refuse with the reason; while the capability is off they are unlisted and unread', async () => {
    const incognito = await start({ env: { GATEWRIGHT_CAPABILITIES: CAPABILITIES } });
    const off = await start();
    try {
      writeExtension(incognito.workspace, 'good', 'http://127.0.0.1:9/');
      expect((await incognito.call('extensions_install', { path: 'good' })).code).toBe('browser.no-extensions');
      const { tools } = await off.client.listTools();
      for (const name of ['install', 'list', 'reload', 'trigger', 'uninstall'].map((verb) => `extensions_${verb}`)) {
        expect(tools.map((tool) => tool.name)).not.toContain(name);
        expect((await off.call(name, { nonsense: true })).code).toBe('policy.capability-off');
      }
    } finally {
      await incognito.close();
      await off.close();
    }
  });
});
