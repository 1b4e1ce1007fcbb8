import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { bytesBelow, writeSecret } from '../fixtures/vault-places.js';

const VALUE = 'lease-9981-quartz';
const TOKEN = 'hvs.token-4471-basalt';

promised('vault-fails-closed', () => {
  let site: Site;
  let gatewright: Running;
  let workspace: string;
  let answer: (response: ServerResponse) => void;
  const server = createServer((_, response) => {
    answer(response);
  });
  beforeAll(async () => {
    site = await startSite({ '/': html('<p>Welcome</p>') });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    workspace = mkdtempSync(join(tmpdir(), 'gw-test-'));
    const tokenFile = writeSecret(workspace, 'vault-token', `${TOKEN}\n`);
    const vault = { backend: 'hashicorp', address: `http://127.0.0.1:${port}`, tokenFile, timeoutMs: 1000 };
    writeFileSync(join(workspace, 'gatewright.yaml'), JSON.stringify({ version: 1, vault }));
    gatewright = await start({ workspace, args: ['--allow-private', site.host] });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
    server.closeAllConnections();
    server.close();
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  });
  const json = (response: ServerResponse, status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const record = (data: unknown) => ({ data: { data, metadata: { version: 1 } } });

  it.each<[string, string, (response: ServerResponse) => void]>([
    ['hangs', 'vault.unavailable', () => undefined],
    ['breaks off', 'vault.unavailable', (response) => response.socket?.destroy()],
    ['is broken', 'vault.unavailable', (response) => response.writeHead(500).end(VALUE)],
    ['denies', 'vault.denied', (response) => response.writeHead(403).end(JSON.stringify({ errors: [VALUE] }))],
    ['answers with rubbish', 'vault.bad-record', (response) => response.writeHead(200).end(`<html>${VALUE}`)],
    [
      'has a record that is none',
      'vault.bad-record',
      (response) => {
        json(response, 200, record({ domain: site.host, origins: [site.origin], password: { deep: VALUE } }));
      },
    ],
  ])('one that %s: nothing is opened, and the code says so', async (_, code, how) => {
    answer = how;
    const reply = await gatewright.call('browser_navigate', { url: site.url() });
    expect(reply.code).toBe(code);
    const opened = await gatewright.call('browser_tabs', { action: 'new', url: site.url() });
    expect(opened.code).toBe(code);
    expect(site.seen).toEqual([]);
    const left = [reply, opened].map(({ text, meta }) => JSON.stringify([text, meta])).join();
    const kept = bytesBelow(join(workspace, 'audit')).toString() + gatewright.stderr();
    for (const value of [VALUE, TOKEN]) expect(left + kept).not.toContain(value);
  });

  it('and one without an identity for the site is no obstacle', async () => {
    answer = (response) => {
      json(response, 404, { errors: [] });
    };
    const reply = await gatewright.call('browser_navigate', { url: site.url() });
    expect(reply.isError, reply.text).toBe(false);
    expect(site.seen.map(({ path }) => path)).toEqual(['/']);
  });
});
