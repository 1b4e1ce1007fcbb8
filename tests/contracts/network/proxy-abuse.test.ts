import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SCOPE, openNetwork, openSite, openTrap } from './open-network.js';
import type { App } from './open-network.js';
import { connectVia, credentials, fetchVia, sendRaw } from './proxy-client.js';
import type { Access } from './proxy-client.js';

let app: App;
let access: Access;
let site: Awaited<ReturnType<typeof openSite>>;
let trap: Awaited<ReturnType<typeof openTrap>>;
let auth: string;

beforeAll(async () => {
  site = await openSite((request, response) => {
    const target = new URL(request.url ?? '/', 'http://x').searchParams.get('to');
    const status = new URL(request.url ?? '/', 'http://x').searchParams.get('status');
    request.resume().on('end', () => {
      if (target === null) response.end('hello');
      else response.writeHead(Number(status), { location: target }).end();
    });
  });
  trap = await openTrap();
  app = await openNetwork({ unsafeAllowPrivate: [`127.0.0.1:${site.port}`] });
  access = await app.egress.admit(SCOPE);
  auth = `Proxy-Authorization: ${credentials(access)}\r\n`;
});

afterAll(async () => {
  await app.close();
  await site.close();
  trap.close();
});

beforeEach(() => {
  site.requests.length = 0;
});

const url = (path = '/') => `http://127.0.0.1:${site.port}${path}`;

describe('somebody else on this machine', () => {
  test('gets 407 without the credentials of a session, for every kind of request', async () => {
    const wrong: Access = { ...access, password: `${access.password}x` };
    const swapped: Access = { ...access, username: access.password, password: access.username };
    expect((await fetchVia(access, url(), { anonymous: true })).status).toBe(407);
    for (const other of [wrong, swapped, { ...access, username: 'x' }, { ...access, password: '' }]) {
      expect((await fetchVia(other, url())).status).toBe(407);
      expect((await connectVia(other, `127.0.0.1:${site.port}`)).status).toBe(407);
    }
    for (const header of ['Basic', 'Basic !!!', 'Bearer x', `Digest ${access.password}`, 'Basic =']) {
      expect((await connectVia(access, `127.0.0.1:${site.port}`, header)).status).toBe(407);
    }
    expect(site.requests).toHaveLength(0);
  });

  test("each session's credentials count for it, and end with it", async () => {
    const scope = { principal: 'other', session: 'default' };
    const other = await app.egress.admit(scope);
    expect(other).not.toEqual(access);
    expect(await app.egress.admit({ ...scope, tab: 't9' })).toEqual(other);
    await fetchVia(other, 'http://10.0.0.1/');
    expect(app.egress.counts(scope)).toMatchObject({ total: 1, refused: 1 });
    expect((await fetchVia({ ...access, username: other.username }, url())).status).toBe(407);
    app.egress.dismiss(scope);
    expect((await fetchVia(other, url())).status).toBe(407);
    expect((await fetchVia(access, url())).status).toBe(200);
  });

  test('learns nothing from a refusal but the rule', async () => {
    const reply = await fetchVia(access, 'http://10.0.0.1/secret?token=abc');
    expect(reply.status).toBe(403);
    expect(reply.body).toContain('private-address');
    expect(reply.body).not.toMatch(/secret|token|10\.0\.0\.1/u);
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });
});

describe('our own ports', () => {
  test.each([
    '127.0.0.1',
    '127.0.0.2',
    '0.0.0.0',
    'localhost',
    'a.localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
  ])('the proxy does not reach itself as %s', async (host) => {
    const { port } = new URL(access.server);
    expect((await fetchVia(access, `http://${host}:${port}/`)).body).toContain('own-listener');
    expect((await connectVia(access, `${host}:${port}`)).status).toBe(403);
  });

  test('no opening helps, under any name', async () => {
    const mine = await openNetwork({ unsafeAllowPrivate: ['localhost:7717', '127.0.0.1:7717', 'mine.example:7717'] });
    mine.own.add('127.0.0.1', 7717);
    mine.dns.set('any.example', ['127.0.0.1']);
    mine.dns.set('mine.example', ['127.0.0.1']);
    const inside = await mine.egress.admit(SCOPE);
    for (const host of ['localhost', '127.0.0.1', 'any.example', 'mine.example']) {
      expect((await fetchVia(inside, `http://${host}:7717/`)).body).toContain('own-listener');
    }
    await mine.close();
  });
});

describe('where redirects lead', () => {
  const spellings = ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:7f00:1]', 'rebind.example'];
  test.each(spellings)('every hop to %s is refused, and the listener there hears nothing', async (host) => {
    app.dns.set('rebind.example', ['127.0.0.1']);
    for (const status of [301, 302, 303, 307, 308]) {
      const to = `http://${host}:${trap.port}/`;
      const first = await fetchVia(access, url(`/?status=${status}&to=${encodeURIComponent(to)}`), {
        method: 'POST',
        body: 'x',
      });
      expect(first).toMatchObject({ status, headers: { location: to } });
      expect((await fetchVia(access, to, { method: 'POST', body: 'x' })).status).toBe(403);
    }
    expect((await connectVia(access, `${host}:${trap.port}`)).status).toBe(403);
    expect(trap.hits()).toBe(0);
  });

  test.each([
    'file:///etc/passwd',
    'data:text/html,x',
    'https://127.0.0.1/',
    '//127.0.0.1/',
    '/etc/passwd',
    'ftp://127.0.0.1/',
    '*',
  ])('a request for %s is no request for a proxy', async (target) => {
    const reply = await sendRaw(access, `GET ${target} HTTP/1.1\r\nHost: x\r\n${auth}\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 (?:400|403) /u);
  });

  test.each([
    ...[
      '127.0.0.1',
      ':80',
      '127.0.0.1:',
      '127.0.0.1:0',
      '127.0.0.1:99999',
      'user@127.0.0.1:80',
      'http://127.0.0.1:80/',
      '/',
    ],
    ...['a/b:80', 'a\\b:80', '[::1]', '[fe80::1%25lo]:80', 'x:80:80', '*:80'],
  ])('CONNECT %s is refused', async (authority) => {
    const reply = await sendRaw(access, `CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n${auth}\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 4\d\d /u);
  });
});

