import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

type Mode = 'legacy' | { pin: '2026-07-28' };

let site: Site;
let gatewright: Running;

beforeAll(async () => {
  site = await startSite({ '/a': html('<h1>page of A</h1>'), '/b': html('<h1>page of B</h1>') });
  gatewright = await start({
    transport: 'http',
    args: ['--allow-private', site.host],
    config: { sessions: { maxConcurrent: 4 } },
  });
});
afterAll(async () => {
  await gatewright.close();
  await site.close();
});

async function connect(name: string, mode: Mode, tokenFile = join(gatewright.workspace, 'token')): Promise<Client> {
  const token = readFileSync(tokenFile, 'utf8').trim();
  const client = new Client({ name, version: '3.1' }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(gatewright.url), {
      authProvider: { token: () => Promise.resolve(token) },
    }),
  );
  return client;
}

async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Pick<Reply, 'isError' | 'text' | 'code'>> {
  const result = await client.callTool({ name, arguments: args });
  const parts = Array.isArray(result.content) ? result.content : [];
  const text = parts.map((part: { type: string; text?: string }) => part.text ?? '').join('\n');
  const code = result.isError === true ? /^([a-z]+\.[a-z-]+):/mu.exec(text)?.[1] : undefined;
  return { isError: result.isError === true, text, code };
}

const reset = (): void => {
  expect(gatewright.command(['stop', '--once']).status).toBe(0);
};

describe.each<[string, Mode]>([
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
])('two programs over %s', (_, mode) => {
  it('have a page each, and each keeps its own', async () => {
    reset();
    const [one, two] = [await connect('agent-one', mode), await connect('agent-two', mode)];
    expect((await call(one, 'browser_navigate', { url: site.url('/a') })).isError).toBe(false);
    expect((await call(two, 'browser_snapshot')).code).toBe('session.none');
    expect((await call(two, 'browser_navigate', { url: site.url('/b') })).text).toContain('page of B');
    expect((await call(one, 'browser_snapshot')).text).toContain('page of A');
    await Promise.all([one.close(), two.close()]);
  });

  it('and a third that comes when they are gone hears nothing of them', async () => {
    reset();
    const one = await connect('agent-one', mode);
    await call(one, 'browser_navigate', { url: site.url('/a') });
    expect(gatewright.command(['stop', '--once']).status).toBe(0);
    await one.close();
    const three = await connect('agent-three', mode);
    const reply = await call(three, 'browser_navigate', { url: site.url('/b') });
    expect(reply.text).toContain('page of B');
    expect(reply.text).not.toContain('ended');
    await three.close();
  });
});

