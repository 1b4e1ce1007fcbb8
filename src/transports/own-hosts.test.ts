import { describe, expect, it } from 'vitest';
import { readBearer, refuseForeignSite } from './host-origin-guard.js';
import { isLoopback, ownHosts, refuseUnsafeBind } from './own-hosts.js';

describe('what is loopback', () => {
  it.each(['127.0.0.1', '127.255.255.254', '::1', 'localhost', 'LocalHost'])('%s is', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(['126.255.255.255', '128.0.0.0', '0.0.0.0', '::', '::2', '10.0.0.1', 'localhost.evil.example', '127.1', ''])(
    '%s is not, and is bound only with a token',
    (host) => {
      expect(isLoopback(host)).toBe(false);
      expect(() => {
        refuseUnsafeBind(host, false);
      }).toThrow('config.invalid');
      refuseUnsafeBind(host, true);
    },
  );
});

describe('what is our own', () => {
  const ownHostNames = (...of: Parameters<typeof ownHosts>) => ownHosts(...of).keys();

  it('is the address and localhost, each with the port', () => {
    expect([...ownHostNames('127.0.0.1', { host: '127.0.0.1', port: 7717 })]).toEqual([
      '127.0.0.1:7717',
      'localhost:7717',
    ]);
    expect([...ownHostNames('::1', { host: '::1', port: 7717 })]).toEqual(['[::1]:7717', 'localhost:7717']);
  });

  it('is no name elsewhere than on loopback but the listed ones', () => {
    const hosts = ownHosts('192.0.2.1', { host: '192.0.2.1', port: 7717 }, ['Browser.Example']);
    expect([...hosts.keys()].sort()).toEqual(['192.0.2.1:7717', 'browser.example']);
    const seen = (host: string, origin: string) => refuseForeignSite(new Headers({ host, origin }), hosts)?.status;
    expect(seen('browser.example', 'https://browser.example')).toBeUndefined();
    expect(seen('192.0.2.1:7717', 'https://192.0.2.1:7717')).toBe(403);
  });

  it('is an origin only of the name that was called', () => {
    const hosts = ownHosts('127.0.0.1', { host: '127.0.0.1', port: 80 });
    const seen = (host: string, origin?: string) =>
      refuseForeignSite(new Headers({ host, ...(origin === undefined ? {} : { origin }) }), hosts)?.status;
    expect([seen('127.0.0.1'), seen('localhost:80'), seen('LOCALHOST', 'http://localhost')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([seen('127.0.0.1', 'http://localhost'), seen('127.0.0.1', 'http://127.0.0.1.'), seen('')]).toEqual([
      403, 403, 403,
    ]);
  });
});

describe('a token', () => {
  it('is read from a well-formed header only', () => {
    const read = (authorization: string) => readBearer(new Headers({ authorization }));
    expect([read('Bearer abc.DEF-1~2+3/4='), read('bearer  abc')]).toEqual(['abc.DEF-1~2+3/4=', 'abc']);
    expect([read('Bearer a b'), read('Bearerabc'), read('Bearer ü'), read(`Bearer ${'x'.repeat(600)}`)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