describe('smuggling', () => {
  const hidden = 'GET /hidden HTTP/1.1\r\nHost: evil.example\r\n\r\n';
  const post = (headers: string, body: string) =>
    `POST ${url('/seen')} HTTP/1.1\r\nHost: x\r\n${auth}${headers}\r\n${body}`;

  test.each([
    ['two lengths', () => post(`Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n`, hidden)],
    ['two lengths in one', () => post(`Content-Length: 0, ${hidden.length}\r\n`, hidden)],
    ['length beside chunks', () => post(`Content-Length: 4\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${hidden}`)],
    ['another coding', () => post('Transfer-Encoding: gzip, chunked\r\n', `0\r\n\r\n${hidden}`)],
    ['a coding in disguise', () => post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${hidden}`)],
    ['chunked twice', () => post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${hidden}`)],
    ['a bad chunk size', () => post('Transfer-Encoding: chunked\r\n', `-1\r\nx\r\n0\r\n\r\n${hidden}`)],
    ['a space before the colon', () => post(`Content-Length : ${hidden.length}\r\n`, hidden)],
    ['a folded header', () => post(`X-A: 1\r\n Content-Length: ${hidden.length}\r\n`, hidden)],
    ['a bare line feed', () => post(`X-A: 1\nContent-Length: ${hidden.length}\r\n`, hidden)],
    ['a NUL in a header', () => post('X-A: a\u0000b\r\n', '')],
    ['a negative length', () => post('Content-Length: -1\r\n', hidden)],
  ])('%s: nothing hidden arrives', async (_, bytes) => {
    const reply = await sendRaw(access, bytes());
    expect(reply).not.toContain('evil');
    await fetchVia(access, url('/after'));
    expect(site.requests.map((request) => request.url)).not.toContain('/hidden');
  });

  test('the host of the URL counts, whatever Host says, once or twice', async () => {
    const ask = `GET ${url('/named')} HTTP/1.1\r\n${auth}`;
    await sendRaw(access, `${ask}Host: evil.example\r\n\r\n`);
    await sendRaw(access, `${ask}Host: evil.example\r\nhost: worse.example\r\n\r\n`);
    await sendRaw(access, `${ask}Host: x\r\nConnection: host\r\n\r\n`);
    for (const request of site.requests) {
      expect(
        request.rawHeaders.filter((_, index) => index % 2 === 0).filter((name) => name.toLowerCase() === 'host'),
      ).toHaveLength(1);
      expect(request.headers.host).toBe(`127.0.0.1:${site.port}`);
      expect(JSON.stringify(request.rawHeaders)).not.toMatch(/evil|worse|proxy-authorization/iu);
    }
    expect(site.requests.length).toBeGreaterThan(0);
  });

  test('the URL cannot carry a header', async () => {
    await sendRaw(access, `GET ${url('/%0d%0aX-Evil:%201')} HTTP/1.1\r\nHost: x\r\n${auth}\r\n`);
    await sendRaw(access, `GET ${url('/\tX')} HTTP/1.1\r\nHost: x\r\n${auth}\r\n`);
    expect(site.requests).not.toEqual([]);
    for (const request of site.requests) expect(request.headers).not.toHaveProperty('x-evil');
  });

  test('pipelined requests are judged one by one', async () => {
    const one = (target: string) => `GET ${target} HTTP/1.1\r\nHost: x\r\n${auth}\r\n`;
    const reply = await sendRaw(
      access,
      one(url('/1')) + one(`http://127.0.0.1:${trap.port}/`) + one(url('/2')) + one(url('/3')).replace(auth, ''),
    );
    expect(reply.match(/HTTP\/1\.1 \d+/gu)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403', 'HTTP/1.1 200', 'HTTP/1.1 407']);
    expect(trap.hits()).toBe(0);
  });

  test('bytes behind a refused CONNECT are thrown away', async () => {
    const reply = await sendRaw(
      access,
      `CONNECT 127.0.0.1:${trap.port} HTTP/1.1\r\nHost: x\r\n${auth}\r\nGET ${url('/hidden')} HTTP/1.1\r\nHost: x\r\n${auth}\r\n`,
    );
    expect(reply.match(/HTTP\/1\.1 \d+/gu)).toEqual(['HTTP/1.1 403']);
    expect(site.requests).toHaveLength(0);
  });

  test('garbage is answered and forgotten', async () => {
    for (const bytes of [
      '\u0016\u0003\u0001\u0002',
      'GET',
      '\r\n\r\n',
      'A'.repeat(200_000),
      `GET ${url()} HTTP/9.9\r\n\r\n`,
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ]) {
      await sendRaw(access, bytes, 50);
    }
    expect((await fetchVia(access, url())).status).toBe(200);
  }, 30_000);
});
