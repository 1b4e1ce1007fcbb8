import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startMockDns } from '../contracts/network/mock-dns.js';
import type { MockDns } from '../contracts/network/mock-dns.js';
import { startMockUpstream } from '../contracts/network/mock-upstream.js';
import { TEST_AUTHORITY, TEST_CERTIFICATE, TEST_KEY } from '../fixtures/certificates.js';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { html } from '../fixtures/site.js';
import { hasBubblewrap } from '../fixtures/needs.js';

const PAGE = html(`<h1>Under construction</h1><p id="worker"></p><p id="socket"></p><script>
  new Worker(URL.createObjectURL(new Blob(["fetch('https://" + location.host + "/data').then((r) => r.text()).then(postMessage)"])))
    .onmessage = ({ data }) => { worker.textContent = data; };
  new WebSocket('wss://' + location.host + '/socket').onopen = () => { socket.textContent = 'socket open'; };
</script>`);

let broken: Server;
let other: Server;
let dns: MockDns;
let workspace: string | undefined;
let gatewright: Running | undefined;
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Signed by an authority that no browser knows. */
async function startBroken(): Promise<Server> {
  const server = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(request.url === '/data' ? 'worker data' : PAGE);
  });
  server.on('upgrade', (request, socket) => {
    const key = `${request.headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

beforeAll(async () => {
  broken = await startBroken();
  other = await startBroken();
  dns = await startMockDns();
});

afterAll(() => {
  for (const server of [broken, other]) {
    server.closeAllConnections();
    server.close();
  }
  dns.close();
});

afterEach(async () => {
  await gatewright?.close();
  if (workspace !== undefined) rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
});

async function startWith(config: object, files: Readonly<Record<string, string>> = {}): Promise<Running> {
  workspace = mkdtempSync(join(tmpdir(), 'gw-cert-'));
  for (const [name, text] of Object.entries({ ...files, 'gatewright.yaml': JSON.stringify(config) }))
    writeFileSync(join(workspace, name), text, { mode: 0o600 });
  return (gatewright = await start({ workspace }));
}

const shown = async (running: Running, url: string): Promise<string> => {
  await running.call('browser_navigate', { url, wait_for: 'networkidle' });
  return (await running.call('browser_read')).text;
};

describe('a development site with a certificate of its own', () => {
  it('is shown with all that it loads where the operator says so, and no other is', async () => {
    const hosts = [broken, other].map((server) => `127.0.0.1:${portOf(server)}`);
    const [listed = ''] = hosts;
    const running = await startWith({
      browser: { ignoreHttpsErrors: [listed] },
      network: { unsafeAllowPrivate: hosts },
    });
    expect(running.stderr()).toContain(
      `warning: browser.ignoreHttpsErrors: the certificates of ${listed} are not checked`,
    );
    const text = await shown(running, `https://${listed}/`);
    for (const part of ['Under construction', 'worker data', 'socket open']) expect(text).toContain(part);
    expect(await shown(running, `https://${hosts[1] ?? ''}/`)).not.toContain('Under construction');
  });
});

describe('behind a company’s proxy that opens TLS', () => {
  it.runIf(hasBubblewrap())('the browser trusts its authority, for the names it vouches for', async () => {
    const upstream = await startMockUpstream(() => portOf(broken));
    const network = { resolver: [dns.server], upstreamProxy: { url: upstream.url, caFile: 'company.pem' } };
    const running = await startWith({ network }, { 'company.pem': TEST_AUTHORITY });
    expect(await shown(running, 'https://secure.example/')).toContain('Under construction');
    expect(await shown(running, 'https://unnamed.example/')).not.toContain('Under construction');
    await upstream.close();
  });

  it('does not without its certificates, and says when it cannot be given them', async () => {
    const upstream = await startMockUpstream(() => portOf(broken));
    const network = { resolver: [dns.server], upstreamProxy: { url: upstream.url, caFile: 'company.pem' } };
    const running = await startWith({ browser: { jail: 'off' }, network }, { 'company.pem': TEST_AUTHORITY });
    expect(await shown(running, 'https://secure.example/')).not.toContain('Under construction');
    expect(running.stderr()).toContain('warning: network.upstreamProxy.caFile: without a jail');
    await upstream.close();
  });
});
