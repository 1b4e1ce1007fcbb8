import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { BareChromium } from '../fixtures/remote-browsers.js';
import type { RemoteSetup } from '../fixtures/remote-browsers.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

/** Taken by the page's first script, before anything else of it runs. */
const FIRST = `<script>window.first = [navigator.webdriver, navigator.plugins.length > 0, navigator.languages.length > 0, typeof window.chrome?.runtime]</script>`;
const LOOKS = [false, true, true, 'object'];
const SHAPE = `({
  own: Object.getOwnPropertyNames(navigator),
  order: Object.keys(Navigator.prototype).join(),
  printed: ['webdriver', 'plugins', 'languages'].map((key) => Object.getOwnPropertyDescriptor(Navigator.prototype, key).get.toString()).join(),
  plugins: [navigator.plugins instanceof PluginArray, Object.prototype.toString.call(navigator.plugins)].join(),
  window: Object.keys(window).filter((key) => key !== 'first').join(),
})`;

describe('stealth on real pages', () => {
  let site: Site;
  let far: Site;
  let stealthy: Running;
  let plain: Running;
  beforeAll(async () => {
    far = await startSite({ '/': html(`<p>Far</p>${FIRST}`) });
    site = await startSite({
      '/': html(`${FIRST}<p>Page</p><iframe title="near" src="/near"></iframe>
        <iframe title="far" src="http://localhost:${String(far.port)}/"></iframe><a target="_blank" href="/near?popup">more</a>`),
      '/near': html(`${FIRST}<p>Near</p>`),
      '/w.js': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/javascript' })
          .end('postMessage([typeof navigator.webdriver, navigator.languages.length > 0])'),
    });
    const args = ['--allow-private', site.host, '--allow-private', `localhost:${String(far.port)}`];
    const on = ['read', 'navigation', 'action', 'human', 'eval'];
    stealthy = await start({ args, config: { capabilities: [...on, 'stealth'] } });
    plain = await start({ args, config: { capabilities: on } });
    for (const running of [stealthy, plain])
      await running.call('browser_navigate', { url: site.url(), snapshot: 'none' });
  });
  afterAll(async () => {
    await stealthy.close();
    await plain.close();
    await site.close();
    await far.close();
  });
  const value = async (running: Running, expr: string, more: Record<string, unknown> = {}): Promise<unknown> => {
    const reply: Reply = await running.call('eval_js', { expr, ...more });
    expect(reply.isError, reply.text).toBe(false);
    return JSON.parse(/^<<page[^\n]*\n([^]*?)\n<<end/mu.exec(reply.text)?.[1] ?? 'null');
  };

  it('warns of terms of service at boot, in doctor and in the record', () => {
    expect(stealthy.stderr()).toMatch(/capability stealth is on: it exposes [^\n]*terms of service/u);
    expect(JSON.stringify(stealthy.record())).toContain('terms of service');
    expect(stealthy.command(['doctor', '--json']).stdout).toContain('terms of service');
    expect(plain.stderr()).not.toContain('stealth');
  });

  it('is in force before the first script of a page, of a frame here or elsewhere, and of a popup', async () => {
    expect(await value(stealthy, 'first')).toEqual(LOOKS);
    const snapshot = (await stealthy.call('browser_snapshot')).text;
    for (const title of ['near', 'far']) {
      const ref = new RegExp(`iframe "${title}"[^\\n]*\\[ref=(e\\d+)\\]`, 'u').exec(snapshot)?.[1];
      expect(await value(stealthy, 'first', { ref }), title).toEqual(LOOKS);
    }
    await stealthy.call('browser_click', { name: 'more' });
    const listed = async () => (await stealthy.call('browser_tabs', { action: 'list' })).text;
    await expect.poll(listed, { timeout: 15_000 }).toContain('popup');
    const popup = /(t\d+) [^\n]*popup/u.exec(await listed())?.[1];
    expect(await value(stealthy, 'first', { tab: popup })).toEqual(LOOKS);
    await stealthy.call('browser_tabs', { action: 'close', tab: popup });
  });

  it('is in force in an empty frame that a page makes and looks into at once, and in a worker', async () => {
    const look =
      '[w.navigator.webdriver, w.navigator.plugins.length > 0, w.navigator.languages.length > 0, typeof w.chrome?.runtime]';
    const made = `const f = document.createElement('iframe'); document.body.append(f); const w = f.contentWindow; const out = ${look}; f.remove(); out`;
    expect(await value(stealthy, made)).toEqual(LOOKS);
    const worker = 'new Promise((done) => { new Worker("/w.js").onmessage = (e) => done(e.data); })';
    expect(await value(stealthy, worker)).toEqual(['undefined', true]);
  });

  it('cannot be told by property order, own properties or toString from a browser without it', async () => {
    const [with_, without] = [await value(stealthy, SHAPE), await value(plain, SHAPE)];
    expect(with_).toEqual(without);
    const printed =
      '[chrome.runtime.connect, chrome.runtime.sendMessage].map(String).concat(String(chrome.csi), chrome.runtime.connect.name + chrome.csi.name)';
    const native = 'function () { [native code] }';
    expect(await value(stealthy, printed)).toEqual([native, native, native, '']);
    expect(await value(stealthy, 'Object.keys(chrome)')).toEqual(['loadTimes', 'csi', 'app', 'runtime']);
    const thrown = await stealthy.call('eval_js', { expr: 'chrome.runtime.sendMessage()' });
    expect(thrown.text).toContain('must specify an Extension ID');
  });

  it('stands what pages try to tell a patch by', async () => {
    const tries = `(() => {
      const proto = Navigator.prototype;
      const getter = (key) => Object.getOwnPropertyDescriptor(proto, key).get;
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const print = frame.contentWindow.Function.prototype.toString;
      frame.remove();
      const illegal = (key) => { try { getter(key).call({}); return 'taken' } catch (e) { return e.constructor.name + ' ' + e.message } };
      const made = chrome.runtime.sendMessage;
      const stack = (function seen() { try { made(); return '' } catch (e) { return e.stack.split('\\n')[1] } })();
      const constructs = (() => { try { new made('x'); return true } catch { return false } })();
      return {
        printed: ['webdriver', 'plugins', 'languages'].map((key) => print.call(getter(key))),
        named: ['webdriver', 'plugins', 'languages'].map((key) => [getter(key).name, getter(key).length, 'prototype' in getter(key)].join()),
        illegal: ['webdriver', 'plugins', 'languages'].map(illegal),
        ownOfPlugins: Object.getOwnPropertyNames(navigator.plugins).filter((key) => !/^\\d+$|PDF/.test(key)),
        methods: ['item', 'namedItem', 'refresh'].map((key) => navigator.plugins[key] === PluginArray.prototype[key]),
        plugin: [navigator.plugins[0] instanceof Plugin, Object.getOwnPropertyNames(navigator.plugins[0]).includes('name'),
          navigator.plugins.item(0) === navigator.plugins[0], navigator.plugins.item(4294967296) === navigator.plugins[0]],
        ownOfNavigator: Object.getOwnPropertyNames(navigator),
        languages: [Object.isFrozen(navigator.languages), navigator.languages === navigator.languages, navigator.language === navigator.languages[0]],
        runtime: [print.call(made), 'prototype' in made, constructs, Object.getOwnPropertyNames(made).join(), /seen/.test(stack),
          Object.getOwnPropertyNames(chrome).at(-1)],
      };
    })()`;
    const looks = (await value(stealthy, tries)) as Record<string, unknown>;
    expect(looks).toEqual({
      printed: ['webdriver', 'plugins', 'languages'].map((key) => `function get ${key}() { [native code] }`),
      named: ['webdriver', 'plugins', 'languages'].map((key) => `get ${key},0,false`),
      illegal: Array.from({ length: 3 }, () => 'TypeError Illegal invocation'),
      ownOfPlugins: [],
      methods: [true, true, true],
      plugin: [true, false, true, true],
      ownOfNavigator: [],
      languages: [true, true, true],
      runtime: ['function () { [native code] }', false, false, 'length,name', true, 'runtime'],
    });
  });

  it('uses a browser elsewhere that was started so, and says why it does not use one whose pages see a program', async () => {
    const begin = (setup: RemoteSetup, more: readonly string[]): Promise<Running> =>
      start({
        args: ['--allow-private', site.host],
        config: {
          browser: { provider: 'remote' },
          remote: setup.remote,
          capabilities: ['read', 'navigation', 'eval', ...more],
        },
      });
    // As a driver starts it.
    const driven = await BareChromium.setUp((all) => [...all, '--enable-automation']);
    const plainly = await BareChromium.setUp((all) => [...all, '--disable-blink-features=AutomationControlled']);
    const ask = async (setup: RemoteSetup, capability: string, expr: string): Promise<unknown> => {
      const running = await begin(setup, [capability]);
      try {
        const opened = await running.call('browser_navigate', { url: site.url(), snapshot: 'none' });
        return opened.isError ? opened : await value(running, expr);
      } finally {
        await running.close();
      }
    };
    try {
      const refused = await ask(driven, 'stealth', 'first');
      expect(refused).toMatchObject({ code: 'browser.unsupported' });
      expect(refused).toMatchObject({ text: expect.stringContaining('says that it is automated') as string });
      expect(await ask(driven, 'human', 'first[0]')).toBe(true);
      expect(await ask(plainly, 'stealth', 'first')).toEqual(LOOKS);
    } finally {
      await driven.close();
      await plainly.close();
    }
  });

  it('does not use a profile in which Chromium has no plugins', async () => {
    const workspace = mkdtempSync(join(tmpdir(), 'gw-test-'));
    const visit = async (capabilities: readonly string[]): Promise<Reply> => {
      const config = { browser: { profile: 'persistent' }, capabilities };
      const running = await start({ workspace, args: ['--allow-private', site.host], config });
      try {
        return await running.call('browser_navigate', { url: site.url(), snapshot: 'none' });
      } finally {
        await running.close();
      }
    };
    try {
      expect((await visit(['navigation', 'stealth'])).isError).toBe(false);
      const kept = readdirSync(workspace, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('/Default/Preferences'),
      );
      expect(kept).toHaveLength(1);
      for (const name of kept) {
        const file = join(workspace, name);
        const held = JSON.parse(readFileSync(file, 'utf8')) as object;
        writeFileSync(file, JSON.stringify({ ...held, plugins: { always_open_pdf_externally: true } }));
      }
      expect((await visit(['navigation'])).isError).toBe(false);
      const reply = await visit(['navigation', 'stealth']);
      expect(reply.code).toBe('browser.unsupported');
      expect(reply.text).toContain('has no plugins');
    } finally {
      rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
    }
  }, 60_000);

  it('is exactly four patches: without it the browser says what it is, and nothing else differs', async () => {
    expect(await value(plain, 'first')).toEqual([true, true, true, 'undefined']);
    const rest =
      '[navigator.userAgent, navigator.vendor, navigator.platform, navigator.hardwareConcurrency, screen.width, Notification.permission]';
    expect(await value(stealthy, rest)).toEqual(await value(plain, rest));
  });
});