describe.each<[string, Mode]>([
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
])('two programs over %s that name the same session', (_, mode) => {
  const session = 'together';

  it('share it, and each is told of the other, once', async () => {
    reset();
    const [one, two] = [await connect('agent-one', mode), await connect('agent-two', mode)];
    const opened = await call(one, 'browser_navigate', { url: site.url('/a'), session });
    expect(opened.text).not.toContain('Another program');
    const met = await call(two, 'browser_snapshot', { session });
    expect(met.text).toContain('page of A');
    expect(met.text).toMatch(/Another program \(agent-one(#\d+)?\) uses or used this session/u);
    expect((await call(two, 'browser_snapshot', { session })).text).not.toContain('Another program');
    expect((await call(one, 'browser_snapshot', { session })).text).toContain('Another program (agent-two');
    await call(two, 'browser_navigate', { url: site.url('/b'), session });
    const seen = await call(one, 'browser_snapshot', { session });
    expect(seen.text).toContain('page of B');
    expect(seen.text).not.toContain('Another program');
    // Its default session, and one by another name, are its own.
    expect((await call(two, 'browser_snapshot')).code).toBe('session.none');
    expect((await call(two, 'browser_snapshot', { session: 'apart' })).code).toBe('session.none');
    // One key on the record, with who really called.
    const calls = gatewright.record().filter((line) => line['session'] === session && line['tool'] !== undefined);
    expect(new Set(calls.slice(-5).map((line) => line['client'])).size).toBe(1);
    expect(JSON.stringify(calls.slice(-5))).toContain('agent-two/3.1');
    await Promise.all([one.close(), two.close()]);
  });

  it('another principal that names it gets a session of its own', async () => {
    reset();
    const one = await connect('agent-one', mode);
    await call(one, 'browser_navigate', { url: site.url('/a'), session });
    const { stdout } = gatewright.command(['token', 'add', `guest-${typeof mode === 'string' ? 'a' : 'b'}`, '--json']);
    const { path } = JSON.parse(stdout) as { path: string };
    for (const name of ['agent-one', 'agent-two']) {
      const stranger = await connect(name, mode, path);
      const reply = await call(stranger, 'browser_snapshot', { session });
      expect(reply.code).toBe('session.none');
      expect(reply.text).not.toContain('agent-one');
      await stranger.close();
    }
    await one.close();
  });
});

it('a shared session stays while somebody uses it, and goes with the last', async () => {
  reset();
  const session = 'handed-on';
  const [one, two] = [await connect('agent-one', 'legacy'), await connect('agent-two', 'legacy')];
  const leave = async (client: Client): Promise<void> => {
    const { transport } = client;
    if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
    await client.close();
  };
  await call(one, 'browser_navigate', { url: site.url('/a'), session });
  await call(one, 'browser_navigate', { url: site.url('/a') });
  await call(two, 'browser_snapshot', { session });
  const open = () => JSON.parse(gatewright.command(['sessions', '--json']).stdout) as unknown[];
  await leave(one);
  await expect.poll(() => open().length).toBe(1);
  expect((await call(two, 'browser_snapshot', { session })).text).toContain('page of A');
  await leave(two);
  await expect.poll(() => open().length).toBe(0);
});

it('a second conversation of one program is told that the session is not its own alone, once', async () => {
  reset();
  const mode: Mode = { pin: '2026-07-28' };
  const first = await connect('same-program', mode);
  const opened = await call(first, 'browser_navigate', { url: site.url('/a') });
  expect(opened.text).not.toContain('open already');
  expect((await call(first, 'browser_snapshot')).text).not.toContain('open already');
  await first.close();
  const second = await connect('same-program', mode);
  const met = await call(second, 'browser_snapshot');
  expect(met.text).toMatch(/This session was open already: another conversation of your program/u);
  expect(met.text).toContain('page of A');
  expect((await call(second, 'browser_snapshot')).text).not.toContain('open already');
  await second.close();
});

it('a new conversation does not hear how the session of an earlier one ended', async () => {
  reset();
  const mode: Mode = { pin: '2026-07-28' };
  const first = await connect('short-lived', mode);
  await call(first, 'browser_navigate', { url: site.url('/a') });
  await first.close();
  reset();
  const second = await connect('short-lived', mode);
  const reply = await call(second, 'browser_navigate', { url: site.url('/b') });
  expect(reply.isError).toBe(false);
  await second.close();
});

it.each<[string, Mode]>([
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
])('clients that went without a word give their places back (%s)', async (_, mode) => {
  reset();
  for (let run = 0; run < 9; run += 1) {
    const client = await connect(`run-${String(run)}`, mode);
    const reply = await call(client, 'browser_navigate', { url: site.url('/a') });
    expect(reply.text, `run ${String(run)}`).toContain('page of A');
    await client.close();
  }
});

it('while its clients are there, the limit says who holds the places and how to free them', async () => {
  reset();
  const client = await connect('holder', 'legacy');
  for (const session of ['one', 'two', 'three', 'four']) {
    expect((await call(client, 'browser_navigate', { url: site.url('/a'), session })).isError).toBe(false);
  }
  const reply = await call(client, 'browser_navigate', { url: site.url('/a'), session: 'five' });
  expect(reply.code).toBe('session.too-many');
  expect(reply.text).toMatch(/local \/ holder#\d+ \/ one/u);
  expect(reply.text).toContain('gatewright stop');
  await client.close();
});

it('calls and events of a session are on the record under one key, with the name of the client', async () => {
  reset();
  const client = await connect('claude-code', 'legacy');
  await call(client, 'browser_navigate', { url: site.url('/a'), session: 'keyed' });
  await call(client, 'browser_snapshot', { session: 'keyed' });
  const own = gatewright.record().filter((record) => record['session'] === 'keyed');
  expect(new Set(own.map((record) => record['principal']))).toEqual(new Set(['local']));
  const names = new Set(own.map((record) => record['client']));
  expect([...names]).toEqual([expect.stringMatching(/^claude-code#\d+$/u)]);
  expect(own.map((record) => record['event'] ?? record['tool'])).toEqual(
    expect.arrayContaining(['browser_navigate', 'browser_snapshot', 'session.opened']),
  );
  const [name = ''] = [...names].map(String);
  const found = gatewright.command(['audit', 'query', '--client', name, '--json']).stdout.trim().split('\n');
  expect(found.length).toBe(3);
  const replay = gatewright.command(['audit', 'replay', 'keyed', '--principal', 'local', '--client', name]).stdout;
  expect(replay).toMatch(/browser_navigate[^]*browser_snapshot/u);
  expect(replay).toContain('session.opened');
  await client.close();
});
