import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startMockDns } from '../contracts/network/mock-dns.js';
import { startMockUpstream } from '../contracts/network/mock-upstream.js';
import { TEST_AUTHORITY, TEST_CERTIFICATE, TEST_KEY } from '../fixtures/certificates.js';
import { bodyOf } from '../fixtures/fetched.js';
import { start } from '../fixtures/gatewright.js';
import type { Running, StartOptions } from '../fixtures/gatewright.js';
import { answerFirst } from '../fixtures/person.js';
import { startSite } from '../fixtures/site.js';
import type { Handler, Site } from '../fixtures/site.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

let site: Site;
const show: Handler = (request, response) => {
  const { method, headers } = request;
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ method, headers }));
};
beforeAll(async () => {
  site = await startSite({
    '/show': show,
    '/see-other': (_, response) => response.writeHead(303, { location: '/show' }).end(),
    '/found': (_, response) => response.writeHead(302, { location: '/show' }).end(),
    '/again': (_, response) => response.writeHead(307, { location: '/show' }).end(),
    '/latin': (_, response) =>
      response.writeHead(200, { 'content-type': 'text/plain; charset=latin1' }).end(Buffer.from('grün', 'latin1')),
    '/zipped': (_, response) =>
      response.writeHead(404, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(gzipSync('packed')),
    '/many-headers': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/plain', 'x-one': '1', 'x-two': '2', 'set-cookie': 's3cret=1' })
        .end('one two three'),
    '/empty': (_, response) => response.writeHead(204).end(),
    '/echo-secret': (_, response) =>
      response.writeHead(200, { etag: '"hunter2hunter2"', 'content-type': 'text/plain' }).end('it is hunter2hunter2'),
    '/page': '<p>a page</p>',
  });
});
afterAll(() => site.close());

/** A server of its own with this configuration. */
async function withConfig(config: object, options: StartOptions = {}): Promise<Running> {
  const workspace = mkdtempSync(join(tmpdir(), 'gw-fetch-'));
  writeFileSync(join(workspace, 'gatewright.yaml'), JSON.stringify(config), { mode: 0o600 });
  const gatewright = await start({ workspace, ...options });
  closers.push(
    () => {
      rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
    },
    () => gatewright.close(),
  );
  return gatewright;
}

const fetching = (network: object = {}): object => ({
  capabilities: ['fetch', 'human'],
  network: { unsafeAllowPrivate: [site.host], ...network },
});

const names = async (client: Client): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name);

