import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Hono } from 'hono';
import ts from 'typescript';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApprovalQuestion, Gatewright, GatewrightSession } from '../../src/sdk/index.js';
import type { PageSnapshot } from '../../src/sdk/provider/index.js';
import { SNIPPETS } from '../fixtures/doc-snippets.js';
import { replyOf } from '../fixtures/gatewright.js';
import { embed } from '../fixtures/sdk.js';
import type { Embedded } from '../fixtures/sdk.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PAGE = html(`<button onclick="this.textContent='Added'">Add to cart</button>
<form method="post" action="/paid"><button>Delete account</button></form>`);
/** After the page was opened, what a program would do next: something that a person is asked about. */
const CLICK = `await session.call('browser_click', { role: 'button', name: 'Delete account' });`;

/** The programs of README and docs/sdk.md, run as they stand there, with a local site in place of example.com. */
describe('a program of the documentation', () => {
  let site: Site;
  let folder: string;
  const posts = (): string[] => site.seen.flatMap(({ method, path }) => (method === 'POST' ? [path] : []));

  beforeAll(async () => {
    site = await startSite({ '/': PAGE, '/paid': html('<p>gone</p>') });
    folder = mkdtempSync(join(tmpdir(), 'gw-doc-programs-'));
    for (const name of ['@hono', 'hono', 'real'])
      symlinkInto(name, name === 'real' ? resolve('.') : resolve('node_modules', name));
    installed();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    site.seen.length = 0;
  });
  afterAll(async () => {
    await site.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('opens a page inside the program, and asks the person of the program', async () => {
    const asked: ApprovalQuestion['rows'][] = [];
    const printed: unknown[] = [];
    vi.stubGlobal('askInYourOwnWay', (rows: ApprovalQuestion['rows'], _: unknown, signal: AbortSignal) => {
      asked.push(rows);
      return Promise.resolve(!signal.aborted);
    });
    vi.stubGlobal('console', { ...console, log: (said: unknown) => printed.push(said) });
    await run('docs/sdk.md', 'await createGatewright(', (text) =>
      text.replace('await gw.close();', `${CLICK}\nawait gw.close();`),
    );
    expect(printed).toEqual([expect.stringContaining('Add to cart'), 200]);
    expect(JSON.stringify(asked)).toContain('Delete account');
    expect(posts()).toEqual(['/paid']);
  });

  it('is as short as README says', async () => {
    const ask = vi.fn(() => Promise.resolve(false));
    vi.stubGlobal('ask', ask);
    const made = await run('README.md', 'await createGatewright(', (text) => `${text}\nexport { gw, session };`);
    const { gw, session } = made as { gw: Gatewright; session: GatewrightSession };
    const denied = session.call('browser_click', { role: 'button', name: 'Delete account' });
    await expect(denied).rejects.toMatchObject({ code: 'approval.denied' });
    expect(ask).toHaveBeenCalledOnce();
    expect(posts()).toEqual([]);
    await gw.close();
  });

  it('drives a page with the provider', async () => {
    const made = await run(
      'docs/sdk.md',
      "from 'gatewright/provider'",
      (text) => `${text}\nexport { title, url, text, refs };`,
    );
    expect(made).toMatchObject({ title: 'Test', url: site.url() });
    expect((made as PageSnapshot).text).toContain('untrusted');
    expect((made as PageSnapshot).refs[0]?.text).toBe('Add to cart');
  });

  describe('in a web server', () => {
    let embedded: Embedded;
    let token: string;
    beforeAll(async () => {
      embedded = await embed({ config: { network: { unsafeAllowPrivate: [site.host] }, approval: { channels: [] } } });
      mkdirSync(join(embedded.workspace, 'tokens'), { recursive: true, mode: 0o700 });
      token = 'b7'.repeat(32);
      writeFileSync(join(embedded.workspace, 'tokens', 'caller'), `${token}\n`, { mode: 0o600 });
    });
    afterAll(() => embedded.close());

    it('answers a client behind Hono', async () => {
      vi.stubGlobal('gw', embedded.gatewright);
      const { app } = (await run('docs/sdk.md', 'new Hono()', (text) => `${text}\nexport { app };`)) as { app: Hono };
      await withServer(getRequestListener(app.fetch), opensThePage);
    });

    it('answers a client as a listener of Node, as Express takes it', async () => {
      const routes = new Map<string, RequestListener>();
      vi.stubGlobal('gw', embedded.gatewright);
      vi.stubGlobal('express', { all: (path: string, listener: RequestListener) => routes.set(path, listener) });
      await run('docs/sdk.md', 'express.all(', (text) => text);
      await withServer((request, response) => routes.get(request.url ?? '')?.(request, response), opensThePage);
    });

    /** What a client does first; without the token, it gets nowhere. */
    async function opensThePage(origin: string): Promise<void> {
      const url = new URL('/mcp', origin);
      const stranger = new Client({ name: 'stranger', version: '1.0.0' });
      await expect(stranger.connect(new StreamableHTTPClientTransport(url))).rejects.toThrow();
      expect(site.seen).toEqual([]);
      const client = new Client({ name: 'over-the-web', version: '1.0.0' });
      const authProvider = { token: () => Promise.resolve(token) };
      await client.connect(new StreamableHTTPClientTransport(url, { authProvider }));
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('browser_navigate');
      const opened = replyOf(
        await client.callTool({ name: 'browser_navigate', arguments: { url: site.url(), snapshot: 'full' } }),
      );
      expect(opened.text).toContain('Add to cart');
      await client.close();
      const calls = embedded.record().filter((line) => line['principal'] === 'caller');
      expect(calls.map((line) => line['tool'])).toContain('browser_navigate');
    }
  });

  /** The block of this page with these words in it, with a line or two of the test's own. */
  async function run(page: string, words: string, complete: (text: string) => string): Promise<unknown> {
    const found = SNIPPETS.filter(
      ({ file, language, text }) => file === page && language === 'ts' && text.includes(words),
    );
    expect(found).toHaveLength(1);
    const [{ text, where } = { text: '', where: '' }] = found;
    const here = text
      .replaceAll(/https:\/\/(?:shop\.)?example\.com\//gu, site.url())
      .replaceAll(/'(?:\*\.|shop\.)?example\.com'/gu, `'${site.host}'`);
    const { outputText } = ts.transpileModule(complete(here), {
      compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
    });
    const file = join(folder, `${where.replaceAll(/[^\w]+/gu, '-')}.mjs`);
    writeFileSync(file, outputText);
    return import(/* @vite-ignore */ pathToFileURL(file).href);
  }

  /** The package as it is built, with what only a test has: a workspace of its own, and a site that is not public. */
  function installed(): void {
    const place = join(folder, 'node_modules', 'gatewright');
    mkdirSync(place);
    const exported = { '.': './index.mjs', './provider': './provider.mjs' };
    writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'gatewright', exports: exported }));
    const workspace = JSON.stringify(join(folder, 'workspace'));
    const open = JSON.stringify([site.host]);
    writeFileSync(
      join(place, 'index.mjs'),
      `import * as real from '../real/dist/index.js';
export * from '../real/dist/index.js';
export const createGatewright = ({ config = {}, ...options } = {}) => real.createGatewright({
  workspace: ${workspace}, config: { ...config, network: { ...config.network, unsafeAllowPrivate: ${open} } }, ...options });`,
    );
    writeFileSync(
      join(place, 'provider.mjs'),
      `import * as real from '../real/dist/provider.js';
const config = { network: { unsafeAllowPrivate: ${open} } };
export const create = (options) => real.create({ ...options, gatewright: { workspace: ${workspace}, config } });`,
    );
  }

  function symlinkInto(name: string, target: string): void {
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    symlinkSync(target, join(folder, 'node_modules', name));
  }
});

async function withServer(
  listener: (...of: Parameters<RequestListener>) => unknown,
  act: (origin: string) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  const address = server.address();
  try {
    await act(`http://127.0.0.1:${String(typeof address === 'object' ? address?.port : 0)}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
