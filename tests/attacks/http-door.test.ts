import { request } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';

const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'nonsense', arguments: {} },
});

promised('http-door', () => {
  let gatewright: Running;
  let port = 0;
  let good: OutgoingHttpHeaders = {};
  beforeAll(async () => {
    gatewright = await start({ transport: 'http' });
    port = Number(new URL(gatewright.url).port);
    const token = readFileSync(join(gatewright.workspace, 'token'), 'utf8').trim();
    good = {
      host: `127.0.0.1:${port}`,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
  });
  afterAll(() => gatewright.close());

  function send(
    headers: OutgoingHttpHeaders,
    path = '/mcp',
    body = CALL,
  ): Promise<{ status: number; headers: IncomingHttpHeaders }> {
    return new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers, setHost: false }, (response) => {
        response.resume();
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
  const calls = (): number =>
    gatewright.record().filter(({ kind, tool }) => kind === 'intent' && tool === 'nonsense').length;

  it.each<[string, () => OutgoingHttpHeaders, number]>([
    ['no token', () => ({ ...good, authorization: undefined }), 401],
    ['a wrong token', () => ({ ...good, authorization: `Bearer ${'x'.repeat(43)}` }), 401],
    ['an empty token', () => ({ ...good, authorization: 'Bearer ' }), 401],
    ['another scheme', () => ({ ...good, authorization: String(good.authorization).replace('Bearer', 'Basic') }), 401],
    ['a foreign origin', () => ({ ...good, origin: 'https://evil.example' }), 403],
    ['an opaque origin', () => ({ ...good, origin: 'null' }), 403],
    ['our origin on another port', () => ({ ...good, origin: `http://127.0.0.1:${port + 1}` }), 403],
    ['a rebound name', () => ({ ...good, host: `evil.example:${port}` }), 403],
    ['our name without its port', () => ({ ...good, host: '127.0.0.1' }), 403],
    ['plain text', () => ({ ...good, 'content-type': 'text/plain' }), 415],
    ['a form', () => ({ ...good, 'content-type': 'application/x-www-form-urlencoded' }), 415],
  ])('%s', async (_, headers, status) => {
    const before = calls();
    const clean = Object.fromEntries(Object.entries(headers()).filter(([, value]) => value !== undefined));
    const answer = await send(clean);
    expect(answer.status).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(calls()).toBe(before);
  });

  it('a token in the query is no token', async () => {
    const { authorization, ...rest } = good;
    const answer = await send(rest, `/mcp?token=${String(authorization).slice(7)}`);
    expect(answer.status).toBe(401);
  });

  it('a body over the limit is refused', async () => {
    expect((await send(good, '/mcp', 'x'.repeat(1_200_000))).status).toBe(413);
  });

  it('a revoked token is refused by the server that runs', async () => {
    expect(gatewright.command(['token', 'rotate', 'local']).status).toBe(0);
    expect((await send(good)).status).toBe(401);
  });

  it('it does not leave loopback unasked', () => {
    const { status, stderr } = runCommand(gatewright.workspace, ['serve', '--http', '0.0.0.0:0']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/config\.invalid/u);
  });
});