describe('web_fetch', () => {
  it('is off until the operator switches it on, and says so at boot then', async () => {
    const off = await withConfig({});
    expect(await names(off.client)).not.toContain('web_fetch');
    const refused = await off.call('web_fetch', { surprise: 1 });
    expect(refused.code).toBe('policy.capability-off');
    expect(refused.text).toContain('fetch');
    const on = await withConfig(fetching());
    expect(await names(on.client)).toContain('web_fetch');
    expect(on.stderr()).toContain('capability fetch is on');
  });

  it('gets what a browser would, and tells it marked with its origin', async () => {
    const gatewright = await withConfig(fetching());
    const reply = await gatewright.call('web_fetch', { url: site.url('/latin') });
    expect(reply.meta).toMatchObject({
      status: 200,
      truncated: false,
      headers: { 'content-type': { untrusted: 'text/plain; charset=latin1', origin: site.origin } },
    });
    expect(reply.text).toMatch(
      /^answered 200; \d header\(s\) left out\n<<page \d{6} http:\/\/127\.0\.0\.1:\d+ untrusted>>\n[^]*grün/u,
    );
    // Once, whatever a host passes on.
    expect(JSON.stringify(reply).split('grün')).toHaveLength(2);
    const zipped = await gatewright.call('web_fetch', { url: site.url('/zipped') });
    expect([zipped.meta?.['status'], bodyOf(zipped)]).toEqual([404, 'packed']);
    const empty = await gatewright.call('web_fetch', { url: site.url('/empty') });
    expect(empty.meta).toMatchObject({ status: 204, truncated: false });
    expect(bodyOf(empty)).toBe('');
  });

  it('says how many headers it leaves out, and ends where it is told to', async () => {
    const gatewright = await withConfig(fetching());
    const reply = await gatewright.call('web_fetch', { url: site.url('/many-headers') });
    // Two of its own, the cookie, connection and keep-alive.
    expect(reply.meta).toMatchObject({ omittedHeaders: 5 });
    expect(reply.text).toMatch(/^answered 200; 5 header\(s\) left out\n/u);
    expect(reply.text).not.toContain('s3cret');
    const short = await gatewright.call('web_fetch', { url: site.url('/many-headers'), max_bytes: 4 });
    expect([bodyOf(short), short.meta?.['truncated']]).toEqual(['one ', true]);
    expect(short.text).toContain('there is more');
    expect((await gatewright.call('web_fetch', { url: site.url(), max_bytes: 2_000_000 })).code).toBe(
      'call.bad-arguments',
    );
  });

  it('posts, and goes on after a redirect as a browser does', async () => {
    const gatewright = await withConfig(fetching());
    const post = async (path: string): Promise<{ method: string; headers: Record<string, string> }> => {
      site.seen.length = 0;
      const headers = { 'Content-Type': 'application/json' };
      const reply = await gatewright.call('web_fetch', {
        url: site.url(path),
        method: 'POST',
        headers,
        body: '{"ü":1}',
      });
      return JSON.parse(bodyOf(reply)) as { method: string; headers: Record<string, string> };
    };
    expect(await post('/show')).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '8', host: site.host },
    });
    expect(site.seen[0]?.body).toBe('{"ü":1}');
    for (const path of ['/see-other', '/found']) {
      const { method, headers } = await post(path);
      expect(method).toBe('GET');
      expect(headers).not.toHaveProperty('content-type');
      expect(headers).not.toHaveProperty('content-length');
    }
    expect(await post('/again')).toMatchObject({ method: 'POST' });
    expect(site.seen.map(({ body }) => body)).toEqual(['{"ü":1}', '{"ü":1}']);
  });

  it('is on the record with its address, its outcome and no key', async () => {
    const gatewright = await withConfig(fetching());
    await gatewright.call('web_fetch', {
      url: site.url('/show?q=1'),
      headers: { 'X-Key': 'key-value', Accept: 'a/b' },
    });
    const text = JSON.stringify(gatewright.record());
    expect(text).toContain('"X-Key":"***"');
    expect(text).toContain('"Accept":"a/b"');
    expect(text).not.toContain('key-value');
    const closing = gatewright.record().find(({ kind }) => kind === 'outcome');
    expect(closing).toMatchObject({ outcome: 'ok', origin: site.origin, url: site.url('/show') });
  });

  it('has nothing to do with the page of the session', async () => {
    const gatewright = await withConfig({ ...fetching(), capabilities: ['fetch', 'navigation'] });
    await gatewright.call('browser_navigate', { url: site.url('/page'), snapshot: 'none' });
    expect((await gatewright.call('web_fetch', { url: site.url('/latin') })).isError).toBe(false);
    expect((await gatewright.call('browser_tabs', { action: 'list' })).text).toContain('/page');
  });

  it('opens what is not on the list when a person says yes, and not more', async () => {
    const dns = await startMockDns();
    closers.push(() => {
      dns.close();
    });
    dns.set('ask.example', ['127.0.0.1']);
    const gatewright = await withConfig(
      fetching({ allow: [], resolver: [dns.server], unsafeAllowPrivate: [`ask.example:${site.port}`] }),
    );
    const answer = gatewright.call('web_fetch', { url: `http://ask.example:${site.port}/latin` });
    await answerFirst(gatewright);
    expect((await answer).meta).toMatchObject({ status: 200 });
  });

  it('never shows a secret, wherever the server puts it', async () => {
    const gatewright = await withConfig({
      ...fetching(),
      capabilities: ['fetch', 'navigation', 'human'],
    });
    await gatewright.call('browser_navigate', { url: site.url('/page'), snapshot: 'none' });
    const asked = gatewright.call('await_human', { kind: 'input', prompt: 'the password', secret: 'PASSWORD' });
    await answerFirst(gatewright, 'hunter2hunter2');
    await asked;
    const reply = await gatewright.call('web_fetch', { url: site.url('/echo-secret') });
    expect(reply.text).toContain('it is <PASSWORD>');
    expect(JSON.stringify(reply)).not.toContain('hunter2hunter2');
  });

  it('a team has its own domains, for redirects too', async () => {
    const dns = await startMockDns();
    closers.push(() => {
      dns.close();
    });
    dns.set('ours.example', ['127.0.0.1']);
    dns.set('theirs.example', ['127.0.0.1']);
    const hop = await startSite({
      '/away': (_, response) => response.writeHead(302, { location: `http://theirs.example:${site.port}/latin` }).end(),
    });
    closers.push(() => hop.close());
    const team = { tools: ['web_fetch'], browser: { allowed_domains: ['ours.example'] } };
    const opened = [`ours.example:${site.port}`, `theirs.example:${site.port}`, `ours.example:${hop.port}`];
    const network = { unsafeAllowPrivate: opened, resolver: [dns.server] };
    const gatewright = await withConfig({ ...fetching(network), teams: { web: team } }, { transport: 'http' });
    const added = gatewright.command(['token', 'add', 'web', '--json']);
    const { path } = JSON.parse(added.stdout) as { path: string };
    const token = readFileSync(path, 'utf8').trim();
    const client = new Client({ name: 'team', version: '1.0.0' });
    const authProvider = { token: () => Promise.resolve(token) };
    await client.connect(new StreamableHTTPClientTransport(new URL(gatewright.url), { authProvider }));
    closers.push(() => client.close());
    expect(await names(client)).toEqual(['web_fetch']);
    const codeOf = async (url: string): Promise<string> => {
      const { content } = await client.callTool({ name: 'web_fetch', arguments: { url } });
      const [first] = content as { text?: string }[];
      return /^(?:answered )?([\w.-]+)/u.exec(first?.text ?? '')?.[1] ?? '';
    };
    site.seen.length = 0;
    expect(await codeOf(`http://ours.example:${site.port}/latin`)).toBe('200');
    expect(await codeOf(`http://theirs.example:${site.port}/latin`)).toBe('policy.origin-not-allowed');
    expect(await codeOf(`http://ours.example:${hop.port}/away`)).toBe('policy.origin-not-allowed');
    expect(site.seen).toHaveLength(1);
    expect((await gatewright.call('web_fetch', { url: `http://theirs.example:${site.port}/latin` })).isError).toBe(
      false,
    );
  });
});

