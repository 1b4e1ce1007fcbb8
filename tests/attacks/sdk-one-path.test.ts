import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Gatewright, GatewrightSession } from '../../src/sdk/index.js';
import { methodsOf, reachable } from '../fixtures/reachable.js';
import { promised } from '../fixtures/promised.js';
import { codeOf, embed, loadSdk } from '../fixtures/sdk.js';
import type { Embedded } from '../fixtures/sdk.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

promised('sdk-one-path', () => {
  let site: Site;
  let other: Site;
  let embedded: Embedded;
  let gw: Gatewright;
  /** What the program's own functions were called with. */
  const handed: unknown[] = [];

  beforeAll(async () => {
    const cookie = { 'set-cookie': 'who=crimson-7731', 'content-type': 'text/html' };
    site = await startSite({
      '/': html('<h1>Shop</h1><button>Add</button><form method=post><button>Delete</button></form>'),
      '/set': (_, response) => void response.writeHead(200, cookie).end(html('<p>set</p>')),
      '/show': (request, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(html(`<p>cookie: ${request.headers.cookie ?? 'none'}</p>`)),
    });
    other = await startSite({ '/': html('<h1>Elsewhere</h1>') });
    const config = {
      capabilities: ['read', 'navigation', 'action', 'human', 'fetch'],
      network: { unsafeAllowPrivate: [site.host, other.host] },
    };
    const noted =
      <T>(answer: T) =>
      (...given: readonly unknown[]): Promise<T> => {
        handed.push(...given);
        return Promise.resolve(answer);
      };
    embedded = await embed({
      config,
      approvals: noted({ yes: false, by: 'walker' }),
      sinks: [{ name: 'walker', take: noted(undefined) }],
      vault: { read: noted(undefined), list: noted([]) },
      log: (line) => void handed.push(line),
    });
    gw = embedded.gatewright;
  });

  afterAll(async () => {
    await embedded.close();
    await Promise.all([site.close(), other.close()]);
  });

  it('gives out no object that holds a page, a browser, a gateway, an operator or a seal', async () => {
    const sdk = await loadSdk();
    expect(Object.keys(sdk).sort()).toEqual(['GatewrightError', 'createGatewright', 'isGatewrightError']);
    const provider = (await import(/* @vite-ignore */ pathToFileURL(join(ROOT, 'dist', 'provider.js')).href)) as object;
    expect(Object.keys(provider)).toEqual(['create']);
    const session = gw.session({ principal: 'walker' });
    const [tool] = session.tools();
    const result = await session.call('browser_navigate', { url: site.url() });
    const denied: unknown = await session.call('browser_click', { name: 'Delete' }).catch((thrown: unknown) => thrown);
    handed.push(denied);
    const error: unknown = await session.call('browser_click', { ref: 'e999' }).catch((thrown: unknown) => thrown);
    expect(Object.keys(gw).sort()).toEqual(['close', 'connect', 'fetch', 'posture', 'session']);
    expect(Object.keys(session).sort()).toEqual(['call', 'close', 'instructions', 'name', 'principal', 'tools']);
    expect(Object.keys(tool ?? {}).filter((key) => key !== 'outputSchema')).toEqual([
      'name',
      'description',
      'inputSchema',
      'annotations',
      'execute',
    ]);
    const transport = gw.connect({ principal: 'walker' });
    // What a client is given of it, and whatever the program's own functions are called with.
    const second = gw.connect({ principal: 'walker' });
    const client = new Client({ name: 'walker', version: '1' });
    await client.connect(second);
    handed.push(second, await session.call('browser_close', {}));
    const launcher = await (provider as { create(): Promise<object> }).create();
    await client.close();
    const reached = reachable([sdk, gw, session, tool, result, error, transport, launcher, ...handed]);
    expect(handed.length).toBeGreaterThan(4);
    expect(reached.length).toBeGreaterThan(100);
    // Objects of ours that a program could act through have methods; everything else is data.
    const methods = new Set(reached.flatMap((object) => methodsOf(object)));
    expect([...methods].sort()).toEqual(METHODS.filter((name) => methods.has(name)).sort());
    await transport.close();
  });

  it('has nothing but its entries: no file of the package can be imported around them', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { exports: object };
    expect(Object.keys(manifest.exports)).toEqual(['.', './provider', ...ADAPTERS.keys(), './package.json']);
    // An adapter gives out one function, and is made of the session's tools and its framework.
    for (const [entry, name] of ADAPTERS) {
      const built = readFileSync(join(ROOT, 'dist', `${entry}.js`), 'utf8');
      expect(built).toMatch(new RegExp(`export\\{\\w+ as ${name}\\};`, 'u'));
      const source = readFileSync(join(ROOT, 'src', 'sdk', 'adapters', `${entry}.ts`), 'utf8');
      const imports = [...source.matchAll(/from '([^']+)'/gu)].map(([, path]) => path);
      expect(imports.filter((path) => path?.startsWith('.'))).toEqual(['./run-tool.js', './run-tool.js']);
    }
    for (const path of ['gatewright/dist/gatewright.js', 'gatewright/dist/index.js', 'gatewright/src/app.js']) {
      const ran = runInside(`await import('${path}').then(() => console.log('in'), (e) => console.log(e.code))`);
      expect(ran).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED');
    }
  });

  it('leaves a line of the record for each way to a page', async () => {
    const session = gw.session({ principal: 'recorded' });
    const before = site.seen.length;
    await session.call('browser_navigate', { url: site.url('/?call') });
    await session
      .tools()
      .find(({ name }) => name === 'browser_navigate')
      ?.execute({ url: site.url('/?execute') });
    const client = new Client({ name: 'inside', version: '1' });
    await client.connect(gw.connect({ principal: 'recorded' }));
    await client.callTool({ name: 'browser_navigate', arguments: { url: site.url('/?connect') } });
    await client.close();
    const loads = site.seen
      .slice(before)
      .filter(({ path }) => path.startsWith('/?'))
      .map(({ path }) => path);
    expect(loads).toEqual(['/?call', '/?execute', '/?connect']);
    const recorded = embedded.record().filter((line) => line['principal'] === 'recorded');
    expect(recorded.filter((line) => line['tool'] === 'browser_navigate')).toHaveLength(3);
  });

  it('narrows by a policy, and never widens: not by a list, a second handle, or another session', async () => {
    const all = gw
      .session({ principal: 'p' })
      .tools()
      .map(({ name }) => name);
    const narrow = gw.session({
      principal: 'p',
      name: 'narrow',
      policy: { tools: ['browser_navigate', 'browser_snapshot', 'eval_js', 'web_fetch'], allow: [site.host] },
    });
    expect(narrow.tools().map(({ name }) => name)).toEqual(['browser_snapshot', 'browser_navigate', 'web_fetch']);
    const again = gw.session({ principal: 'p', name: 'narrow' });
    expect(await codeOf(again.call('browser_click', { name: 'Add' }))).toBe('policy.tool-not-allowed');
    await narrow.call('browser_navigate', { url: site.url() });
    expect(await codeOf(narrow.call('browser_click', { name: 'Add' }))).toBe('policy.tool-not-allowed');
    expect(await codeOf(narrow.call('eval_js', { expr: '1' }))).toBe('policy.capability-off');
    expect(await codeOf(narrow.call('web_fetch', { url: other.url() }))).toBe('policy.origin-not-allowed');
    const elsewhere = await codeOf(
      narrow.call('browser_navigate', { url: other.url() }, { signal: AbortSignal.timeout(5000) }),
    );
    expect(['policy.origin-not-allowed', 'approval.pending', 'approval.nobody', 'call.cancelled']).toContain(elsewhere);
    expect(other.seen).toEqual([]);

    // The same browser session by another handle, without a policy and with a wider one, is as narrow.
    expect(await codeOf(again.call('browser_click', { name: 'Add' }))).toBe('policy.tool-not-allowed');
    const wider = gw.session({
      principal: 'p',
      name: 'narrow',
      policy: { tools: ['*'], allow: [site.host, other.host] },
    });
    expect(await codeOf(wider.call('browser_click', { name: 'Add' }))).toBe('policy.tool-not-allowed');
    // And by a client that names it.
    const client = new Client({ name: 'inside', version: '1' });
    await client.connect(gw.connect({ principal: 'p' }));
    const reply = await client.callTool({ name: 'browser_click', arguments: { session: 'narrow', name: 'Add' } });
    expect(JSON.stringify(reply.content)).toMatch(/policy\.tool-not-allowed|session\.none/u);
    await client.close();

    // Its principal's other sessions are as wide as before, and it cannot name them.
    const wide = gw.session({ principal: 'p', name: 'wide' });
    expect(wide.tools().map(({ name }) => name)).toEqual(all);
    await wide.call('browser_navigate', { url: other.url() });
    expect(await codeOf(untyped(narrow)('browser_snapshot', { session: 'wide' }))).toBe('call.bad-arguments');
    expect(await codeOf(untyped(narrow)('browser_navigate', { session: 'default', url: other.url() }))).toBe(
      'call.bad-arguments',
    );
    await Promise.all([narrow.close().catch(() => undefined), wide.close()]);
  });

  it('refuses a policy that it does not understand, rather than leave it out', () => {
    const open =
      (policy: object): (() => unknown) =>
      () =>
        gw.session({ policy });
    expect(open({ alow: [] })).toThrow(/config\.invalid.*alow/u);
    expect(open({ tools: 'browser_*' })).toThrow(/config\.invalid.*tools/u);
    expect(open({ capabilities: ['everything'] })).toThrow(/config\.invalid/u);
    expect(open({ allow: ['http://*'] })).toThrow(/config\.invalid/u);
    expect(() => gw.session({ principal: '../x' })).toThrow(/config\.invalid/u);
    expect(() => gw.session({ name: 'a b' })).toThrow(/call\.bad-arguments/u);
  });

  it('shares nothing between two gateways of one program', async () => {
    const second = await embed({ config: { network: { unsafeAllowPrivate: [site.host] } } });
    const [one, two] = [
      gw.session({ principal: 'twin', name: 'same' }),
      second.gatewright.session({ principal: 'twin', name: 'same' }),
    ];
    await one.call('browser_navigate', { url: site.url('/set') });
    expect((await one.call('browser_navigate', { url: site.url('/show') })).text).toContain('crimson-7731');
    expect((await two.call('browser_navigate', { url: site.url('/show') })).text).toContain('cookie: none');
    // The second was not given the capability, nor the other site.
    expect(await codeOf(two.call('web_fetch', { url: site.url() }))).toBe('policy.capability-off');
    expect(JSON.stringify(second.record())).not.toContain('recorded');
    await second.close();
    expect(await codeOf(two.call('browser_snapshot', {}))).toBe('session.closed');
    expect(() => second.gatewright.session()).toThrow(/session\.closed/u);
    expect((await one.call('browser_snapshot', {})).text).toContain('crimson-7731');
  });

  it('refuses to start where a variable would send a browser around its proxy', () => {
    const name = 'PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK';
    const ran = runInside(
      `process.env.${name} = '1';
       const { createGatewright } = await import('gatewright');
       await createGatewright({ workspace: './work' }).then(() => console.log('started'), (e) => console.log(e.code, e.message.includes('${name}')));`,
    );
    expect(ran).toBe('config.invalid true');
  });

  it('writes nothing, starts nothing and loads no browser library when it is imported, and ends with its close', () => {
    const home = mkdtempSync(join(tmpdir(), 'gw-import-'));
    const imported = runInside(
      `await import('gatewright');
       const { createRequire } = await import('node:module');
       const loaded = Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes('playwright'));
       console.log(JSON.stringify([loaded, process.getActiveResourcesInfo().filter((kind) => /Server|Timeout|Process|TCP|Worker|Watcher/u.test(kind)), process.listenerCount('SIGINT'), process.listenerCount('uncaughtException')]));`,
      home,
    );
    expect(imported).toBe('[[],[],0,0]');
    expect(readdirSync(home)).toEqual([]);
    // Without a call nothing of a browser is loaded either, and after close() the program ends by itself.
    const made = runInside(
      `const { createGatewright } = await import('gatewright');
       const gw = await createGatewright({ workspace: './work' });
       gw.session().tools();
       const { createRequire } = await import('node:module');
       console.log(Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('playwright')), process.listenerCount('SIGINT'));
       await gw.close();`,
      home,
    );
    expect(made).toBe('false 0');
    expect(readdirSync(home)).toEqual(['work']);
    rmSync(home, { recursive: true, force: true });
  });
});

