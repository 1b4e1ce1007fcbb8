import { describe, expect, test } from 'vitest';
import { keyFromText, keysOf, originOfKey, secretName } from './identity-key.js';

describe('the host that a person or a record means', () => {
  test.each<[string, string | undefined]>([
    ['GitHub.com', 'github.com'],
    ['.github.com', 'github.com'],
    ['github.com.', 'github.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['localhost:8443', 'localhost:8443'],
    ['github.com:443', 'github.com'],
    ['127.1', '127.0.0.1'],
    ['[::1]:8443', '[::1]:8443'],
    ['::1', '::1'],
    ['evil.example/github.com', undefined],
    ['github.com@evil.example', undefined],
    ['github.com#', undefined],
    ['github.com\\evil', undefined],
    ['git%68ub.com', undefined],
    ['', undefined],
    ['.', undefined],
    ['..', undefined],
    ['a b', undefined],
  ])('%j', (text, key) => {
    expect(keyFromText(text)).toBe(key);
  });
});

test.each([
  ['https', 'a.example', 443, ['a.example']],
  ['http', 'a.example', 80, ['a.example']],
  ['http', 'a.example', 443, ['a.example:443', 'a.example']],
  ['https', '::1', 8443, ['[::1]:8443', '::1']],
] as const)('%s %s %i is looked for under %j', (scheme, host, port, keys) => {
  expect(keysOf({ scheme, host, port })).toEqual(keys);
});

test.each([
  ['a.example', 'https://a.example'],
  ['a.example:8443', 'https://a.example:8443'],
  ['::1', 'https://[::1]'],
  ['[::1]:8443', 'https://[::1]:8443'],
])('%s stands for %s', (key, origin) => {
  expect(originOfKey(key)).toBe(origin);
  expect(new URL(origin).origin).toBe(origin);
});

test.each([
  [['PASSWORD', 'github.com'], 'PASSWORD_GITHUB_COM'],
  [['COOKIE', 'git-hub', '__Host-sid'], 'COOKIE_GIT_HUB_HOST_SID'],
  [['TOTP', 'ÄÖ'], 'TOTP'],
  [['PASSWORD', 'x'.repeat(99)], `PASSWORD_${'X'.repeat(55)}`],
])('%j is called %s', (words, name) => {
  expect(secretName(...words)).toBe(name);
});
