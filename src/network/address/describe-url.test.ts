import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UrlFacts } from '../../core/index.js';
import { describeUrl } from './describe-url.js';
import type { KnownHosts } from './describe-url.js';
import { compileOpenedHosts } from './opened-hosts.js';
import { createOwnListeners } from './own-listeners.js';

function known(opened: readonly string[] = [], interfaces: readonly string[] = []): KnownHosts {
  return { own: createOwnListeners(() => interfaces), opened: compileOpenedHosts(opened) };
}

function read(url: string, hosts: KnownHosts = known()): UrlFacts {
  return describeUrl(url, hosts);
}

function web(url: string, hosts?: KnownHosts): Extract<UrlFacts, { kind: 'web' }> {
  const facts = read(url, hosts);
  if (facts.kind !== 'web') throw new Error(`${url} is ${facts.kind}`);
  return facts;
}

describe('spellings of this machine', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0177.0.0.01/',
    'http://0x7f.0.0.1/',
    'http://0x7F.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://127.0.0.1./',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://127｡0｡0｡1/',
    'http://127%2e0%2e0%2e1/',
    'http://127.0.0.%31/',
    'http://127.0.\t0.1/',
    ' http://127.0.0.1/ ',
    'http:127.0.0.1/',
    'http:/127.0.0.1/',
    'http://127.0.0.1#@example.com/',
    'http://0/',
    'http://0x/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::FFFF:7F00:0001]:8443/',
    'http://[64:ff9b::7f00:1]/',
  ])('%j is a loopback address', (url) => {
    expect(web(url)).toMatchObject({ name: 'address', literal: { class: 'loopback' }, isOpened: false });
  });

  test.each([
    'localhost',
    'LocalHost',
    'localhost.',
    'foo.localhost',
    'ip6-localhost',
    'ⓛocalhost',
    'local%68ost',
    'lOCALHOſT',
  ])('%s is a special name', (host) => {
    expect(web(`http://${host}/`).name).toBe('special');
  });
});

describe('names that no public resolver may see', () => {
  test.each([
    ...[
      'intranet',
      'router.local',
      'metadata.google.internal',
      'kubernetes.default.svc',
      'wiki.corp',
      'x.home',
      'a.lan',
    ],
    ...[
      'server.home.arpa',
      '1.0.0.127.in-addr.arpa',
      'foo.invalid',
      'a.test',
      'hidden.onion',
      'x.alt',
      'db.localdomain',
    ],
  ])('%s', (host) => {
    expect(web(`https://${host}/`).name).toBe('special');
  });

  test.each([
    ...['example.com', 'a.shop.example', 'internal.example.com', 'localhost.example.com', 'mylocalhost.com', 'nip.io'],
    ...[
      '10.example.com',
      'fcc.gov',
      'fd.nl',
      '127.0.0.1.example.com',
      'foo_bar.example.com',
      'user.github.io',
      'a.co.uk',
    ],
    ...['例え.jp', 'faß.de', 'президент.рф', 'metadata.example.com', '--1.sslip.io'],
  ])('%s is public', (host) => {
    expect(web(`https://${host}/`).name).toBe('public');
  });
});

