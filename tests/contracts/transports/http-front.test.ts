import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveHttp } from '../../../src/transports/http.js';
import { startHttp, type HttpEnd } from './ends.js';
import { FixtureGateway } from './fixture-gateway.js';
import { ask, CALL, INITIALIZE, legacy, type RawAsk } from './raw-http.js';

let end: HttpEnd;
let port: number;
beforeEach(async () => {
  end = await startHttp({
    routes: (app) => {
      app.get('/broken', () => {
        throw new Error('internals');
      });
      app.get('/page', (c) => c.html('<p>', 200, { 'Content-Security-Policy': "default-src 'self'" }));
    },
  });
  port = end.server.address.port;
});
afterEach(async () => {
  await end.server.close();
});

const refused: readonly (readonly [string, number, RawAsk])[] = [
  ['a rebound name', 403, { headers: { host: 'evil.example' } }],
  ['a rebound name with our port', 403, { headers: { host: 'evil.example:PORT' } }],
  ['our address without the port', 403, { headers: { host: '127.0.0.1' } }],
  ['our address with another port', 403, { headers: { host: '127.0.0.1:1' } }],
  ['our address as a prefix', 400, { headers: { host: '127.0.0.1:PORT.evil.example' } }],
  ['a foreign origin', 403, { headers: { origin: 'https://evil.example' } }],
  ['an opaque origin', 403, { headers: { origin: 'null' } }],
  ['an empty origin', 403, { headers: { origin: '' } }],
  ['our origin with another port', 403, { headers: { origin: 'http://127.0.0.1:1' } }],
  ['our origin over https', 403, { headers: { origin: 'https://127.0.0.1:PORT' } }],
  ['a preflight from elsewhere', 403, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } }],
  ['no token', 401, { headers: { authorization: undefined } }],
  ['an empty token', 401, { headers: { authorization: 'Bearer ' } }],
  ['a wrong token', 401, { headers: { authorization: 'Bearer token-of-anna' } }],
  ['another scheme', 401, { headers: { authorization: 'Basic token-of-ann' } }],
  ['two tokens', 401, { headers: { authorization: 'Bearer token-of-ann, Bearer x' } }],
  ['a token in the query', 401, { headers: { authorization: undefined }, path: '/mcp?access_token=token-of-ann' }],
  ['no token on GET', 401, { method: 'GET', headers: { authorization: undefined } }],
  ['a form', 415, { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['text', 415, { headers: { 'content-type': 'text/plain' } }],
  ['no content type', 415, { headers: { 'content-type': undefined } }],
  ['a body over 1 MB', 413, { body: CALL.replace('{}', `{"text":"${'x'.repeat(1024 * 1024)}"}`) }],
  [
    'a body over 1 MB of unknown length',
    413,
    { headers: { 'transfer-encoding': 'chunked' }, body: 'x'.repeat(1_100_000) },
  ],
  ['no JSON', 400, { body: '{"jsonrpc":' }],
  ['a batch', 400, { body: `[${CALL}]` }],
  ['a batch of 2025-11-25', 400, { headers: legacy(), body: `[${INITIALIZE}]` }],
  ['null', 400, { body: 'null' }],
  ['another method', 405, { method: 'PUT' }],
  ['GET without a session', 405, { method: 'GET' }],
  ['DELETE without a session', 405, { method: 'DELETE' }],
  ['a preflight of our own', 405, { method: 'OPTIONS' }],
  ['another path', 404, { path: '/mcp/' }],
];

describe('what stands in front of the gateway', () => {
  it('lets the right request through', async () => {
    for (const headers of [{}, { host: `localhost:${port}` }, { origin: `http://127.0.0.1:${port}` }]) {
      const { status, body } = await ask(port, { headers });
      expect([status, JSON.parse(body)]).toMatchObject([200, { id: 7, result: { isError: false } }]);
    }
    expect(end.gateway.calls).toHaveLength(3);
  });

  it.each(refused)('refuses %s with %i', async (_, status, spoilt) => {
    const headers = Object.fromEntries(
      Object.entries(spoilt.headers ?? {}).map(([name, value]) => [name, value?.replace('PORT', String(port))]),
    );
    const answer = await ask(port, { ...spoilt, headers });
    expect(answer.status).toBe(status);
    expect(end.gateway.calls).toEqual([]);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['cache-control']).toContain('no-store');
  });

  it('says how to authenticate, and codes what an agent can mend', async () => {
    const stranger = await ask(port, { headers: { authorization: undefined } });
    expect(stranger.headers['www-authenticate']).toBe('Bearer realm="gatewright"');
    const large = await ask(port, { body: 'x'.repeat(1_100_000) });
    expect(JSON.parse(large.body)).toMatchObject({ error: { data: { code: 'call.too-large' } } });
    const garbled = await ask(port, { body: '{' });
    expect(JSON.parse(garbled.body)).toMatchObject({
      id: null,
      error: { code: -32700, data: { code: 'call.malformed' } },
    });
  });

  it('slows one principal down and not another', async () => {
    await end.server.close();
    end = await startHttp({ limits: { perSecond: 1, burst: 3 } });
    port = end.server.address.port;
    const statuses = [];
    for (let i = 0; i < 5; i += 1) statuses.push(await ask(port));
    expect(statuses.map((answer) => answer.status)).toEqual([200, 200, 200, 429, 429]);
    expect(statuses[4]?.headers['retry-after']).toBe('1');
    expect(JSON.parse(statuses[4]?.body ?? '')).toMatchObject({ error: { data: { code: 'call.busy' } } });
    expect(end.gateway.calls).toHaveLength(3);
    expect((await ask(port, { headers: { authorization: 'Bearer token-of-bob' } })).status).toBe(200);
  });

  it('limits what is under way, and lets go of it when a client hangs up', async () => {
    await end.server.close();
    end = await startHttp({ limits: { concurrent: 2 } });
    port = end.server.address.port;
    const client = await end.connect('2026-07-28');
    const waiting = ['a', 'b'].map((text) =>
      client.callTool({ name: 'wait', arguments: { text } }).catch(() => undefined),
    );
    await expect.poll(() => end.gateway.calls.length).toBe(2);
    expect((await ask(port)).status).toBe(429);
    await client.close();
    await Promise.all(waiting);
    await expect.poll(async () => (await ask(port)).status).toBe(200);
  });
});

