import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { Failure } from '../../../src/core/index.js';
import type { FetchPermission, FetchRequest } from '../../../src/core/index.js';
import { createFetch } from '../../../src/network/index.js';
import { networkOptions } from '../../../src/network/options.js';
import { compilePolicy, judgeEgress, judgeVisit } from '../../../src/policy/index.js';
import { originOptions } from '../../../src/policy/options.js';
import { TEST_AUTHORITY, TEST_CERTIFICATE, TEST_KEY } from '../../fixtures/certificates.js';
import { startMockUpstream } from './mock-upstream.js';
import { SCOPE, openNetwork, openSite } from './open-network.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const GET: FetchRequest = { method: 'GET', headers: {} };

async function setUp(network: Parameters<typeof openNetwork>[0] = {}, timeoutMs = 1000) {
  const app = await openNetwork(network);
  closers.push(() => app.close());
  const { unsafeAllowPrivate = [], upstreamProxy, ...lists } = network;
  const options = networkOptions.parse({ unsafeAllowPrivate, upstreamProxy, resolver: [app.dns.server] });
  const policy = compilePolicy({ network: originOptions.parse(lists), rules: [], confirmRequired: [] });
  const fetch = createFetch(options, {
    egress: app.egress,
    judge: (_, url, addresses) => judgeEgress(policy, undefined, url, addresses),
    note: (event) => app.notes.push(event),
    log: (line) => app.logs.push(line),
    userAgent: 'test',
    timeoutMs,
  });
  closers.push(() => {
    fetch.close();
  });
  const leave: FetchPermission = { scope: SCOPE, judgeRedirect: (url) => judgeVisit(policy, undefined, url) };
  return {
    app,
    fetch,
    leave,
    get: (url: string, signal = new AbortController().signal) => fetch.fetch(url, GET, leave, signal),
  };
}

/** A TLS site on loopback that counts what is open, and the file that makes it trusted. */
async function openTlsSite() {
  const server = createTlsServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (_, response) => response.end('over tls'));
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'gw-ca-'));
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, TEST_AUTHORITY);
  closers.push(() => {
    server.close();
    for (const socket of open) socket.destroy();
    rmSync(folder, { recursive: true, force: true });
  });
  return { port: (server.address() as AddressInfo).port, caFile, open: () => open.size };
}

describe('a fetch leaves no connection behind', () => {
  test.each([
    ['whole', '/'],
    ['cut', '/endless'],
    ['redirected', '/away'],
    ['late', '/silent'],
  ])('%s', async (_, path) => {
    let open = 0;
    const site = await openSite((request, response) => {
      if (request.url === '/silent') return;
      if (request.url === '/away') response.writeHead(302, { location: '/' }).end('x'.repeat(100_000));
      else if (request.url === '/') response.end('hello');
      else {
        const pour = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', pour);
        pour();
      }
    });
    site.server.on('connection', (socket: Socket) => {
      open += 1;
      socket.on('close', () => (open -= 1));
    });
    closers.push(() => site.close());
    const { get } = await setUp({ unsafeAllowPrivate: [`127.0.0.1:${site.port}`] });
    await get(`http://127.0.0.1:${site.port}${path}`).catch(() => undefined);
    await expect.poll(() => open).toBe(0);
  });

  test('over TLS through a company’s proxy', async () => {
    const site = await openTlsSite();
    const upstream = await startMockUpstream(() => site.port);
    closers.push(() => upstream.close());
    const { get } = await setUp({ upstreamProxy: { url: upstream.url, caFile: site.caFile } });
    expect(await get('https://secure.example/')).toMatchObject({ status: 200, text: 'over tls' });
    await expect.poll(() => upstream.tunnels()).toBe(0);
    await expect.poll(() => site.open()).toBe(0);
  });
});

