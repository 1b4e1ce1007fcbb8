import { createHash } from 'node:crypto';
import { request as startRequest } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { SCOPE, openNetwork, openSite } from './open-network.js';
import { credentials } from './proxy-client.js';
import type { Access } from './proxy-client.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';

async function openSocketSite() {
  const site = await openSite((_, response) => {
    response.writeHead(403, { 'X-Why': 'no' });
    response.end('not here');
  });
  site.server.on('upgrade', (request, socket) => {
    if (request.url === '/refuse') {
      socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 4\r\n\r\nnope');
      return;
    }
    const accept = createHash('sha1').update(`${KEY}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\nfirst`,
    );
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  closers.push(() => site.close());
  return site;
}

function handshake(access: Access, url: string, protocol = 'websocket') {
  const { hostname, port } = new URL(access.server);
  return new Promise<{ status: number; head: string; socket?: Socket; headers: object }>((resolve, reject) => {
    const headers = {
      ...{ host: 'other.example', connection: 'Upgrade', upgrade: protocol, 'sec-websocket-key': KEY },
      ...{ 'sec-websocket-version': '13', 'proxy-authorization': credentials(access) },
    };
    const request = startRequest({ host: hostname, port, path: url, headers, agent: false });
    request.on('error', reject);
    request.on('upgrade', (response, socket, head) => {
      resolve({ status: 101, head: head.toString(), socket, headers: response.headers });
    });
    request.on('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, head: '', headers: response.headers });
    });
    request.end();
  });
}

describe('WebSockets through plain http', () => {
  test('are switched and then carried; the site sees the judged host', async () => {
    const site = await openSocketSite();
    const app = await openNetwork({ unsafeAllowPrivate: [`127.0.0.1:${site.port}`] });
    closers.push(() => app.close());
    let seen: string | undefined;
    site.server.prependListener('upgrade', (request) => (seen = JSON.stringify(request.headers)));
    for (const scheme of ['http', 'ws']) {
      const { status, socket, head } = await handshake(
        await app.egress.admit(SCOPE),
        `${scheme}://127.0.0.1:${site.port}/`,
      );
      expect(status).toBe(101);
      let text = head;
      socket?.on('data', (chunk: Buffer) => (text += chunk.toString()));
      // A frame with an empty key says what it says.
      socket?.write(Buffer.from([0x81, 0x85, 0, 0, 0, 0, ...Buffer.from(' echo')]));
      await expect.poll(() => text.startsWith('first') && text.endsWith(' echo')).toBe(true);
      socket?.destroy();
    }
    expect(seen).toContain(`127.0.0.1:${site.port}`);
    expect(seen).not.toContain('proxy-authorization');
    expect(seen).not.toContain('other.example');
  });

  test('a refusal by policy or by the site comes back as one', async () => {
    const site = await openSocketSite();
    const app = await openNetwork({ unsafeAllowPrivate: [`127.0.0.1:${site.port}`], block: ['blocked.example'] });
    closers.push(() => app.close());
    const access = await app.egress.admit(SCOPE);
    expect((await handshake(access, 'ws://127.0.0.1:1/')).status).toBe(403);
    expect((await handshake(access, 'ws://blocked.example/')).status).toBe(403);
    expect((await handshake(access, `ws://127.0.0.1:${site.port}/refuse`)).status).toBe(401);
  });

  test('no other protocol is switched to', async () => {
    const site = await openSocketSite();
    const app = await openNetwork({ unsafeAllowPrivate: [`127.0.0.1:${site.port}`] });
    closers.push(() => app.close());
    const access = await app.egress.admit(SCOPE);
    expect((await handshake(access, `http://127.0.0.1:${site.port}/`, 'h2c')).status).toBe(400);
    expect((await handshake(access, `http://127.0.0.1:${site.port}/`, 'TLS/1.0')).status).toBe(400);
    expect(site.connections()).toBe(0);
  });
});