describe('the other paths', () => {
  it('say only ok, and only under our own name', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const bare = { authorization: undefined };
      expect(await ask(port, { method: 'GET', path, headers: bare })).toMatchObject({ status: 200, body: 'ok' });
      expect((await ask(port, { method: 'GET', path, headers: { ...bare, host: 'evil.example' } })).status).toBe(403);
    }
    const unready = await startHttp({ isReady: () => false });
    const answer = await ask(unready.server.address.port, { method: 'GET', path: '/readyz' });
    await unready.server.close();
    expect(answer).toMatchObject({ status: 503, body: 'not ok' });
  });

  it('of the app have the same front, keep their own policy and tell nothing of a fault', async () => {
    const page = await ask(port, { method: 'GET', path: '/page' });
    expect(page.headers).toMatchObject({ 'content-security-policy': "default-src 'self'", 'x-frame-options': 'DENY' });
    expect((await ask(port, { method: 'GET', path: '/page', headers: { host: 'evil.example' } })).status).toBe(403);
    const broken = await ask(port, { method: 'GET', path: '/broken' });
    expect([broken.status, broken.body]).toEqual([500, 'Internal Server Error']);
    expect(broken.headers['x-content-type-options']).toBe('nosniff');
    expect(end.log.join()).not.toContain('internals');
  });
});

describe('binding', () => {
  const deps = { gateway: new FixtureGateway(), port: 0, version: '0', authenticate: undefined, log: () => undefined };

  it.each(['0.0.0.0', '::', '192.0.2.1', 'example.com'])('refuses %s without a token', async (host) => {
    await expect(serveHttp({ ...deps, host })).rejects.toMatchObject({ code: 'config.invalid' });
  });

  it('lets nobody in on loopback without a token', async () => {
    const server = await serveHttp({ ...deps, host: '127.0.0.1' });
    const answer = await ask(server.address.port);
    await server.close();
    expect(answer.status).toBe(401);
  });

  it('says which port is taken', async () => {
    await expect(serveHttp({ ...deps, host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'config.invalid' });
  });
});
