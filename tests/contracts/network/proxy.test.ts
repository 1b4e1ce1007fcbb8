import { createHash } from 'node:crypto';
import { Agent, request as startRequest } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { SCOPE, openNetwork, openSite, openTrap } from './open-network.js';
import type { App } from './open-network.js';
import { connectVia, credentials, fetchVia } from './proxy-client.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function setUp(answer?: Parameters<typeof openSite>[0], network: Parameters<typeof openNetwork>[0] = {}) {
  const site = await openSite(answer);
  const open = [`127.0.0.1:${site.port}`, ...(network.unsafeAllowPrivate ?? [])];
  const app = await openNetwork({ ...network, unsafeAllowPrivate: open });
  closers.push(
    () => site.close(),
    () => app.close(),
  );
  const access = await app.egress.admit(SCOPE);
  return { site, app, access, at: (path = '/') => `http://127.0.0.1:${site.port}${path}` };
}

describe('plain requests', () => {
  test('go through with their body, query and end-to-end headers, and nothing of ours', async () => {
    let body = '';
    const { site, access, at } = await setUp((request, response) => {
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        response.writeHead(201, { 'X-Answer': 'yes', 'Set-Cookie': ['a=1', 'b=2'], 'Keep-Alive': 'timeout=5' });
        response.end('made');
      });
    });
    const headers = {
      'x-mine': '1',
      connection: 'x-hop',
      'x-hop': 'gone',
      te: 'trailers',
      'proxy-connection': 'keep-alive',
    };
    const reply = await fetchVia(access, at('/a%20b?q=%2F'), { method: 'POST', body: 'payload', headers });
    expect(reply).toMatchObject({
      status: 201,
      body: 'made',
      headers: { 'x-answer': 'yes', 'set-cookie': ['a=1', 'b=2'] },
    });
    expect(body).toBe('payload');
    const [seen] = site.requests;
    expect(seen).toMatchObject({ url: '/a%20b?q=%2F', method: 'POST' });
    expect(seen?.headers).toMatchObject({ 'x-mine': '1', host: `127.0.0.1:${site.port}`, 'content-length': '7' });
    for (const name of ['x-hop', 'te', 'proxy-connection', 'proxy-authorization'])
      expect(seen?.headers).not.toHaveProperty(name);
  });

  test('a chunked DELETE keeps its framing, so that nothing is smuggled behind it', async () => {
    const { site, access, at } = await setUp((request, response) => {
      request.resume().on('end', () => response.end(request.headers['transfer-encoding'] ?? 'none'));
    });
    const hidden = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';
    const headers = { 'transfer-encoding': 'chunked' };
    expect((await fetchVia(access, at(), { method: 'DELETE', body: hidden, headers })).body).toBe('chunked');
    await fetchVia(access, at('/next'));
    expect(site.requests.map(({ url }) => url)).toEqual(['/', '/next']);
  });

  test('connections upstream are kept, and every request of a kept connection is judged', async () => {
    const { site, access, at } = await setUp();
    const trap = await openTrap();
    closers.push(() => {
      trap.close();
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { hostname, port } = new URL(access.server);
    const ask = (path: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = { host: 'x', 'proxy-authorization': credentials(access) };
        startRequest({ host: hostname, port, path, agent, headers }, (response) => {
          response.resume().on('end', () => {
            resolve(response.statusCode ?? 0);
          });
        })
          .on('error', reject)
          .end();
      });
    const refused = `http://127.0.0.1:${trap.port}/`;
    const statuses = [await ask(at('/1')), await ask(refused), await ask(at('/2')), await ask('http://localhost/')];
    agent.destroy();
    expect(statuses).toEqual([200, 403, 200, 403]);
    expect(trap.hits()).toBe(0);
    expect(site.connections()).toBe(1);
  });

  test('an answer of 407 from a site is not passed on: the browser would answer it', async () => {
    const { access, at } = await setUp((_, response) => {
      response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="gatewright"' });
      response.end();
    });
    const reply = await fetchVia(access, at());
    expect(reply.status).toBe(502);
    expect(reply.headers).not.toHaveProperty('proxy-authenticate');
  });

  test.each([
    [
      'a site that closes',
      (_: unknown, response: { destroy(): void }) => {
        response.destroy();
      },
    ],
  ])('%s is a 502, and the proxy goes on', async (_, answer) => {
    const { access, at } = await setUp(answer);
    expect((await fetchVia(access, at())).status).toBe(502);
    expect((await fetchVia(access, at())).status).toBe(502);
  });

  test('a port where nobody listens is a 502', async () => {
    const { access, app, site, at } = await setUp();
    await site.close();
    expect((await fetchVia(access, at())).status).toBe(502);
    expect(app.egress.counts(SCOPE).refused).toBe(0);
  });

  test('a response that breaks off is cut, not completed', async () => {
    const { access, at } = await setUp((_, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half');
      setTimeout(() => response.destroy(), 50);
    });
    await expect(fetchVia(access, at())).rejects.toThrow();
  });
});

