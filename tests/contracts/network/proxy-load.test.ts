import { request as startRequest } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { SCOPE, openNetwork, openSite } from './open-network.js';
import { connectVia, credentials, fetchVia } from './proxy-client.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function setUp(answer?: Parameters<typeof openSite>[0]) {
  const site = await openSite(answer);
  const app = await openNetwork({ unsafeAllowPrivate: [`127.0.0.1:${site.port}`] });
  closers.push(
    () => site.close(),
    () => app.close(),
  );
  return { site, app, access: await app.egress.admit(SCOPE), url: `http://127.0.0.1:${site.port}/` };
}

test('200 requests and then 200 tunnels at once', async () => {
  const { site, app, access, url } = await setUp((_, response) => {
    setTimeout(() => response.end('hello'), 200);
  });
  const replies = await Promise.all(Array.from({ length: 200 }, () => fetchVia(access, url)));
  expect(replies.every(({ status, body }) => status === 200 && body === 'hello')).toBe(true);
  const tunnels = await Promise.all(Array.from({ length: 200 }, () => connectVia(access, `127.0.0.1:${site.port}`)));
  expect(tunnels.every(({ status }) => status === 200)).toBe(true);
  expect(app.egress.counts(SCOPE)).toMatchObject({ total: 400, refused: 0 });
  for (const { socket } of tunnels) socket.destroy();
});

test('a session cannot take every connection', async () => {
  const { site, access } = await setUp();
  const tunnels = await Promise.all(Array.from({ length: 300 }, () => connectVia(access, `127.0.0.1:${site.port}`)));
  const refused = tunnels.filter(({ status }) => status === 503);
  expect(refused).toHaveLength(300 - 256);
  for (const { socket } of tunnels) socket.destroy();
  await expect.poll(async () => (await fetchVia(access, `http://127.0.0.1:${site.port}/`)).status).toBe(200);
});

const MEGABYTE = Buffer.alloc(1_048_576, 'x');

test('200 MB stream through with flat memory, at the reader’s pace', async () => {
  let sent = 0;
  const { access, url } = await setUp((_, response) => {
    const write = () => {
      while (sent < 200) {
        sent += 1;
        if (!response.write(MEGABYTE)) {
          response.once('drain', write);
          return;
        }
      }
      response.end();
    };
    write();
  });
  const { hostname, port } = new URL(access.server);
  let received = 0;
  let peak = 0;
  const before = process.memoryUsage().rss;
  await new Promise<void>((resolve, reject) => {
    const headers = { host: 'x', 'proxy-authorization': credentials(access) };
    startRequest({ host: hostname, port, path: url, headers, agent: false }, (response) => {
      // A reader that stops: the site must stop too, and nothing may pile up between them.
      response.pause();
      setTimeout(() => {
        expect(sent).toBeLessThan(40);
        response.on('data', (chunk: Buffer) => {
          received += chunk.length;
          peak = Math.max(peak, process.memoryUsage.rss());
        });
        response.on('end', resolve);
        response.on('error', reject);
        response.resume();
      }, 500);
    })
      .on('error', reject)
      .end();
  });
  expect(received).toBe(200 * MEGABYTE.length);
  expect(peak - before).toBeLessThan(100 * MEGABYTE.length);
});

test('an upload of 50 MB is passed on as it comes', async () => {
  let received = 0;
  const { access, url } = await setUp((request, response) => {
    request.on('data', (chunk: Buffer) => (received += chunk.length));
    request.on('end', () => response.end('done'));
  });
  const { hostname, port } = new URL(access.server);
  const body = await new Promise<string>((resolve, reject) => {
    const headers = { host: 'x', 'proxy-authorization': credentials(access), 'transfer-encoding': 'chunked' };
    const request = startRequest(
      { host: hostname, port, path: url, method: 'POST', headers, agent: false },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          resolve(text);
        });
      },
    );
    request.on('error', reject);
    let left = 50;
    const write = () => {
      while (left > 0) {
        left -= 1;
        if (!request.write(MEGABYTE)) {
          request.once('drain', write);
          return;
        }
      }
      request.end();
    };
    write();
  });
  expect(body).toBe('done');
  expect(received).toBe(50 * MEGABYTE.length);
});
