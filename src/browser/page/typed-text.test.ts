import { describe, expect, it } from 'vitest';
import { mintSecret } from '../../core/seals/secret-mint.js';
import { typedText } from './typed-text.js';

const origin = 'https://app.example.com';
const secret = mintSecret('PASSWORD', { value: 'hunter$&2', origins: [origin] });
const place = (frameOrigin: string, topOrigin: string, sensitive = false) => ({
  scope: { principal: 'p', session: 's' },
  find: (_: unknown, name: string) => (name === 'PASSWORD' ? secret : undefined),
  frameOrigin,
  topOrigin,
  sensitive,
});

describe('typedText', () => {
  it('puts the value in, signs and all', () => {
    expect(typedText('a<PASSWORD>b', place(origin, origin))).toEqual({
      text: 'ahunter$&2b',
      secret: { origins: [origin], use: 'any' },
    });
  });

  it('leaves what is no secret as it is', () => {
    expect(typedText('<OTHER> <b> <Password>', place(origin, origin))).toEqual({
      text: '<OTHER> <b> <Password>',
    });
  });

  it.each([
    ['another frame', 'https://evil.example', origin],
    ['another top page', origin, 'https://evil.example'],
    ['a longer name', `${origin}.evil.example`, `${origin}.evil.example`],
    ['another port', `${origin}:8443`, origin],
    ['another scheme', 'http://app.example.com', 'http://app.example.com'],
    ['an opaque frame', 'null', origin],
  ])('is refused in %s', (_, frameOrigin, topOrigin) => {
    expect(() => typedText('<PASSWORD>', place(frameOrigin, topOrigin))).toThrow('policy.secret-origin');
  });

  it('refuses a name that nobody gave where nothing but a secret goes', () => {
    expect(() => typedText('<OTHER>', place(origin, origin, true))).toThrow('policy.password-field');
  });

  it('goes where all of its secrets may go, and as the strictest of them', () => {
    const user = mintSecret('USER', { value: 'somebody', origins: [origin, 'https://b.example'], use: 'any' });
    const password = mintSecret('PASSWORD', { value: 'hunter22', origins: [origin], use: 'password' });
    const find = (_: unknown, name: string) => (name === 'USER' ? user : password);
    expect(typedText('<USER>:<PASSWORD>', { ...place(origin, origin), find })).toEqual({
      text: 'somebody:hunter22',
      secret: { origins: [origin], use: 'password' },
    });
  });

  it('does not resolve a secret that a secret spells', () => {
    const nested = mintSecret('OUTER', { value: '<PASSWORD>', origins: [origin] });
    const find = (_: unknown, name: string) => (name === 'OUTER' ? nested : secret);
    expect(typedText('<OUTER>', { ...place(origin, origin), find }).text).toBe('<PASSWORD>');
  });
});