describe('what parsers could read differently', () => {
  test.each([
    ...[
      '',
      'example.com',
      '//example.com/',
      '127.0.0.1',
      'http://',
      'https:',
      'http:///example.com/',
      'http:////x.com/',
    ],
    ...[
      'http://user@example.com/',
      'http://example.com:80@127.0.0.1/',
      'http://@example.com/',
      'http://:@example.com/',
    ],
    ...[
      'http://example.com\\@10.0.0.5/',
      'http://example.com\\.evil.com/',
      'http:\\\\example.com/',
      'http:/\\example.com/',
    ],
    ...['http://example.com:0/', 'http://example.com:99999/', 'http://example.com:-1/', 'http://example.com:8o/'],
    ...[
      'http://a..b.com/',
      'http://example.com../',
      'http://.example.com/',
      'http://*.example.com/',
      'http://a,b.com/',
    ],
    ...[
      'http://ex"ample.com/',
      'http://exa mple.com/',
      'http://127.0.0.1%00.example.com/',
      'http://example.com/\u0001x',
    ],
    ...['http://[fe80::1%25eth0]/', 'http://[fe80::1%eth0]/', 'http://[v1.fe80::1]/', 'http://[127.0.0.1]/'],
    ...['http://256.256.256.256/', 'http://1.2.3.4.5/', 'http://4294967296/', 'http://xn--/', 'http://a%2fb.com/'],
    `https://${'a'.repeat(64)}.example/`,
    `https://${'a.'.repeat(130)}example/`,
    `https://example.com/${'a'.repeat(70_000)}`,
  ])('%j is doubtful', (url) => {
    expect(read(url).kind).toBe('doubtful');
  });

  test.each([
    ['https://example.com/@127.0.0.1', 'https://example.com/@127.0.0.1'],
    ['https://example.com/?u=http://a:b@127.0.0.1/\\', 'https://example.com/?u=http://a:b@127.0.0.1/\\'],
    ['https://example.com/#http://127.0.0.1/', 'https://example.com/'],
    ['https:example.com/', 'https://example.com/'],
    ['https://example.com\t/', 'https://example.com/'],
    ['https://EXAMPLE.com./a', 'https://example.com/a'],
    ['https://example.com:443/', 'https://example.com/'],
    ['https://exam\u00adple.com/', 'https://example.com/'],
    ['https://exаmple.com/', 'https://xn--exmple-4nf.com/'],
  ])('%j is read as %s', (url, href) => {
    expect(web(url).url).toBe(href);
  });

  test.each([
    'file:///etc/passwd',
    'fi\nle:///etc/passwd',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'chrome://crash',
  ])('%j is another scheme', (url) => {
    expect(read(url).kind).toBe('other-scheme');
  });

  test.each([
    'about:version',
    'about:srcdoc',
    'view-source:http://example.com/',
    'wss://example.com/',
    'blob:https://a.com/1',
  ])('%s is another scheme', (url) => {
    expect(read(url).kind).toBe('other-scheme');
  });

  test('an empty page is blank, whatever hangs on it', () => {
    expect(read('about:blank').kind).toBe('blank');
    expect(read('about:blank#blocked').kind).toBe('blank');
  });

  test('never throws, and what was read is read the same way again', () => {
    const printable =
      'http: https: HTTP: file: about: / // \\ @ : ? # . % %2e %00 [ ] example com 127 0x7f 1 ::1 localhost 。 é １ 0';
    const piece = fc.constantFrom(...printable.split(' '), ' ', '\t', '\n', '\u0000');
    const text = fc.tuple(fc.constantFrom('http://', 'https://', ''), fc.array(piece, { maxLength: 8 }));
    fc.assert(
      fc.property(text, ([start, pieces]) => {
        const facts = read(start + pieces.join(''));
        if (facts.kind !== 'web') return;
        expect(facts.host).not.toBe('');
        expect(facts.port).toBeGreaterThan(0);
        expect(web(facts.url)).toEqual(facts);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what the operator opened', () => {
  const hosts = known(['127.0.0.1:3000', 'localhost:8080', '[::1]:3000', 'Wiki.Corp.:443']);
  test.each([
    ['http://127.0.0.1:3000/', true],
    ['http://2130706433:3000/', true],
    ['http://[::1]:3000/', true],
    ['http://localhost:8080/', true],
    ['https://wiki.corp/', true],
    ['http://127.0.0.1:3001/', false],
    ['http://127.0.0.2:3000/', false],
    ['http://[::ffff:127.0.0.1]:3000/', false],
    ['http://localhost:3000/', true],
    ['http://127.0.0.1:8080/', true],
    ['http://[::1]:8080/', true],
    ['http://a.localhost:8080/', false],
    ['http://localhost.example.com:8080/', false],
    ['http://wiki.corp/', false],
  ])('%s: %s', (url, opened) => {
    expect(web(url, hosts).isOpened).toBe(opened);
  });

  test.each([
    '',
    '3000',
    ':3000',
    '*:3000',
    '*.local:80',
    'a b:3',
    'http://localhost:3000',
    'localhost:0',
    'localhost:70000',
    '::1:3000',
    'u@h:1',
  ])('%j opens nothing', (entry) => {
    expect(compileOpenedHosts([entry]).has('localhost', 3000)).toBe(false);
  });
});

test('localhost alone opens every port of this machine, by its own names and no other', () => {
  const opened = compileOpenedHosts(['localhost']);
  for (const host of ['localhost', 'app.localhost', '127.0.0.1', '127.0.0.2', '::1']) {
    expect(opened.has(host, 1234), host).toBe(true);
  }
  for (const host of ['localhost.example.com', '0.0.0.0', '::', '::ffff:7f00:1', '10.0.0.1', 'wiki', 'example.com']) {
    expect(opened.has(host, 1234), host).toBe(false);
  }
});

describe('our own listeners', () => {
  const hosts = known(['127.0.0.1:7717', 'localhost:7717'], ['192.168.1.5', '203.0.114.9']);
  hosts.own.add('127.0.0.1', 7717);
  hosts.own.add('0.0.0.0', 9000);

  test.each([
    ...[
      'http://127.0.0.1:7717/',
      'http://127.0.0.2:7717/',
      'http://0.0.0.0:7717/',
      'http://[::1]:7717/',
      'http://[::]:7717/',
    ],
    ...['http://localhost:7717/', 'http://a.localhost:7717/', 'http://[::ffff:127.0.0.1]:7717/', 'http://0x7f.1:7717/'],
    ...['http://192.168.1.5:9000/', 'http://203.0.114.9:9000/', 'http://127.0.0.1:9000/'],
  ])('%s is ours, though the operator opened it', (url) => {
    expect(web(url, hosts)).toMatchObject({ literal: { class: 'own' }, isOpened: false });
  });

  test('a neighbour port is not ours, and a public address of this machine is private', () => {
    expect(web('http://127.0.0.1:7718/', hosts).literal?.class).toBe('loopback');
    expect(web('http://203.0.114.9/', hosts).literal?.class).toBe('private');
    expect(web('http://203.0.114.10/', hosts).literal?.class).toBe('public');
  });

  test('a closed listener is forgotten', () => {
    hosts.own.remove('0.0.0.0', 9000);
    expect(web('http://127.0.0.1:9000/', hosts).literal?.class).toBe('loopback');
  });
});
