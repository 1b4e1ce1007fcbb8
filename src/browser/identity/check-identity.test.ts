import { describe, expect, it } from 'vitest';
import type { Identity } from '../../core/index.js';
import { mintSecret } from '../../core/seals/secret-mint.js';
import { checkIdentity, identityDigest } from './check-identity.js';

const origins = ['https://app.example.com'];
const secret = (value: string) => mintSecret('S', { value, origins });
const bare: Identity = { name: 'app', origins, cookies: [], localStorage: [], sessionStorage: [], headers: [] };
const cookie = (value: string, more: object = {}) => ({
  name: 'sid',
  value: secret(value),
  path: '/',
  httpOnly: true,
  ...more,
});

describe('an identity that cannot be put in', () => {
  it.each<[string, Partial<Identity>]>([
    ['no origin', { origins: [] }],
    ['an origin with a path', { origins: ['https://app.example.com/'] }],
    ['a pattern', { origins: ['https://*.example.com'] }],
    ['a cookie with attributes of its own', { cookies: [cookie('x; Domain=example.com')] }],
    ['a cookie of two lines', { cookies: [cookie('x\r\ny')] }],
    ['cookies that are over', { cookies: [cookie('x', { expires: 1 })] }],
    ['a header of two lines', { headers: [{ name: 'X-A', value: secret('a\r\nHost: evil') }] }],
    ['a host header', { headers: [{ name: 'hOst', value: secret('evil.example') }] }],
    ['a header that is no name', { headers: [{ name: 'X A', value: secret('a') }] }],
  ])('is refused as a whole: %s', (_, more) => {
    expect(() => {
      checkIdentity({ ...bare, ...more });
    }).toThrow('vault.not-injected');
  });

  it('does not count cookies that are over where it can sign in again', () => {
    checkIdentity({ ...bare, cookies: [cookie('x', { expires: 1 })], recipe: { url: 'https://app.example.com/in' } });
  });
});

describe('the digest', () => {
  it('changes with a value that prints alike', () => {
    expect(identityDigest({ ...bare, cookies: [cookie('one')] })).not.toBe(
      identityDigest({ ...bare, cookies: [cookie('two')] }),
    );
    expect(identityDigest({ ...bare, password: secret('one') })).not.toBe(
      identityDigest({ ...bare, password: secret('two') }),
    );
  });

  it('is the same for the same values read again', () => {
    expect(identityDigest({ ...bare, cookies: [cookie('one')] })).toBe(
      identityDigest({ ...bare, cookies: [cookie('one')] }),
    );
  });
});
