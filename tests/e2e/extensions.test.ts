import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeExtension, writeLeakyExtension } from '../fixtures/extension.js';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { firstQuestion } from '../fixtures/person.js';
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
      '/said': (_, response) => response.writeHead(200).end('hello'),
    });
    writeExtension(workspace, 'good', site.url('/said'));
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

  it('is there again after a restart under the same id, is started anew, and goes', async () => {
    await gatewright.close();
    gatewright = await run();
    await call('browser_navigate', { url: site.url(), snapshot: 'none' });
    await shows('Marked by the extension.');
    expect((await call('extensions_list')).text).toContain(id);
    expect((await call('extensions_reload', { id })).isError).toBe(false);
    expect((await call('extensions_uninstall', { id })).isError).toBe(false);
    expect((await call('extensions_list')).text).not.toContain(id);
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

describe('without a kept profile', () => {
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
