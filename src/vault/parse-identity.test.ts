import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Failure } from '../core/index.js';
import type { Secret } from '../core/index.js';
import { openSecret } from '../core/seals/secret-open.js';
import { parseIdentity } from './parse-identity.js';

const NOW = 1_800_000_000_000;

function parse(record: unknown, now = NOW) {
  const masked = new Map<string, Secret>();
  const minting = { now: () => now, masked: (value: string, secret: Secret) => void masked.set(value, secret) };
  const raw = typeof record === 'string' ? record : JSON.stringify(record);
  return { ...parseIdentity(raw, 'github.com', minting), masked: [...masked.keys()] };
}

function refusalOf(record: unknown): string {
  try {
    parse(record);
  } catch (error) {
    if (error instanceof Failure && error.code === 'vault.bad-record') return inspect(error);
    throw error;
  }
  return 'taken';
}

describe('a whole record', () => {
  const { identity, masked } = parse({
    domain: 'GitHub.com',
    username: 'octo',
    password: 'correct-horse-9',
    cookies: [
      {
        name: 'user_session',
        value: 'abc123-session',
        domain: '.github.com',
        expires: NOW / 1000 + 60,
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
      },
      { name: 'gone', value: 'expired-value-1', expires: NOW / 1000 - 1 },
      { name: 'plain', value: 'kept-for-session', expires: -1 },
    ],
    localStorage: { theme: 'dark', auth: '{"token":"eyJhbGciOiJIUzI1NiJ9","note":"good morning to all"}' },
    headers: { Authorization: 'Bearer ghp_0123456789' },
    signIn: { url: 'https://github.com/login', username: '#login', password: '#password' },
  });

  test('is bound to the exact https origin of its domain, whatever a cookie says', () => {
    expect(identity.origins).toEqual(['https://github.com']);
    const secrets = [identity.password, ...identity.cookies.map(({ value }) => value)].flatMap((one) => one ?? []);
    expect(secrets.map((secret) => openSecret(secret).origins)).toEqual(secrets.map(() => ['https://github.com']));
    expect(identity.password && openSecret(identity.password).use).toBe('password');
  });

  test('drops the cookie that has run out and keeps the rest as they are', () => {
    expect(identity.cookies.map(({ name, path, expires }) => [name, path, expires])).toEqual([
      ['user_session', '/', NOW / 1000 + 60],
      ['plain', '/', undefined],
    ]);
  });

  test('masks every value and the secrets inside it, and leaves everyday words readable', () => {
    expect(masked).toEqual(
      expect.arrayContaining(['correct-horse-9', 'abc123-session', 'ghp_0123456789', 'eyJhbGciOiJIUzI1NiJ9']),
    );
    expect(masked).not.toContain('dark');
    expect(masked).not.toContain('good morning to all');
    expect(masked).not.toContain('expired-value-1');
  });

  test('shows itself nowhere', () => {
    const shown = inspect(identity, { depth: 9 }) + JSON.stringify(identity);
    for (const value of masked) expect(shown).not.toContain(value);
  });
});

test.each([
  'true',
  '1',
  'dark',
  'darkmode',
  'accepted',
  'en-US,en',
  'Europe/Berlin',
  '/my/dashboard',
  '1280x720',
  'English',
])('a setting that a site keeps is put in and masks no ordinary word: %s', (value) => {
  const { identity, masked } = parse({
    domain: 'github.com',
    cookies: [{ name: 'setting', value }],
    localStorage: { setting: value },
    sessionStorage: { setting: value },
  });
  expect(masked).toEqual([]);
  const kept = [...identity.cookies, ...identity.localStorage, ...identity.sessionStorage];
  expect(kept.map((one) => openSecret(one.value).value)).toEqual([value, value, value]);
  // The value is not in any text all the same.
  expect(inspect(identity, { depth: 9 }) + JSON.stringify(identity)).not.toContain(`'${value}'`);
});

test.each([
  'k3y9ab',
  'QwErTyUi',
  '4f9aQ2xZ8Lm',
  '20261116083000',
  'correct horse battery staple',
  'abcdefghijklmnop',
  'user:ab12cd34',
])('whatever could be a key is masked: %s', (value) => {
  expect(parse({ domain: 'github.com', cookies: [{ name: 'sid', value }] }).masked).toContain(value);
});

