import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startMockDns } from '../contracts/network/mock-dns.js';
import type { MockDns } from '../contracts/network/mock-dns.js';
import { bodyOf } from '../fixtures/fetched.js';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { MIB, hostileAnswers } from '../fixtures/hostile-answers.js';
import { promised } from '../fixtures/promised.js';
import { startSite } from '../fixtures/site.js';
import type { Handler, Site } from '../fixtures/site.js';

const to =
  (location: string, status = 302): Handler =>
  (_, response) =>
    response.writeHead(status, { location }).end('moved');

promised('fetch-judged', () => {
  let dns: MockDns;
  let site: Site;
  let other: Site;
  let closed: Site;
  let gatewright: Running;
  let workspace: string;
  let headersSeen: Record<string, unknown>[] = [];

  beforeAll(async () => {
    dns = await startMockDns();
    dns.set('pinned.example', ['127.0.0.1'], ['127.0.0.2']);
    dns.set('denied.example', ['127.0.0.1']);
    closed = await startSite({ '/': 'inside' });
    const echo: Handler = (request, response) => {
      headersSeen.push(request.headers);
      response.writeHead(200, { 'content-type': 'text/plain' }).end('reached');
    };
    other = await startSite({ '/echo': echo });
    site = await startSite({
      '/': (request, response) => {
        headersSeen.push(request.headers);
        response.writeHead(200, { 'content-type': 'text/plain', 'set-cookie': 'sid=cookie-value' }).end('hello');
      },
      ...Object.fromEntries(
        [301, 302, 303, 307, 308].map((status) => [`/closed-${status}`, to(closed.url('/'), status)] as const),
      ),
      '/to-closed': to(closed.url('/?leak=secret-query')),
      '/to-localhost': to(`http://localhost:${closed.port}/`),
      '/to-decimal': to(`http://2130706433:${closed.port}/`),
      '/to-metadata': to('http://169.254.169.254/latest/meta-data/'),
      '/to-user': to('http://user:pw@127.0.0.1:9/'),
      '/to-file': to('file:///etc/passwd'),
      '/to-data': to('data:text/plain,hello'),
      '/to-javascript': to('javascript:alert(1)'),
      '/to-nothing': to('http://'),
      '/to-other': (_, response) => response.writeHead(307, { location: other.url('/echo') }).end(),
      '/to-rebound': (_, response) => {
        // The answer is kept for a second; the next one is another address.
        setTimeout(() => response.writeHead(302, { location: '/rebound' }).end(), 1300);
      },
      '/rebound': 'rebound',
      '/to-name': (_, response) => response.writeHead(302, { location: `http://rebind.example:${site.port}/` }).end(),
      '/to-denied': to(`http://denied.example:${other.port}/echo`),
      '/loop': to('/loop'),
      ...Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`/step-${i + 1}`, to(`/step-${i}`)] as const)),
      '/step-0': 'the end',
      ...hostileAnswers(),
    });
    workspace = mkdtempSync(join(tmpdir(), 'gw-fetch-'));
    const config = {
      capabilities: ['fetch'],
      confirmRequired: ['navigate_off_allowlist'],
      network: {
        block: ['blocked.example'],
        allow: ['127.0.0.1', '*.example', 'other.example'],
        resolver: [dns.server],
        unsafeAllowPrivate: [site.host, other.host, `pinned.example:${site.port}`, `denied.example:${other.port}`],
      },
      rules: [{ when: { origin: `http://denied.example:${other.port}` }, then: 'deny' }],
      approval: { channels: [] },
    };
    writeFileSync(join(workspace, 'gatewright.yaml'), JSON.stringify(config), { mode: 0o600 });
    gatewright = await start({ workspace });
  });
  afterAll(async () => {
    await gatewright.close();
    await Promise.all([site.close(), other.close(), closed.close()]);
    dns.close();
    rmSync(workspace, { recursive: true, force: true });
  });
  beforeEach(() => {
    headersSeen = [];
    site.seen.length = 0;
    other.seen.length = 0;
  });
  const fetch = (url: string, more: Record<string, unknown> = {}) => gatewright.call('web_fetch', { url, ...more });

  it('what is allowed is fetched, without cookies', async () => {
    const reply = await fetch(site.url());
    expect(reply.meta).toMatchObject({ status: 200, truncated: false });
    expect(bodyOf(reply)).toBe('hello');
    expect(JSON.stringify(reply)).not.toContain('cookie-value');
  });

  it.each(['/closed-301', '/closed-302', '/closed-303', '/closed-307', '/closed-308', '/to-closed', '/to-localhost'])(
    '%s: a redirect into a closed place',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const reply = await fetch(site.url(path), { method });
        expect(reply.code).toBe('policy.private-address');
        expect(reply.text).not.toContain('secret-query');
      }
      expect(closed.connections()).toBe(0);
    },
  );

  it.each([
    ['/to-decimal', 'policy.private-address'],
    ['/to-metadata', 'policy.private-address'],
    ['/to-file', 'policy.scheme-not-allowed'],
    ['/to-data', 'policy.scheme-not-allowed'],
    ['/to-javascript', 'policy.scheme-not-allowed'],
    ['/to-nothing', 'policy.bad-url'],
    ['/to-user', 'policy.bad-url'],
  ])('%s: %s', async (path, code) => {
    expect((await fetch(site.url(path))).code).toBe(code);
    expect(closed.connections()).toBe(0);
  });

  it.each([
    ['file:///etc/passwd', 'policy.scheme-not-allowed'],
    ['about:blank', 'policy.scheme-not-allowed'],
    ['http://127.0.0.1:1\\@example.com/', 'policy.bad-url'],
    ['http://[::ffff:127.0.0.1]:80/', 'policy.private-address'],
    ['http://blocked.example/', 'policy.origin-blocked'],
    // Nobody can be asked, so what is not on the list stays shut.
    ['http://elsewhere.com/', 'approval.nobody'],
  ])('%s: %s', async (url, code) => {
    expect((await fetch(url)).code).toBe(code);
  });

  it('a redirect is judged by the lists, by the operator’s rules and by nobody’s yes', async () => {
    const hop = await startSite({
      '/off': to('http://elsewhere.com/'),
      '/blocked': to('http://blocked.example/'),
    });
    const second = await start({
      args: [
        '--capabilities',
        'fetch',
        '--allow',
        hop.origin,
        '--allow-private',
        hop.host,
        '--block',
        'blocked.example',
      ],
    });
    try {
      expect((await second.call('web_fetch', { url: hop.url('/off') })).code).toBe('policy.origin-not-allowed');
      expect((await second.call('web_fetch', { url: hop.url('/blocked') })).code).toBe('policy.origin-blocked');
      const refused = second.record().filter(({ event }) => event === 'network.refused');
      expect(JSON.stringify(refused)).toContain('http://elsewhere.com');
      expect(dns.asked('blocked.example')).toBe(0);
    } finally {
      await second.close();
      await hop.close();
    }
    for (const url of [`http://denied.example:${other.port}/echo`, site.url('/to-denied')]) {
      expect((await fetch(url)).code).toBe('policy.denied');
    }
    expect(other.seen).toEqual([]);
  });

  it('ten redirects are followed, the eleventh is not', async () => {
    expect(bodyOf(await fetch(site.url('/step-10')))).toBe('the end');
    site.seen.length = 0;
    expect((await fetch(site.url('/step-11'))).code).toBe('network.too-many-redirects');
    expect(site.seen).toHaveLength(11);
    expect((await fetch(site.url('/loop'))).code).toBe('network.too-many-redirects');
  });

  it('a name that the operator opened stays at the address that it had at the start', async () => {
    const reply = await fetch(`http://pinned.example:${site.port}/to-rebound`);
    expect([reply.meta?.['status'], bodyOf(reply)]).toEqual([200, 'rebound']);
    expect((await fetch(`http://pinned.example:${other.port}/echo`)).code).toBe('policy.private-address');
    expect(other.seen).toEqual([]);
  });

  it('an address that the operator opened is not open to a name that resolves to it', async () => {
    dns.set('rebind.example', ['127.0.0.1']);
    for (const url of [`http://rebind.example:${site.port}/`, site.url('/to-name')]) {
      expect((await fetch(url)).code).toBe('policy.private-address');
    }
    expect(site.seen.map(({ path }) => path)).toEqual(['/to-name']);
  });

  it('one private address among several closes the name', async () => {
    dns.set('mixed.example', ['127.0.0.1', '10.0.0.1']);
    expect((await fetch(`http://mixed.example:${site.port}/`)).code).toBe('policy.private-address');
    expect(site.seen).toEqual([]);
  });

  it('a key stays with the origin that it was given for', async () => {
    const headers = { Authorization: 'Bearer key-1', 'X-Api-Key': 'key-2', Accept: 'text/plain' };
    await fetch(site.url('/to-other'), { headers });
    expect(headersSeen[0]).toMatchObject({ accept: 'text/plain' });
    expect(JSON.stringify(headersSeen)).not.toMatch(/key-/u);
    await fetch(site.url('/'), { headers });
    expect(headersSeen[1]).toMatchObject({ authorization: 'Bearer key-1', 'x-api-key': 'key-2' });
    expect(JSON.stringify(gatewright.record())).not.toMatch(/key-[12]/u);
  });

  it.each([
    [{ Host: 'evil.example' }],
    [{ Cookie: 'sid=1' }],
    [{ 'Content-Length': '0' }],
    [{ 'Transfer-Encoding': 'chunked' }],
    [{ 'Proxy-Authorization': 'Basic x' }],
    [{ 'X-Http-Method-Override': 'DELETE' }],
    [{ Accept: 'x\r\nHost: evil.example' }],
    [{ 'Accept\r\nHost': 'evil.example' }],
  ])('a header that is not the agent’s to set: %j', async (headers) => {
    expect((await fetch(site.url(), { headers })).code).toBe('call.bad-arguments');
    expect(site.seen).toEqual([]);
  });

  it.each(['/large', '/endless', '/bomb-gzip', '/bomb-br'])('%s ends at 1 MiB', async (path) => {
    const began = performance.now();
    const reply = await fetch(site.url(path));
    expect(reply.meta).toMatchObject({ status: 200, truncated: true });
    const body = bodyOf(reply);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MIB);
    expect(Buffer.byteLength(body)).toBeGreaterThan(MIB - 4);
    expect(body).not.toContain('\uFFFD');
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it.each(['/bomb-nested', '/not-gzip', '/image'])('%s gives no body', async (path) => {
    const reply = await fetch(site.url(path));
    expect(reply.meta).toMatchObject({ status: 200, truncated: true });
    expect(bodyOf(reply)).toBe('');
  });

  it.each(['/reset', '/headers-flood', '/two-lengths', '/switch'])('%s is a coded failure', async (path) => {
    const reply = await fetch(site.url(path));
    expect(reply.code).toBe('network.unreachable');
    // The same to a POST may have been acted on.
    expect((await fetch(site.url(path), { method: 'POST', body: 'x' })).code).toBe('network.outcome-unknown');
    expect((await fetch(site.url())).isError).toBe(false);
  });

  it('a server that says nothing, and one that never ends, end in time', async () => {
    const [silent, posted, slow] = await Promise.all([
      fetch(site.url('/silent')),
      fetch(site.url('/silent'), { method: 'POST' }),
      fetch(site.url('/slow')),
    ]);
    expect(silent.code).toBe('network.unreachable');
    expect(posted.code).toBe('network.outcome-unknown');
    expect(posted.meta).toMatchObject({ outcome: 'unknown', failure: { retry: 'no' } });
    expect(slow.meta).toMatchObject({ status: 200, truncated: true });
    expect(bodyOf(slow)).toMatch(/^tick tick /u);
  });

  it('text in a charset that lies hides nothing', async () => {
    const reply = await fetch(site.url('/wrong-charset'));
    expect(bodyOf(reply)).toBe('+ADw-script+AD4- hidden grün');
    expect(reply.text).toContain('4 invisible');
  });

  it('an answer cannot leave its fence, by its body or by a header', async () => {
    const { text } = await fetch(site.url('/fence'));
    const [first = '', opening = ''] = text.split('\n');
    expect(first).toBe('answered 200; 2 header(s) left out');
    const marker = /^<<page (\d{6}) http:\/\/127\.0\.0\.1:\d+ untrusted>>$/u.exec(opening)?.[1] ?? 'none';
    expect(text.endsWith(`<<end ${marker}>>`)).toBe(true);
    expect(text.split(`<<end ${marker}>>`)).toHaveLength(2);
  });

  it('nobody takes every connection', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => fetch(site.url('/to-rebound'))));
    expect(replies.filter(({ code }) => code === 'call.busy')).toHaveLength(4);
  });

  it('our own listeners are never fetched', async () => {
    const http = await start({
      transport: 'http',
      args: ['--http', '127.0.0.1:17718', '--capabilities', 'fetch', '--allow-private', '127.0.0.1:17718'],
    });
    try {
      const reply = await http.call('web_fetch', { url: 'http://127.0.0.1:17718/healthz' });
      expect(reply.code).toBe('policy.private-address');
    } finally {
      await http.close();
    }
  });
});
