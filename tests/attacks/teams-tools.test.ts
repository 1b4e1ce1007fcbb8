import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { capabilityNames } from '../../src/core/index.js';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { addToken, connectTeam } from '../fixtures/team-client.js';
import type { TeamClient } from '../fixtures/team-client.js';

/** What red has; nothing that blue is told may hold it. */
const MARK = 'crimson-7731';
const SECRET = 'zz-Scarlet-4411-long';

promised('sessions-apart', () => {
  let site: Site;
  let gatewright: Running;
  let workspace: string;
  let red: TeamClient;
  let blue: TeamClient;
  const told: string[] = [];
  const ask = async (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => {
    const reply = await blue.call(tool, args);
    told.push(JSON.stringify([tool, reply.text, reply.meta]));
    return reply;
  };
  const done = async (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => {
    const reply = await red.call(tool, args);
    expect(reply.isError, `${tool}: ${reply.text}`).toBe(false);
    return reply;
  };

  beforeAll(async () => {
    site = await startSite({
      '/': html('<h1>Shop</h1><canvas id="c" width="20" height="20"></canvas><a href="/file">File</a>'),
      '/says': (asked, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(html(`<p>says ${asked.url ?? ''}</p>`)),
    });
    workspace = mkdtempSync(join(tmpdir(), 'gw-teams-'));
    mkdirSync(join(workspace, 'files'), { mode: 0o700 });
    const team = { browser: { allowed_domains: [site.origin] } };
    gatewright = await start({
      transport: 'http',
      workspace,
      config: {
        capabilities: capabilityNames().filter((name) => !['byob-attach', 'captcha', 'credentials'].includes(name)),
        network: { unsafeAllowPrivate: [site.host] },
        approval: { from: 'never' },
        teams: { red: team, blue: team },
      },
    });
    red = await connectTeam(gatewright, addToken(gatewright, 'red'), { name: 'agent' });
    blue = await connectTeam(gatewright, addToken(gatewright, 'blue'), { name: 'agent' });
  }, 60_000);

  afterAll(async () => {
    await red.close();
    await blue.close();
    await gatewright.close();
    await site.close();
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  });

  it('what one team keeps for later the other neither loads, reads, finds nor can tell', async () => {
    await done('browser_navigate', { url: site.url('/'), session: 'work' });
    await done('storage_set', { kind: 'local', key: 'who', value: MARK, session: 'work' });
    await done('storage_state_save', { name: 'kept', session: 'work' });
    await done('diagnostics_note', { insight: MARK, session: 'work' });
    expect((await done('diagnostics_search', { text: 'crimson', session: 'work' })).text).toContain(MARK);
    await done('recording_start', { kinds: ['har', 'trace'], name: MARK, session: 'work' });
    await done('browser_navigate', { url: site.url(`/says?${MARK}`), session: 'work' });
    await done('recording_stop', { session: 'work' });

    await ask('browser_navigate', { url: site.url('/'), session: 'work' });
    const none = await ask('storage_state_load', { name: 'never-saved', session: 'work' });
    const kept = await ask('storage_state_load', { name: 'kept', session: 'work' });
    expect(kept.isError).toBe(true);
    expect(kept.text.replaceAll('kept', 'never-saved')).toBe(none.text);
    await ask('storage_get', { kind: 'local', key: 'who', session: 'work' });
    await ask('storage_list', { kind: 'local', session: 'work' });
    await ask('diagnostics_search', { text: 'crimson', session: 'work' });
    await ask('diagnostics_report', { format: 'full', session: 'work' });
    await ask('recording_stop', { session: 'work' });
    for (const path of readdirSync(workspace, { recursive: true })
      .map(String)
      .filter((one) => /\.(?:har|zip|trace)/u.test(one)))
      expect((await ask('browser_upload', { selector: 'body', paths: [path], session: 'work' })).isError).toBe(true);
  }, 120_000);

  it('a name that both give to what they keep is two things', async () => {
    await ask('browser_navigate', { url: site.url('/'), session: 'mine' });
    await ask('storage_set', { kind: 'local', key: 'who', value: 'blue', session: 'mine' });
    expect((await ask('storage_state_save', { name: 'kept', session: 'mine' })).isError).toBe(false);
    await done('browser_navigate', { url: site.url('/'), session: 'again' });
    await done('storage_state_load', { name: 'kept', session: 'again' });
    expect((await done('storage_get', { kind: 'local', key: 'who', session: 'again' })).text).toContain(MARK);
  }, 60_000);

  it('a secret that one team registers is no secret to another: nobody finds out by being masked', async () => {
    await done('browser_navigate', { url: site.url('/'), session: 'work' });
    await done('register_secret', { name: 'EXTRA', value: SECRET, scope: [site.origin], session: 'work' });
    const own = await red.call('browser_navigate', { url: site.url(`/says?${SECRET}`), session: 'work' });
    expect(own.text).not.toContain(SECRET);
    const url = site.url(`/says?${SECRET}`);
    // In a session of its own: what blue itself was at is told to it again.
    const guess = await blue.call('browser_navigate', { url, session: 'guess', snapshot: 'full' });
    expect(guess.text).toContain(`says /says?${SECRET}`);
    expect(guess.text).not.toContain('EXTRA');
    expect((await ask('browser_navigate', { url: site.url('/'), session: 'work' })).isError).toBe(false);
    expect(
      (
        await blue.call('register_secret', {
          name: 'EXTRA',
          value: 'another-Value-99',
          scope: [site.origin],
          session: 'work',
        })
      ).isError,
    ).toBe(false);
  }, 60_000);

  it('pictures and requests of one team have no names for the other', async () => {
    await done('browser_navigate', { url: site.url('/'), session: 'work' });
    const picture =
      /img-\w+/u.exec((await done('canvas_capture', { selector: '#c', session: 'work' })).text)?.[0] ?? '';
    const request = /\bn\d+\b/u.exec((await done('browser_network_read', { session: 'work' })).text)?.[0] ?? '';
    expect([picture, request]).not.toContain('');
    await ask('browser_navigate', { url: site.url('/'), session: 'other' });
    expect((await ask('canvas_diff', { before: picture, after: picture, session: 'other' })).isError).toBe(true);
    expect((await ask('network_body', { request: 'n999', session: 'other' })).isError).toBe(true);
  }, 60_000);

  it("the connection of one team is not the other's with another token", async () => {
    const asRed = await opened(red.token);
    expect(asRed.id).not.toBe('');
    for (const method of ['POST', 'GET', 'DELETE'] as const) {
      const own = await send(blue.token, method, asRed.id);
      const unknown = await send(blue.token, method, '0'.repeat(asRed.id.length));
      expect(own.status).toBeGreaterThanOrEqual(400);
      expect([own.status, own.text]).toEqual([unknown.status, unknown.text]);
    }
    expect((await send(red.token, 'POST', asRed.id)).status).toBe(200);
  });

  it('the server itself is no site: neither its own port nor what is behind it', async () => {
    for (const path of ['/mcp', '/readyz', '/healthz', '/']) {
      const url = new URL(path, gatewright.url).href;
      for (const tool of ['web_fetch', 'browser_navigate'])
        expect((await ask(tool, { url, ...(tool === 'web_fetch' ? {} : { session: 'other' }) })).isError).toBe(true);
    }
  }, 60_000);

  it('and nothing of all that was told to the other', () => {
    expect(told.length).toBeGreaterThan(15);
    expect(told.filter((text) => /crimson|scarlet/iu.test(text))).toEqual([]);
    expect(told.filter((text) => /\bred\b/u.test(text))).toEqual([]);
  });

  const INITIALIZE = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'agent', version: '1' } },
  };

  async function opened(token: string): Promise<{ readonly id: string }> {
    return { id: (await post(token, 'POST', {}, INITIALIZE)).id };
  }

  function send(token: string, method: string, session: string): ReturnType<typeof post> {
    return post(token, method, { 'mcp-session-id': session }, { jsonrpc: '2.0', id: 2, method: 'tools/list' });
  }

  function post(
    token: string,
    method: string,
    more: Record<string, string>,
    body: object,
  ): Promise<{ readonly status: number; readonly text: string; readonly id: string }> {
    const headers = {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25', ...more },
    };
    return new Promise((resolve, reject) => {
      const sent = request(gatewright.url, { method, headers, agent: false }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text, id: String(response.headers['mcp-session-id'] ?? '') });
        });
      });
      sent.on('error', reject);
      sent.end(method === 'POST' ? JSON.stringify(body) : undefined);
    });
  }
});
