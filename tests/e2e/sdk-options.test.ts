import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { GatewrightOptions } from '../../src/sdk/index.js';
import { readLines } from '../fixtures/gatewright.js';
import { codeOf, embed, loadSdk } from '../fixtures/sdk.js';
import type { Embedded } from '../fixtures/sdk.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

let site: Site;
const open: Embedded[] = [];

beforeAll(async () => {
  site = await startSite({ '/': html('<h1>Shop</h1><button>Add</button>') });
});
afterEach(async () => {
  for (const embedded of open.splice(0)) await embedded.close();
});
afterAll(() => site.close());

async function made(options: GatewrightOptions = {}): Promise<Embedded> {
  const config = { network: { unsafeAllowPrivate: [site.host] }, approval: { channels: [] } };
  const embedded = await embed({ config, ...options });
  open.push(embedded);
  return embedded;
}

const NEVER = { text: 'never there', seconds: 25 } as const;
/** The calls that were cut short, as the record has them. */
const cancelled = (embedded: Embedded): number =>
  embedded.record().filter(({ code }) => code === 'call.cancelled').length;
const waits = (embedded: Embedded): boolean => embedded.record().some(({ tool }) => tool === 'browser_wait_for');

describe('sinks of the program', () => {
  it('get every line of the record, in order, once; what was rejected comes again, and close waits for all', async () => {
    const taken: string[] = [];
    let [refusals, closed] = [0, false];
    const { gatewright, workspace } = await made({
      sinks: [
        {
          name: 'mine',
          take: (lines) => {
            if (refusals < 2) {
              refusals += 1;
              return Promise.reject(new Error('the disk of the copy is full'));
            }
            taken.push(...lines);
            return Promise.resolve();
          },
          close: () => {
            closed = true;
          },
        },
      ],
    });
    const session = gatewright.session();
    await session.call('browser_navigate', { url: site.url() });
    expect(await codeOf(session.call('browser_click', { ref: 'e999' }))).toBe('browser.stale-ref');
    await session.close();
    await gatewright.close();
    expect({ refusals, closed }).toEqual({ refusals: 2, closed: true });
    expect(taken).toEqual(readLines(join(workspace, 'audit')));
    expect(taken.join('\n')).toContain('browser.stale-ref');
  });

  it('are not waited for: a call is answered while a copy hangs, and a throw of one ends nothing', async () => {
    const embedded = await made({
      sinks: [
        { name: 'hangs', take: () => new Promise(() => undefined) },
        {
          name: 'throws',
          take: () => {
            throw new Error('not today');
          },
        },
      ],
    });
    const { text } = await embedded.gatewright.session().call('browser_navigate', { url: site.url() });
    expect(text).toContain('Shop');
    expect(embedded.record().filter(({ tool }) => tool === 'browser_navigate')).toHaveLength(1);
  });
});

describe('the provider of the program', () => {
  it('takes the place of the one in its configuration', async () => {
    const none = await made({ provider: 'none' });
    expect(
      none.gatewright
        .session()
        .tools()
        .filter(({ name }) => name.startsWith('browser_')),
    ).toEqual([]);
    expect(await codeOf(none.gatewright.session().call('browser_navigate', { url: site.url() }))).not.toBe('ok');
    expect(site.seen.some(({ path }) => path === '/?none')).toBe(false);
    const network = { unsafeAllowPrivate: [site.host] };
    const local = await made({ config: { network, browser: { provider: 'none' } }, provider: 'local' });
    const { text } = await local.gatewright.session().call('browser_navigate', { url: site.url() });
    expect(text).toContain('Shop');
  });

  it('is one that there is', async () => {
    const { createGatewright } = await loadSdk();
    const workspace = mkdtempSync(join(tmpdir(), 'gw-provider-'));
    const provider = '../../evil.js' as 'none';
    expect(await codeOf(createGatewright({ workspace, provider }))).toBe('config.invalid');
    rmSync(workspace, { recursive: true });
  });
});

