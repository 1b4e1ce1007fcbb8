import { afterEach, describe, expect, test } from 'vitest';
import { startMockUpstream } from './mock-upstream.js';
import { SCOPE, openNetwork, openSite } from './open-network.js';
import { connectVia, fetchVia } from './proxy-client.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const CREDENTIALS = `Basic ${Buffer.from('us@er:p:w').toString('base64')}`;

async function setUp(network: Parameters<typeof openNetwork>[0] = {}) {
  const site = await openSite((request, response) => {
    response.end(`${request.headers.host ?? ''} ${String(request.headers['proxy-authorization'])}`);
  });
  const upstream = await startMockUpstream(() => site.port);
  const app = await openNetwork({ ...network, upstreamProxy: upstream.url });
  closers.push(
    () => site.close(),
    () => upstream.close(),
    () => app.close(),
  );
  return { site, upstream, app, access: await app.egress.admit(SCOPE) };
}

function say(socket: { write(text: string): void; on(event: 'data', listener: (chunk: Buffer) => void): unknown }) {
  return new Promise<string>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      resolve(chunk.toString());
    });
    socket.write('GET / HTTP/1.1\r\nHost: inside\r\nConnection: close\r\n\r\n');
  });
}

describe('behind a company’s proxy', () => {
  test('a plain request goes there whole, with its credentials and never ours', async () => {
    const { app, upstream, access } = await setUp();
    app.dns.set('site.example', ['93.184.216.34']);
    const reply = await fetchVia(access, 'http://site.example/a?b=1', { headers: { 'x-mine': '1' } });
    expect(reply.body).toContain('site.example');
    expect(upstream.asked).toEqual([{ method: 'GET', target: 'http://site.example/a?b=1', credentials: CREDENTIALS }]);
  });

  test('a tunnel is opened by name', async () => {
    const { app, upstream, access } = await setUp();
    app.dns.set('site.example', ['93.184.216.34']);
    const { status, socket } = await connectVia(access, 'site.example:443');
    expect(status).toBe(200);
    expect(await say(socket)).toContain('200 OK');
    socket.destroy();
    expect(upstream.asked).toEqual([{ method: 'CONNECT', target: 'site.example:443', credentials: CREDENTIALS }]);
  });

  test('names are still judged here, and a refused one is neither looked up nor passed on', async () => {
    const { app, upstream, access } = await setUp({ allow: ['site.example'] });
    expect((await fetchVia(access, 'http://other.example/')).status).toBe(403);
    expect((await connectVia(access, 'other.example:443')).status).toBe(403);
    expect(app.dns.asked('other.example')).toBe(0);
    expect(upstream.asked).toEqual([]);
  });

  test.each([['10.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['169.254.169.254']])(
    'a name that resolves here to %s is closed',
    async (...addresses) => {
      const { app, upstream, access } = await setUp();
      app.dns.set('inside.example', addresses);
      expect((await fetchVia(access, 'http://inside.example/')).status).toBe(403);
      expect((await connectVia(access, 'inside.example:443')).status).toBe(403);
      expect(upstream.asked).toEqual([]);
    },
  );

  test.each(['http://127.0.0.1:9/', 'http://localhost/', 'http://intranet/', 'http://[::1]/', 'http://a.internal/'])(
    '%s is closed',
    async (url) => {
      const { upstream, access } = await setUp();
      expect((await fetchVia(access, url)).status).toBe(403);
      expect(upstream.asked).toEqual([]);
    },
  );

  test.each(['NXDOMAIN', 'SERVFAIL', 'TIMEOUT'] as const)(
    'a public name that has no address here (%s) is passed on, and asked for here once',
    async (failure) => {
      const { app, upstream, access } = await setUp();
      app.dns.set('elsewhere.example', failure);
      expect((await fetchVia(access, 'http://elsewhere.example/')).status).toBe(200);
      const questions = app.dns.asked('elsewhere.example');
      expect((await fetchVia(access, 'http://elsewhere.example/')).status).toBe(200);
      expect(app.dns.asked('elsewhere.example')).toBe(questions);
      expect(upstream.asked).toHaveLength(2);
    },
  );

  test('what the operator opened by hand is dialled directly', async () => {
    const near = await openSite();
    closers.push(() => near.close());
    const { upstream, access } = await setUp({ unsafeAllowPrivate: [`127.0.0.1:${near.port}`] });
    expect((await fetchVia(access, `http://127.0.0.1:${near.port}/`)).body).toBe('hello');
    const { status, socket } = await connectVia(access, `127.0.0.1:${near.port}`);
    socket.destroy();
    expect(status).toBe(200);
    expect(upstream.asked).toEqual([]);
  });

  test.each([403, 407, 502])('its %i to a tunnel is ours to answer', async (status) => {
    const { app, upstream, access } = await setUp();
    app.dns.set('site.example', ['93.184.216.34']);
    upstream.refuse(status);
    expect((await connectVia(access, 'site.example:443')).status).toBe(502);
    expect(app.logs.join('\n')).toContain(String(status));
  });

  test('its question for credentials never reaches the browser, which would answer with ours', async () => {
    const { app, upstream, access } = await setUp();
    app.dns.set('site.example', ['93.184.216.34']);
    upstream.refuse(407);
    expect((await fetchVia(access, 'http://site.example/')).status).toBe(502);
  });

  test('when it is gone, nothing goes round it', async () => {
    const { app, site, upstream, access } = await setUp();
    app.dns.set('site.example', ['93.184.216.34']);
    await upstream.close();
    expect((await fetchVia(access, 'http://site.example/')).status).toBe(502);
    expect((await connectVia(access, 'site.example:443')).status).toBe(502);
    expect(site.connections()).toBe(0);
  });
});
