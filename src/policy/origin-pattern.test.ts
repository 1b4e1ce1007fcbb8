import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesOrigin, parseOriginPattern, readOrigin } from './origin-pattern.js';

function admits(pattern: string, origin: string): boolean {
  const parsed = parseOriginPattern(pattern);
  const parts = readOrigin(origin);
  if ('error' in parsed || parts === undefined) throw new Error(`${pattern} or ${origin} cannot be read`);
  return matchesOrigin(parsed.pattern, parts);
}

describe('origin patterns', () => {
  test.each([
    ['example.com', 'https://example.com', true],
    ['example.com', 'http://example.com:8080', true],
    ['example.com', 'https://www.example.com', false],
    ['example.com', 'https://example.com.evil.net', false],
    ['example.com', 'https://example.co', false],
    ['Example.COM', 'https://example.com', true],
    ['example.com.', 'https://example.com', true],
    ['example.com', 'https://example.com.', true],
    ['*.example.com', 'https://a.example.com', true],
    ['*.example.com', 'https://a.b.example.com', true],
    ['*.example.com', 'https://example.com', false],
    ['*.example.com', 'https://evilexample.com', false],
    ['*.example.com', 'https://a.example.com.evil.net', false],
    ['https://example.com', 'https://example.com', true],
    ['https://example.com', 'http://example.com', false],
    ['https://example.com', 'https://example.com:8443', false],
    ['http://h.com:9921', 'http://h.com:9921', true],
    ['http://h.com:9921', 'http://h.com', false],
    ['http://h.com:9921', 'https://h.com:9921', false],
    ['h.com:9921', 'https://h.com:9921', true],
    ['h.com:9921', 'https://h.com', false],
    ['h.com:992', 'https://h.com:9921', false],
    ['https://*.example.com:8443', 'https://a.example.com:8443', true],
    ['https://*.example.com:8443', 'https://a.example.com', false],
    ['https://*.example.com:8443', 'https://example.com:8443', false],
    ['bücher.example', 'https://xn--bcher-kva.example', true],
    ['xn--bcher-kva.example', 'https://bücher.example', true],
    ['example.com', 'https://exаmple.com', false],
    ['[::1]:3000', 'http://[::1]:3000', true],
    ['[0:0:0:0:0:0:0:1]:3000', 'http://[::1]:3000', true],
    ['[::1]:3000', 'http://[::2]:3000', false],
    ['127.0.0.1', 'http://127.0.0.1:3000', true],
    ['127.1', 'http://127.0.0.1:3000', true],
    ['localhost:3000', 'http://localhost:3000', true],
  ])('%s for %s: %s', (pattern, origin, expected) => {
    expect(admits(pattern, origin)).toBe(expected);
  });

  test.each([
    ...['', ' ', '*', '*.', '.', ',', 'a,b', 'a b', '*.*.com', 'a.*.com', '*example.com', 'https://', 'ftp://a.com'],
    ...['https://a.com/', 'a.com/x', 'a.com?x', 'a.com#x', 'u@a.com', 'a.com:', 'a.com:0', 'a.com:65536', 'a.com:http'],
    ...['https://u:p@a.com', '::1', '[::1', '[zz]', '*.127.0.0.1', '*.[::1]', 'a..com', '.a.com', 'a\\b', '1.2.3.4.5'],
    ...[' a.com', 'a.com ', 'a.com\n', 'javascript:alert(1)', '*://a.com', 'a%2fb.com'],
  ])('%j is no pattern', (pattern) => {
    expect(parseOriginPattern(pattern)).toHaveProperty('error');
  });

  test('a host admits itself only, its wildcard what is below it and not itself', () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/u);
    fc.assert(
      fc.property(label, label, label, (low, name, top) => {
        const host = `${name}.${top}`;
        expect(admits(host, `https://${host}`)).toBe(true);
        expect(admits(host, `https://${low}.${host}`)).toBe(false);
        expect(admits(`*.${host}`, `https://${low}.${host}`)).toBe(true);
        expect(admits(`*.${host}`, `https://${host}`)).toBe(false);
        expect(admits(`*.${host}`, `https://${low}${host}`)).toBe(false);
      }),
    );
  });
});