describe('a signal of the program', () => {
  it('closes the gateway, its sessions and its browser when it is aborted', async () => {
    const controller = new AbortController();
    const embedded = await made({ signal: controller.signal });
    const session = embedded.gatewright.session();
    await session.call('browser_navigate', { url: site.url() });
    const waiting = codeOf(session.call('browser_wait_for', NEVER));
    await expect.poll(() => waits(embedded), { timeout: 10_000 }).toBe(true);
    controller.abort();
    expect(await waiting).not.toBe('ok');
    expect(await codeOf(session.call('browser_snapshot', {}))).toBe('session.closed');
    expect(() => embedded.gatewright.session()).toThrow(/session\.closed/u);
    expect(() => embedded.gatewright.connect()).toThrow(/session\.closed/u);
    expect(await codeOf(embedded.gatewright.fetch(new Request('http://localhost/mcp')))).toBe('session.closed');
    await embedded.gatewright.close();
    expect(readdirSync(join(embedded.workspace, 'run'))).toEqual([]);
  });

  it('keeps a gateway from being made, and leaves nothing of one that was on its way', async () => {
    const { createGatewright } = await loadSdk();
    const workspace = join(mkdtempSync(join(tmpdir(), 'gw-signal-')), 'work');
    await expect(createGatewright({ workspace, signal: AbortSignal.abort() })).rejects.toThrow(/abort/iu);
    expect(existsSync(workspace)).toBe(false);
    const controller = new AbortController();
    const making = createGatewright({ workspace, signal: controller.signal });
    controller.abort();
    await expect(making).rejects.toThrow(/abort/iu);
    const run = join(workspace, 'run');
    expect(existsSync(run) ? readdirSync(run) : []).toEqual([]);
    rmSync(join(workspace, '..'), { recursive: true });
  });

  it('ends one call of a listed tool, and no other', async () => {
    const embedded = await made();
    const [one, two] = ['one', 'two'].map((name) => embedded.gatewright.session({ name }));
    for (const session of [one, two]) await session?.call('browser_navigate', { url: site.url() });
    const tool = one?.tools().find(({ name }) => name === 'browser_wait_for');
    const controller = new AbortController();
    const ended = codeOf(tool?.execute(NEVER, { signal: controller.signal }) ?? Promise.resolve());
    const other = codeOf(two?.call('browser_wait_for', { text: 'never there', seconds: 4 }) ?? Promise.resolve());
    await expect.poll(() => waits(embedded), { timeout: 10_000 }).toBe(true);
    controller.abort();
    expect(await ended).toBe('call.cancelled');
    expect(await other).not.toBe('call.cancelled');
    expect(cancelled(embedded)).toBe(1);
  });

  it('ends a connection in memory, its call and its sessions', async () => {
    const embedded = await made();
    const controller = new AbortController();
    const client = new Client({ name: 'inside', version: '1' });
    let closed = false;
    client.onclose = () => {
      closed = true;
    };
    await client.connect(embedded.gatewright.connect({ signal: controller.signal }));
    await client.callTool({ name: 'browser_navigate', arguments: { url: site.url() } });
    const waiting = client.callTool({ name: 'browser_wait_for', arguments: NEVER }).then(
      () => 'answered',
      () => 'rejected',
    );
    await expect.poll(() => waits(embedded), { timeout: 10_000 }).toBe(true);
    controller.abort();
    expect(await waiting).toBe('rejected');
    expect(closed).toBe(true);
    await expect.poll(() => cancelled(embedded), { timeout: 10_000 }).toBe(1);
    await expect.poll(() => JSON.stringify(embedded.record()), { timeout: 20_000 }).toContain('its connection ended');
    const late = embedded.gatewright.connect({ signal: AbortSignal.abort() });
    await expect(new Client({ name: 'late', version: '1' }).connect(late)).rejects.toThrow();
  });

  it('ends the call of a web request that is aborted', async () => {
    const embedded = await made();
    const controller = new AbortController();
    let isWaiting = false;
    const fetch = (url: string | URL, init?: RequestInit): Promise<Response> => {
      const signal = isWaiting ? controller.signal : (init?.signal ?? null);
      return embedded.gatewright.fetch(new Request(url, { ...init, signal }), { principal: 'erin' });
    };
    const client = new Client(
      { name: 'over-fetch', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL('http://localhost:3000/mcp'), { fetch }));
    await client.callTool({ name: 'browser_navigate', arguments: { url: site.url() } });
    isWaiting = true;
    const waiting = client
      .callTool({ name: 'browser_wait_for', arguments: NEVER }, { timeout: 20_000 })
      .catch(() => 'rejected');
    await expect.poll(() => waits(embedded), { timeout: 10_000 }).toBe(true);
    const began = Date.now();
    controller.abort();
    await expect.poll(() => cancelled(embedded), { timeout: 10_000 }).toBe(1);
    expect(Date.now() - began).toBeLessThan(10_000);
    isWaiting = false;
    await client.close();
    await waiting;
  });
});

describe('a session that its program has narrowed', () => {
  it('can be closed by the program, though its model may not', async () => {
    const { gatewright, workspace } = await made();
    const session = gatewright.session({ name: 'narrow', policy: { tools: ['browser_navigate'] } });
    await session.call('browser_navigate', { url: site.url() });
    expect(await codeOf(session.call('browser_close', {}))).toBe('policy.tool-not-allowed');
    await session.close();
    const closing = readLines(join(workspace, 'audit')).filter((line) => line.includes('"browser_close"'));
    expect(closing.length).toBeGreaterThan(1);
    // It is gone: the next call would need a page first.
    const again = gatewright.session({ name: 'narrow' });
    expect(['session.none', 'session.expired']).toContain(await codeOf(again.call('browser_snapshot', {})));
  });
});
