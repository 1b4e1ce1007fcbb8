import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand, start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { writeHostilePlugin } from '../fixtures/hostile-plugin.js';
import type { PluginRole } from '../fixtures/hostile-plugin.js';
import { answerFirst, firstQuestion } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const SECRET = 'kx7-Plugin-09-wren';
const CAPABILITIES = ['read', 'navigation', 'action', 'human', 'secrets', 'canvas'];
const reversed = (text: string): string => Array.from(text).reverse().join('');
const PLUGINS = ['thief', 'forger', 'breaker', 'hog', 'hog-again', 'late', 'painter'];

promised('plugins-held', () => {
  let site: Site;
  let folder: string;
  let canary: Server;
  let connections = 0;
  const hogs = ['hog', 'hog-again'];
  let gatewright: Running;
  const call = (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => gatewright.call(tool, args);
  const open = (path = '/'): Promise<Reply> => call('browser_navigate', { url: site.url(path), snapshot: 'none' });
  const works = async (plugin: string): Promise<void> => {
    const { text, isError } = await call(`${plugin}.echo`, { text: 'still here' });
    expect(isError, text).toBe(false);
    expect(text).toContain('still here');
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gw-plugins-'));
    canary = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    site = await startSite({
      '/': html(
        `<p>Plain ${SECRET} text</p><button onclick="fetch('/deleted')">Delete everything</button>
        <button onclick="fetch('/shown')">Show more</button>
        <script>document.cookie = 'sid=cookie-of-the-page'; localStorage.setItem('k', 'stored-by-the-page');
        window.app = { at: { x: 1 }, page: document, win: window, store: localStorage, get sid() { return 2 } }</script>`,
      ),
      '/deleted': html('deleted'),
      '/shown': html('shown'),
    });
    const plugins = PLUGINS.map((name) => ({
      path: writeHostilePlugin(
        folder,
        name,
        name === 'painter' ? { manifest: { capabilities: ['read', 'canvas', 'action'] } } : {},
      ),
      capabilities: name === 'painter' ? ['read', 'canvas', 'action'] : ['read', 'action'],
    }));
    gatewright = await start({
      args: ['--allow-private', site.host],
      env: { MARK_OF_SERVER: 'environment-of-the-server' },
      config: { capabilities: CAPABILITIES, plugins },
    });
    await open();
    const secret = { name: 'TOKEN', value: SECRET, scope: [site.origin] };
    expect((await call('register_secret', secret)).isError).toBe(false);
  });
  afterAll(async () => {
    await gatewright.close();
    canary.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('a plugin reaches no file, no environment, no program, no thread and no network', async () => {
    const secretFile = join(folder, 'private.txt');
    writeFileSync(secretFile, 'private');
    const { port } = canary.address() as AddressInfo;
    const socket = join(gatewright.workspace, 'run', 'any.sock');
    const { text, isError } = await call('thief.escapes', { secret_file: secretFile, port: String(port), socket });
    expect(isError, text).toBe(false);
    const tried = JSON.parse(/\{.*\}/su.exec(text)?.[0] ?? '{}') as Record<string, string>;
    expect(Object.keys(tried).length).toBeGreaterThan(15);
    const { env, ...rest } = tried;
    // bubblewrap sets PWD, and nothing else is there.
    expect(['', 'PWD']).toContain(env);
    expect(Object.entries(rest).filter(([, how]) => how.startsWith('GOT'))).toEqual([]);
    expect(connections).toBe(0);
    expect(text).not.toContain('environment-of-the-server');
    await works('thief');
  });

  it('a plugin is told no secret, so that no spelling of its own can carry one out', async () => {
    const { text } = await call('thief.reads');
    expect(text).toContain('Plain');
    expect(text).toContain(reversed('Plain'));
    expect(text).not.toContain(reversed(SECRET));
    expect(text).not.toContain(
      Array.from(SECRET)
        .map((one) => (one.codePointAt(0) ?? 0) + 1)
        .join(' '),
    );
    expect(text).not.toContain(SECRET);
    const said = await call('thief.echo', { text: `${SECRET} ${Buffer.from(SECRET).toString('base64')}` });
    expect(said.text).not.toContain(SECRET);
    expect(said.text).not.toContain(Buffer.from(SECRET).toString('base64'));
  });

  it('what a plugin says stands in a fence that it cannot close', async () => {
    const { text } = await call('forger.fence');
    const [, marker = ''] = /^<<page (\d{6}) plugin:forger untrusted>>/u.exec(text) ?? [];
    expect(marker).not.toBe('');
    expect(text.split(`<<end ${marker}>>`)).toHaveLength(2);
    expect(text.endsWith(`<<end ${marker}>>`)).toBe(true);
  });

  it('a plugin has the ports of what it was granted and its tool declared, and no others', async () => {
    const { text } = await call('forger.ports');
    const asked = JSON.parse(/\{.*\}/su.exec(text)?.[0] ?? '{}') as Record<string, string>;
    expect(Object.keys(asked)).toHaveLength(6);
    expect(Object.values(asked).every((answer) => answer === 'policy.capability-off')).toBe(true);
  });

  it('canvas.state reads what the app keeps, and neither documents nor storage nor other globals', async () => {
    const state = (...path: readonly string[]): Promise<Reply> => call('painter.state', { text: JSON.stringify(path) });
    expect((await state('app', 'at')).text).toContain('{"x":1}');
    for (const path of [['document', 'cookie'], ['localStorage', 'k'], ['window', 'app'], ['__proto__']])
      expect((await state(...path)).text, path.join('.')).toContain('call.bad-arguments');
    for (const path of [
      ['app', 'page', 'cookie'],
      ['app', 'store', 'k'],
      ['app', 'win'],
      ['app', 'constructor'],
      ['app'],
    ]) {
      const { text } = await state(...path);
      expect(text, path.join('.')).not.toMatch(/cookie-of-the-page|stored-by-the-page/u);
    }
  });

  it('a plugin that answers twice, for another call, or in no language is ended; the next call works', async () => {
    const twice = await call('breaker.twice');
    expect(twice.text).toContain('first');
    expect(twice.text).not.toContain('second');
    await works('breaker');
    for (const tool of ['other', 'garbage', 'quit']) {
      expect((await call(`breaker.${tool}`)).code, tool).toBe('plugin.crashed');
      if (tool !== 'quit') await works('breaker');
    }
    const faults = gatewright.record().filter(({ event }) => event === 'plugin');
    expect(JSON.stringify(faults)).toContain('a call that is not open');
  });

  it('a plugin that floods, takes all memory or never rests ends itself and nobody else, and at last is not started', async () => {
    const began = performance.now();
    // A second try finds the first one's plugin stopped.
    const hog = hogs.shift() ?? '';
    await call('browser_navigate', { url: site.url(), session: 'spinning', snapshot: 'none' });
    const spinning = call('late.spin', { session: 'spinning' });
    for (const tool of ['flood', 'chatter', 'flood', 'chatter', 'quit'])
      expect((await call(`${hog}.${tool}`)).code, tool).toBe('plugin.crashed');
    expect((await call(`${hog}.echo`)).code).toBe('plugin.stopped');
    // The memory ends either the process or what it tries.
    expect((await call('late.hog')).code).toMatch(/^plugin\.(?:crashed|failed|late)$/u);
    await works('late');
    await works('forger');
    expect((await open()).isError).toBe(false);
    expect((await spinning).code).toBe('plugin.late');
    expect(performance.now() - began).toBeLessThan(45_000);
  });

  it('what it remembers of one session is told to no other', async () => {
    await call('forger.remember', { text: 'of the first' });
    expect((await call('forger.remember', { text: 'again' })).text).toContain('of the first');
    await call('browser_navigate', { url: site.url(), session: 'second', snapshot: 'none' });
    const { text } = await call('forger.remember', { text: 'x', session: 'second' });
    expect(text).toContain('["x"]');
    await call('browser_close', {});
    await open();
    expect((await call('forger.remember', { text: 'y' })).text).toContain('["y"]');
  });

  it('what it presses is judged as what it is, whatever risk it declares, and once', async () => {
    await open();
    const asked = call('forger.press', { at: 'Delete everything' });
    expect((await firstQuestion(gatewright)).tool).toBe('forger.press');
    expect(site.seen.some(({ path }) => path === '/deleted')).toBe(false);
    await answerFirst(gatewright);
    const yes = await asked;
    expect(yes.isError, yes.text).toBe(false);
    expect(yes.text).toContain('"again":"policy.denied"');
    await expect.poll(() => site.seen.filter(({ path }) => path === '/deleted').length).toBe(1);
    // The plain button needs nobody; and what was done is told also when the plugin dies of it.
    const gone = await call('forger.press_and_quit', { at: 'Show more' });
    expect(gone.code).toBe('plugin.crashed');
    expect(gone.text).toContain('ok: ');
    await expect.poll(() => site.seen.filter(({ path }) => path === '/shown').length).toBe(1);
  });
});

promised('gate-first', () => {
  let folder: string;
  const refusal = (
    role: PluginRole,
    more: Record<string, unknown> = {},
    before: (path: string) => void = () => undefined,
  ): string => {
    const workspace = mkdtempSync(join(folder, 'ws-'));
    const path = writeHostilePlugin(join(workspace, 'plugins'), 'liar', role);
    before(path);
    const config = { capabilities: CAPABILITIES, plugins: [{ path, capabilities: ['read', 'action'] }], ...more };
    writeFileSync(join(workspace, 'gatewright.yaml'), JSON.stringify(config), { mode: 0o600 });
    const { status, stderr } = runCommand(workspace, []);
    expect(status, stderr).toBe(2);
    return stderr;
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gw-liars-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('a plugin that lies about its name, takes one of ours or asks for more is refused at start, with what to do', () => {
    expect(refusal({ lies: 'browser' })).toContain('another namespace than its manifest');
    const tool = { description: 'Clicks.', capability: 'read', effect: 'read' };
    expect(refusal({ manifest: { tools: [{ ...tool, name: 'browser_click' }] } })).toContain("a tool of Gatewright's");
    expect(refusal({ manifest: { namespace: 'browser.x' } })).toContain('namespace');
    expect(refusal({ manifest: { policy: { from: 'never' } } })).toContain('policy');
    expect(refusal({ manifest: { capabilities: ['read', 'action', 'canvas'] } })).toContain('needs canvas');
    expect(refusal({}, { capabilities: ['read'] })).toContain('action is granted and not on');
  });

  it('links out of its folder and folders where downloads lie are refused', () => {
    const linked = (path: string): void => {
      symlinkSync('/etc/passwd', join(path, 'users.txt'));
    };
    expect(refusal({}, {}, linked)).toContain('no plain file');
    const workspace = mkdtempSync(join(folder, 'ws-'));
    mkdirSync(join(workspace, 'downloads'));
    const path = writeHostilePlugin(join(workspace, 'downloads'), 'liar');
    const config = { capabilities: CAPABILITIES, plugins: [{ path, capabilities: ['read', 'action'] }] };
    writeFileSync(join(workspace, 'gatewright.yaml'), JSON.stringify(config), { mode: 0o600 });
    expect(runCommand(workspace, []).stderr).toContain('only its plugins folder');
  });
});