const ADAPTERS = new Map([
  ['./ai-sdk', 'aiSdkTools'],
  ['./langchain', 'langchainTools'],
  ['./mastra', 'mastraTools'],
  ['./openai-agents', 'openAiAgentsTools'],
]);

/** Every method that a program may find on what it is given. */
const METHODS = [
  ...['createGatewright', 'isGatewrightError', 'GatewrightError'],
  ...['fetch', 'connect', 'session', 'close', 'call', 'tools', 'execute'],
  // The MCP SDK's own transport in memory, and how it is made.
  ...['start', 'send', 'onclose', 'onerror', 'onmessage', 'createLinkedPair'],
  // The provider's seven.
  ...['launch', 'navigate', 'snapshot', 'click', 'type', 'screenshot'],
  // What the language gives every class and every error.
  ...['prototype', 'captureStackTrace', 'prepareStackTrace'],
];

type Untyped = (tool: string, input: object) => Promise<unknown>;

/** As a program without types, or a model, would call. */
function untyped(session: GatewrightSession): Untyped {
  return (tool, input) =>
    session
      .tools()
      .find(({ name }) => name === tool)
      ?.execute(input) ?? Promise.reject(new Error(tool));
}

/** A program of its own that finds this package by its name, in a home and a folder that are empty. */
function runInside(program: string, home = mkdtempSync(join(tmpdir(), 'gw-home-'))): string {
  const folder = mkdtempSync(join(tmpdir(), 'gw-inside-'));
  try {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(ROOT, join(folder, 'node_modules', 'gatewright'));
    writeFileSync(join(folder, 'program.mjs'), program);
    const env = { PATH: process.env['PATH'] ?? '', HOME: home };
    const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'program.mjs')], {
      ...{ env, cwd: home, encoding: 'utf8', timeout: 30_000 },
    });
    return `${stdout}${stderr}`.trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
