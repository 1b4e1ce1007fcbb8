import { describe, expect, it } from 'vitest';
import { mintSecret } from '../../core/seals/secret-mint.js';
import { secretFinder } from './find-secrets.js';

const value = 'Tr0ub4dor&3 "x"';
const secret = mintSecret('PASSWORD', { value, origins: ['https://a.example'] });
const find = secretFinder([secret]) ?? Object.assign(() => [], { inPieces: () => new Set<number>() });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('secretFinder', () => {
  it.each([
    ['itself', value],
    ['in capitals', value.toUpperCase()],
    ['with spaces between', Array.from(value).join(' ')],
    ['with zero-width letters between', Array.from(value).join('\u200B')],
    ['with soft hyphens', Array.from(value).join('\u00AD')],
    ['in wide letters', value.replace('Tr0', 'Ｔｒ０')],
    ['percent', encodeURIComponent(value)],
    ['form', new URLSearchParams({ q: value }).toString().slice(2)],
    ['entities', value.replaceAll('&', '&amp;')],
    ['JSON', JSON.stringify(value)],
    ['hex', Buffer.from(value).toString('hex')],
    ['reversed', Array.from(value).reverse().join('')],
    ['base64', base64(value)],
    ['base64 after one letter', base64(`u${value}:`)],
    ['base64 after two letters', base64(`us${value}:x`)],
    ['base64 after a name', base64(`user:${value}`)],
    ['base64url', Buffer.from(value).toString('base64url')],
  ])('finds it %s', (_, shown) => {
    const [first] = find(`before ${shown} after`);
    expect(first).toBeDefined();
    expect(first?.start).toBeGreaterThanOrEqual(7);
    expect(first?.end).toBeLessThanOrEqual(7 + shown.length);
  });

  it('finds nothing in other text', () => {
    expect(find('Tr0ub4dor and 3 friends, "x"')).toEqual([]);
  });

  it('does not look for what is everywhere', () => {
    const weak = mintSecret('LANG', { value: 'en', origins: ['https://a.example'] });
    expect(secretFinder([weak])).toBeUndefined();
  });

  it('finds a short code', () => {
    const code = mintSecret('CODE', { value: '482910', origins: ['https://a.example'], use: 'code' });
    expect(secretFinder([code])?.('Code: 482 910')).toEqual([{ start: 6, end: 13 }]);
  });
});