describe('https', () => {
  async function secureSite() {
    const server = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (_, response) => response.end('over tls'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const folder = mkdtempSync(join(tmpdir(), 'gw-ca-'));
    const caFile = join(folder, 'ca.pem');
    writeFileSync(caFile, TEST_AUTHORITY);
    const dns = await startMockDns();
    closers.push(() => {
      server.close();
      server.closeAllConnections();
      dns.close();
      rmSync(folder, { recursive: true, force: true });
    });
    return { port: (server.address() as AddressInfo).port, caFile, dns };
  }

  it('is checked: who signed it, and for which name', async () => {
    const { port, caFile, dns } = await secureSite();
    for (const name of ['secure.example', 'wrong.example']) dns.set(name, ['127.0.0.1']);
    const opened = ['127.0.0.1', 'secure.example', 'wrong.example'].map((host) => `${host}:${port}`);
    const config = fetching({ unsafeAllowPrivate: opened, resolver: [dns.server] });
    const trusting = await withConfig(config, { env: { NODE_EXTRA_CA_CERTS: caFile } });
    expect((await trusting.call('web_fetch', { url: `https://secure.example:${port}/` })).text).toContain('over tls');
    expect((await trusting.call('web_fetch', { url: `https://127.0.0.1:${port}/` })).text).toContain('over tls');
    const wrong = await trusting.call('web_fetch', { url: `https://wrong.example:${port}/` });
    expect(wrong.code).toBe('network.unreachable');
    expect(wrong.text).toContain('certificate');
    const strict = await withConfig(config);
    const refused = await strict.call('web_fetch', { url: `https://secure.example:${port}/` });
    expect(refused.code).toBe('network.unreachable');
    expect(refused.text).toContain('certificate');
  });

  it('goes through a company’s proxy that opens it, with its certificate', async () => {
    const { port, caFile, dns } = await secureSite();
    const upstream = await startMockUpstream(() => port);
    closers.push(() => upstream.close());
    const upstreamProxy = { url: upstream.url, caFile };
    const gatewright = await withConfig(fetching({ upstreamProxy, resolver: [dns.server] }));
    expect((await gatewright.call('web_fetch', { url: 'https://secure.example/' })).text).toContain('over tls');
    expect(upstream.asked).toMatchObject([{ method: 'CONNECT', target: 'secure.example:443' }]);
    await expect.poll(() => upstream.tunnels()).toBe(0);
    dns.set('other.example', ['10.0.0.1']);
    expect((await gatewright.call('web_fetch', { url: 'https://other.example/' })).code).toBe('policy.private-address');
    expect(upstream.asked).toHaveLength(1);
    expect(gatewright.stderr()).toMatch(/upstreamProxy 127\.0\.0\.1:\d+/u);
    const { stdout } = gatewright.command(['config']);
    expect(stdout).toContain('***@127.0.0.1');
    expect(`${stdout}${gatewright.stderr()}${JSON.stringify(gatewright.record())}`).not.toMatch(/p%3Aw|us%40er/u);
  });

  it('a certificate file that is not there stops the start', async () => {
    const upstreamProxy = { url: 'http://127.0.0.1:9', caFile: 'nowhere.pem' };
    await expect(withConfig(fetching({ upstreamProxy }))).rejects.toThrow(/network\.upstreamProxy\.caFile/u);
  });
});