describe('names', () => {
  async function named(rounds: Parameters<App['dns']['set']>[1][]) {
    const all = await setUp();
    all.app.dns.set('site.example', ...rounds);
    return { ...all, url: `http://site.example:${all.site.port}/` };
  }

  test('an address beside the opened one closes the name', async () => {
    const { access, app, site, url } = await named([['127.0.0.1', '127.0.0.2']]);
    expect((await fetchVia(access, url)).status).toBe(403);
    expect(site.connections()).toBe(0);
    expect(app.egress.counts(SCOPE)).toMatchObject({
      total: 1,
      refused: 1,
      refusals: [{ rule: 'private-address', count: 1 }],
    });
  });

  test.each(['NXDOMAIN', 'SERVFAIL', 'TIMEOUT'] as const)('%s reaches nothing', async (failure) => {
    const { access, site, url } = await named([failure]);
    expect((await fetchVia(access, url)).status).toBe(502);
    expect(site.connections()).toBe(0);
  });

  test('a refused name is never looked up', async () => {
    const { access, app } = await setUp(undefined, { allow: ['ok.example'], block: ['bad.example'] });
    for (const host of ['bad.example', 'other.example', 'router.local', 'intranet']) {
      expect((await fetchVia(access, `http://${host}/`)).status).toBe(403);
      expect((await connectVia(access, `${host}:443`)).status).toBe(403);
      expect(app.dns.asked(host)).toBe(0);
    }
    expect(app.egress.counts(SCOPE)).toMatchObject({ total: 8, refused: 8 });
    expect(app.notes.map(({ event }) => event)).toContain('network.refused');
  });

  test('an opened localhost is reached in either family', async () => {
    const site = await openSite(undefined, '::1');
    const app = await openNetwork({ unsafeAllowPrivate: [`localhost:${site.port}`] });
    closers.push(
      () => site.close(),
      () => app.close(),
    );
    const access = await app.egress.admit(SCOPE);
    expect((await fetchVia(access, `http://localhost:${site.port}/`)).status).toBe(200);
  });

  test('an opened name keeps the address it had at start', async () => {
    const [site, other] = await Promise.all([openSite(), openSite()]);
    const app = await openNetwork({ unsafeAllowPrivate: [`localhost:${site.port}`] });
    closers.push(
      () => site.close(),
      () => other.close(),
      () => app.close(),
    );
    const access = await app.egress.admit(SCOPE);
    expect((await fetchVia(access, `http://localhost:${site.port}/`)).status).toBe(200);
    // The same server by its address; another name of this machine and another port are not opened by it.
    expect((await fetchVia(access, `http://127.0.0.1:${site.port}/`)).status).toBe(200);
    expect((await fetchVia(access, `http://a.localhost:${site.port}/`)).status).toBe(403);
    expect((await fetchVia(access, `http://127.0.0.1:${other.port}/`)).status).toBe(403);
    expect([site.requests.length, other.requests.length]).toEqual([2, 0]);
  });
});

describe('tunnels', () => {
  /** Says back what it hears. */
  async function openEcho() {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.pipe(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    return (server.address() as AddressInfo).port;
  }

  test('carry bytes both ways, and end together', async () => {
    const port = await openEcho();
    const { access } = await setUp(undefined, { unsafeAllowPrivate: [`127.0.0.1:${port}`] });
    const { status, socket } = await connectVia(access, `127.0.0.1:${port}`);
    expect(status).toBe(200);
    const sent = Buffer.alloc(3_000_000, 'abcdefghij');
    const received = createHash('sha256');
    const ended = new Promise((resolve) =>
      socket.on('data', (chunk: Buffer) => received.update(chunk)).on('end', resolve),
    );
    socket.end(sent);
    await ended;
    expect(received.digest('hex')).toBe(createHash('sha256').update(sent).digest('hex'));
  });

  test('are judged by host and port, whatever scheme is inside', async () => {
    const port = await openEcho();
    const opened = { unsafeAllowPrivate: [`127.0.0.1:${port}`] };
    const lists = [
      [{ allow: [`http://127.0.0.1:${port}`] }, 200],
      [{ allow: [`https://127.0.0.1:${port}`] }, 200],
      [{ allow: [`127.0.0.1:${port + 1}`] }, 403],
      [{ block: [`http://127.0.0.1:${port}`] }, 403],
      [{ allow: [], load: ['127.0.0.1'] }, 200],
      [{ allow: [] }, 403],
    ] as const;
    for (const [network, expected] of lists) {
      const app = await openNetwork({ ...opened, ...(JSON.parse(JSON.stringify(network)) as object) });
      closers.push(() => app.close());
      const { status, socket } = await connectVia(await app.egress.admit(SCOPE), `127.0.0.1:${port}`);
      socket.destroy();
      expect(status, JSON.stringify(network)).toBe(expected);
    }
  });

  test('end when the session does', async () => {
    const port = await openEcho();
    const { access, app } = await setUp(undefined, { unsafeAllowPrivate: [`127.0.0.1:${port}`] });
    const { socket } = await connectVia(access, `127.0.0.1:${port}`);
    const closed = new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve));
    app.egress.dismiss(SCOPE);
    await closed;
    expect((await connectVia(access, `127.0.0.1:${port}`)).status).toBe(407);
  });
});

test('learning lets the lists pass and writes down what they would have refused', async () => {
  const { access, at, app } = await setUp(undefined, { allow: [], observe: true });
  expect((await fetchVia(access, at('/1'))).status).toBe(200);
  expect((await fetchVia(access, at('/2'))).status).toBe(200);
  expect((await fetchVia(access, 'http://10.0.0.1/')).status).toBe(403);
  expect(app.notes.filter(({ event }) => event === 'network.would-refuse')).toHaveLength(1);
});