describe('a fetch ends', () => {
  test('when the handshake does not', async () => {
    const mute = createServer((socket) => socket.on('error', () => undefined));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    closers.push(() => mute.close());
    const { port } = mute.address() as AddressInfo;
    const { get } = await setUp({ unsafeAllowPrivate: [`127.0.0.1:${port}`] }, 300);
    await expect(get(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: 'network.unreachable' });
  });

  test('when its call does, with the call’s reason', async () => {
    const site = await openSite(() => undefined);
    closers.push(() => site.close());
    const { get } = await setUp({ unsafeAllowPrivate: [`127.0.0.1:${site.port}`] }, 5000);
    const call = new AbortController();
    const fetching = get(`http://127.0.0.1:${site.port}/`, call.signal);
    setTimeout(() => {
      call.abort(new Failure('call.deadline'));
    }, 100);
    await expect(fetching).rejects.toMatchObject({ code: 'call.deadline' });
  });

  test('when the app does', async () => {
    const site = await openSite(() => undefined);
    closers.push(() => site.close());
    const { get, fetch } = await setUp({ unsafeAllowPrivate: [`127.0.0.1:${site.port}`] }, 5000);
    const fetching = get(`http://127.0.0.1:${site.port}/`);
    setTimeout(() => {
      fetch.close();
    }, 100);
    await expect(fetching).rejects.toMatchObject({ code: 'network.unreachable' });
  });

  test('a compressed stream that goes on and says nothing', async () => {
    // Empty stored blocks: valid for ever, and worth no byte.
    const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
    const nothing = Buffer.from(Array.from({ length: 10_000 }, () => [0, 0, 0, 0xff, 0xff]).flat());
    const site = await openSite((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' });
      response.write(head);
      const pour = (): void => {
        while (!response.destroyed && response.write(nothing));
      };
      response.on('drain', pour);
      pour();
    });
    closers.push(() => site.close());
    const { get } = await setUp({ unsafeAllowPrivate: [`127.0.0.1:${site.port}`] }, 10_000);
    const began = performance.now();
    expect(await get(`http://127.0.0.1:${site.port}/`)).toMatchObject({ text: '', cut: 'size' });
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

test('what came of a POST is unknown when its redirect cannot be read', async () => {
  const gone = await openSite();
  await gone.close();
  const site = await openSite((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(303, { location: `http://127.0.0.1:${gone.port}/` }).end();
    });
  });
  closers.push(() => site.close());
  const { fetch, leave, get } = await setUp({
    unsafeAllowPrivate: [`127.0.0.1:${site.port}`, `127.0.0.1:${gone.port}`],
  });
  const url = `http://127.0.0.1:${site.port}/`;
  const post: FetchRequest = { method: 'POST', headers: {}, body: 'pay' };
  await expect(get(url)).rejects.toMatchObject({ code: 'network.unreachable' });
  await expect(fetch.fetch(url, post, leave, new AbortController().signal)).rejects.toMatchObject({
    code: 'network.outcome-unknown',
  });
  expect(site.requests).toHaveLength(2);
  // Nothing was sent, so it may be tried again.
  const nowhere = `http://127.0.0.1:${gone.port}/`;
  await expect(fetch.fetch(nowhere, post, leave, new AbortController().signal)).rejects.toMatchObject({
    code: 'network.unreachable',
  });
});

test('while the lists are learned, where a redirect leads is noted', async () => {
  const site = await openSite((request, response) => {
    if (request.url === '/') response.end('hello');
    else response.writeHead(302, { location: `http://localhost:${site.port}/` }).end();
  });
  closers.push(() => site.close());
  const { get, app } = await setUp({
    ...{ allow: ['127.0.0.1'], observe: true },
    unsafeAllowPrivate: [`127.0.0.1:${site.port}`, `localhost:${site.port}`],
  });
  expect(await get(`http://127.0.0.1:${site.port}/away`)).toMatchObject({ text: 'hello', redirects: 1 });
  expect(app.notes).toMatchObject([
    { event: 'network.would-refuse', facts: { origin: `http://localhost:${site.port}`, visit: true } },
  ]);
});
