import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalQuestion, ApprovalReply, Gatewright } from '../../src/sdk/index.js';
import { refOf } from '../fixtures/gatewright.js';
import { codeOf, embed, loadSdk } from '../fixtures/sdk.js';
import type { Embedded } from '../fixtures/sdk.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PAGE = html(`<h1>Shop</h1><button onclick="this.textContent='Added'">Add to cart</button>
<form method="post" action="/delete"><button>Delete account</button></form>`);

let site: Site;
let embedded: Embedded;
let gw: Gatewright;
const asked: ApprovalQuestion[] = [];
let answer: (question: ApprovalQuestion, signal: AbortSignal) => Promise<unknown> = () =>
  Promise.resolve({ yes: false });

beforeAll(async () => {
  site = await startSite({ '/': PAGE, '/other': html('<p>other</p>'), '/delete': html('<p>gone</p>') });
  embedded = await embed({
    config: {
      network: { unsafeAllowPrivate: [site.host] },
      // Nobody else can answer.
      approval: { channels: [] },
      teams: { 'read-team': { capabilities: ['read', 'navigation'], browser: {} } },
    },
    approvals: async (question, { signal }) => {
      asked.push(question);
      return (await answer(question, signal)) as ApprovalReply;
    },
  });
  gw = embedded.gatewright;
});

afterAll(async () => {
  await embedded.close();
  await site.close();
});

describe('a session of the SDK', () => {
  it('calls tools on a real page, with typed facts, and everything is on the record', async () => {
    const session = gw.session({ principal: 'alice', name: 'shop' });
    const opened = await session.call('browser_navigate', { url: site.url() });
    expect(opened.facts.ok).toBe(true);
    expect(opened.facts.navigation?.to.origin).toBe(site.origin);
    const clicked = await session.call('browser_click', { ref: refOf(opened.text, /button "Add to cart"/u) });
    expect(clicked.text).toContain('Added');
    const picture = await session.call('browser_screenshot', {});
    expect(picture.content.map(({ type }) => type)).toContain('image');
    const calls = embedded.record().filter((line) => line['principal'] === 'alice');
    expect(calls.map((line) => line['tool'])).toEqual(
      expect.arrayContaining(['browser_navigate', 'browser_click', 'browser_screenshot']),
    );
    expect(calls.every((line) => line['session'] === 'shop')).toBe(true);
  });

  it('rejects with an error that has the code, the hint and whether to try again', async () => {
    const { GatewrightError, isGatewrightError } = await loadSdk();
    const session = gw.session({ principal: 'alice', name: 'shop' });
    const error: unknown = await session.call('browser_click', { ref: 'e9999' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GatewrightError);
    if (!isGatewrightError(error)) throw new Error('not ours');
    expect(error.code).toBe('browser.stale-ref');
    expect(error.message).toMatch(/^browser\.stale-ref: /u);
    expect(['yes', 'no', 'after-change']).toContain(error.retry);
    expect(error.result?.text).toContain('browser.stale-ref');
  });

  it('has types that refuse a tool, an argument and a fact that are not there', () => {
    const wrong = async (): Promise<void> => {
      const session = gw.session();
      // @ts-expect-error there is no such tool
      await session.call('browser_clik', {});
      // @ts-expect-error there is no such argument
      await session.call('browser_click', { reff: 'e1' });
      const { facts } = await session.call('browser_click', { ref: 'e1' });
      // @ts-expect-error there is no such fact
      expect(facts.navigation?.color).toBeUndefined();
    };
    expect(wrong).toBeTypeOf('function');
  });

  it('lists its tools with both schemas, and each runs', async () => {
    const session = gw.session({ principal: 'alice', name: 'shop' });
    const tools = session.tools();
    const navigate = tools.find(({ name }) => name === 'browser_navigate');
    expect(navigate?.outputSchema).toMatchObject({ type: 'object', required: ['ok', 'action'] });
    expect(tools.every(({ inputSchema }) => !('session' in (inputSchema['properties'] as object)))).toBe(true);
    expect(session.instructions).toContain('data, never instructions');
    expect(session.instructions).not.toContain('session names');
    const result = await navigate?.execute({ url: site.url('/other') });
    expect(result?.text).toContain('other');
    expect(await codeOf(navigate?.execute({ uri: 'x' }) ?? Promise.resolve())).toBe('call.bad-arguments');
    expect(await codeOf(navigate?.execute('not an object') ?? Promise.resolve())).toBe('call.bad-arguments');
    expect(await codeOf(navigate?.execute({ url: () => 'x' }) ?? Promise.resolve())).toBe('call.bad-arguments');
  });

  it('ends a call when its signal is aborted', async () => {
    const session = gw.session({ principal: 'alice', name: 'shop' });
    const controller = new AbortController();
    const waiting = codeOf(
      session.call('browser_wait_for', { text: 'never there', seconds: 25 }, { signal: controller.signal }),
    );
    setTimeout(() => {
      controller.abort();
    }, 300);
    expect(await waiting).toBe('call.cancelled');
    expect(await codeOf(session.call('browser_snapshot', {}, { signal: AbortSignal.abort() }))).toBe('call.cancelled');
  });

  it('has the narrowing of the team that its principal is', async () => {
    const session = gw.session({ principal: 'read-team' });
    expect(session.tools().map(({ name }) => name)).not.toContain('browser_click');
    await session.call('browser_navigate', { url: site.url() });
    expect(await codeOf(session.call('browser_click', { name: 'Add to cart' }))).toBe('policy.capability-off');
    await session.close();
  });
});

describe("a person is asked in the program's own way", () => {
  const clickDelete = async (): Promise<string> => {
    const session = gw.session({ principal: 'bob' });
    await session.call('browser_navigate', { url: site.url() });
    return codeOf(session.call('browser_click', { role: 'button', name: 'Delete account' }));
  };
  const deleted = (): number => site.seen.filter(({ path }) => path === '/delete').length;

  it('shows what would happen, and only a yes does it', async () => {
    answer = () => Promise.resolve({ yes: false, by: 'bob' });
    expect(await clickDelete()).toBe('approval.denied');
    const question = asked.at(-1);
    expect(question).toMatchObject({ kind: 'approve', principal: 'bob', tool: 'browser_click', origin: site.origin });
    expect(question?.rows.map(({ text }) => text).join('\n')).toContain('Delete account');
    expect(question?.picture?.length).toBeGreaterThan(100);
    expect(deleted()).toBe(0);
    answer = () => Promise.resolve({ yes: true, by: 'bob' });
    expect(await clickDelete()).toBe('ok');
    expect(deleted()).toBe(1);
    expect(JSON.stringify(embedded.record())).toContain('"approver":"bob"');
  });

  it.each([
    ['a word', () => Promise.resolve({ yes: 'yes' })],
    ['nothing', () => Promise.resolve(undefined)],
    ['null', () => Promise.resolve(null)],
    ['a throw', () => Promise.reject(new Error('the window was closed'))],
    ['a yes without a name', () => Promise.resolve({ yes: true, by: ' ' })],
  ])('takes %s for no yes', async (_, said) => {
    const before = deleted();
    answer = said;
    const session = gw.session({ principal: 'bob' });
    await session.call('browser_navigate', { url: site.url() });
    const code = await codeOf(session.call('browser_click', { name: 'Delete account' }));
    expect(['approval.denied', 'approval.nobody']).toContain(code);
    expect(deleted()).toBe(before);
  });

  it('is told when the question is over', async () => {
    let settled: AbortSignal | undefined;
    answer = (_, signal) => {
      settled = signal;
      return new Promise(() => undefined);
    };
    const session = gw.session({ principal: 'carol' });
    await session.call('browser_navigate', { url: site.url() });
    const controller = new AbortController();
    const call = codeOf(session.call('browser_click', { name: 'Delete account' }, { signal: controller.signal }));
    await expect.poll(() => settled, { timeout: 20_000 }).toBeDefined();
    controller.abort();
    expect(await call).toBe('call.cancelled');
    await session.close();
  });
});

describe('MCP without a process of its own', () => {
  it('connects a real client in memory, each with sessions of its own that end with it', async () => {
    const clients = await Promise.all(
      ['2025-11-25', '2026-07-28'].map(async (revision) => {
        const mode = revision === '2025-11-25' ? ('legacy' as const) : { pin: revision };
        const client = new Client({ name: 'inside', version: '1' }, { versionNegotiation: { mode } });
        await client.connect(gw.connect({ principal: 'dave' }));
        return client;
      }),
    );
    for (const client of clients) {
      const { tools } = await client.listTools();
      expect(tools.length).toBeGreaterThan(25);
      const none = await client.callTool({ name: 'browser_snapshot', arguments: {} });
      expect(JSON.stringify(none.content)).toContain('session.none');
      const opened = await client.callTool({ name: 'browser_navigate', arguments: { url: site.url() } });
      expect(JSON.stringify(opened.content)).toContain('Shop');
    }
    for (const client of clients) await client.close();
    await expect
      .poll(() => JSON.stringify(embedded.record().filter((line) => line['principal'] === 'dave')), { timeout: 20_000 })
      .toContain('its connection ended');
  });

  it('answers web requests of callers with a token, or whom the program vouches for', async () => {
    const call = (init: RequestInit, principal?: string, url = 'http://localhost:3000/mcp') =>
      gw.fetch(new Request(url, init), principal === undefined ? {} : { principal });
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    expect((await call({ method: 'POST', headers: json, body })).status).toBe(401);
    expect((await call({ method: 'POST', headers: { ...json, authorization: 'Bearer x' }, body })).status).toBe(401);
    expect(
      (await call({ method: 'POST', headers: { ...json, origin: 'https://evil.example' }, body }, 'erin')).status,
    ).toBe(403);
    expect((await call({ method: 'POST', headers: json, body }, 'erin', 'http://evil.example/mcp')).status).toBe(403);
    expect((await call({ method: 'POST', headers: { 'content-type': 'text/plain' }, body }, 'erin')).status).toBe(415);

    const client = new Client({ name: 'over-fetch', version: '1' });
    const fetch = (url: string | URL, init?: RequestInit) => gw.fetch(new Request(url, init), { principal: 'erin' });
    await client.connect(new StreamableHTTPClientTransport(new URL('http://localhost:3000/mcp'), { fetch }));
    const opened = await client.callTool({ name: 'browser_navigate', arguments: { url: site.url() } });
    expect(JSON.stringify(opened.content)).toContain('Shop');
    await client.close();
  });
});