test('a word in a header or a password is one all the same', () => {
  const { masked } = parse({ domain: 'github.com', password: 'letters', headers: { 'X-Key': 'darkmode' } });
  expect(masked).toEqual(expect.arrayContaining(['letters', 'darkmode']));
});

test('the password of a Basic header is masked by itself', () => {
  const basic = Buffer.from('octo:tr0ub4dor&3').toString('base64');
  expect(parse({ domain: 'github.com', headers: { authorization: `Basic ${basic}` } }).masked).toContain('tr0ub4dor&3');
});

test('a code is the same within its time and another after it, masked and for code fields', () => {
  let now = 59_000;
  const masked: string[] = [];
  // RFC 6238, appendix B: the seed of the SHA-1 rows.
  const totp = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const minting = { now: () => now, masked: (value: string) => void masked.push(value) };
  const { identity } = parseIdentity(JSON.stringify({ domain: 'a.example', totp }), 'a.example', minting);
  const first = identity.code?.();
  expect(first && openSecret(first)).toEqual({ value: '287082', origins: ['https://a.example'], use: 'code' });
  expect(identity.code?.()).toBe(first);
  now = 1_111_111_109_000;
  const second = identity.code?.();
  expect(second && openSecret(second).value).toBe('081804');
  expect(masked).toEqual([totp, totp, '287082', '081804']);
});

describe('refused, without a word of what is in it', () => {
  const domain = 'github.com';
  const cookie = { name: 'sid', value: 'hunter2-hunter2' };
  test.each<[string, unknown]>([
    ['no JSON', '{"password":"hunter2-hunter2"'],
    ['a list', []],
    ['no domain', { password: 'hunter2-hunter2' }],
    ['a domain that is a URL', { domain: 'https://github.com/hunter2' }],
    ['a key that is not known, or a value in its place', { domain, 'hunter2-hunter2': 1 }],
    ['a weak password', { domain, password: 'hunter' + '2'.repeat(0), totp: 'hunter2' }],
    ['a password of nothing but spaces', { domain, password: '   ' }],
    ['a password that is too long', { domain, password: 'hunter2'.repeat(2000) }],
    ['a number for a password', { domain, password: 123456789 }],
    ['a cookie for a stranger', { domain, cookies: [{ ...cookie, domain: 'evil.example' }] }],
    ['a cookie for a look-alike', { domain, cookies: [{ ...cookie, domain: 'hub.com' }] }],
    ['a cookie for a child', { domain, cookies: [{ ...cookie, domain: 'gist.github.com' }] }],
    ['a cookie for all of .com', { domain, cookies: [{ ...cookie, domain: '.com' }] }],
    ['a cookie that smuggles a second', { domain, cookies: [{ ...cookie, value: 'a; Domain=evil.example' }] }],
    ['a cookie with a line break', { domain, cookies: [{ ...cookie, value: 'a\r\nSet-Cookie: b' }] }],
    ['a header with a line break', { domain, headers: { 'X-Token': 'a\r\nHost: evil.example' } }],
    ['a header that is the browser’s', { domain, headers: { Host: 'evil.example' } }],
    ['a header with a colon in its name', { domain, headers: { 'X: y': 'hunter2' } }],
    ['an origin with a path', { domain, origins: ['https://github.com/hunter2'] }],
    ['a pattern for an origin', { domain, origins: ['https://*.github.com/'] }],
    ['no origins at all', { domain, origins: [] }],
    ['a form on another site', { domain, signIn: { url: 'https://evil.example/login' } }],
    ['a form without encryption', { domain, signIn: { url: 'http://github.com/login' } }],
    ['a form with a password in its URL', { domain, signIn: { url: 'https://a:hunter2@github.com/' } }],
    ['a counter instead of time', { domain, totp: 'otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP&counter=1' }],
    ['a seed that is no base32', { domain, totp: 'hunter2-hunter2!' }],
  ])('%s', (_, record) => {
    const said = refusalOf(record);
    expect(said).toContain('vault.bad-record');
    expect(said.replace(/ {4}at .*/gu, '')).not.toMatch(/hunter2|evil/u);
  });
});
