import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from './compile-pattern.js';

describe('compilePattern', () => {
  it.each([
    ['(?i)(delete|remove|revoke)', ['Delete', 'please REMOVE it', 'revoked'], ['Dele te', '']],
    ['^https://(mail|admin)\\.', ['https://mail.x/'], ['https://x/https://mail.', 'http://mail.x']],
    ['^a{2,3}$', ['aa', 'aaa'], ['a', 'aaaa']],
    ['^(?:ab)+c?$', ['ab', 'ababc'], ['', 'abcab']],
    ['\\bpay\\b', ['pay', 'to pay now'], ['repay', 'payment']],
    ['^[^\\d\\s]+$', ['abc'], ['a1', 'a b', '']],
    ['^\\p{Lu}\\.?$', ['Ä', 'Ж.'], ['ä', 'Ä..']],
    ['^.$', ['𝒳', 'a'], ['ab', '\n']],
    ['(?ms)^b.c$', ['a\nb\nc\nd'], ['a b c']],
    ['(?i)straße', ['STRAßE'], ['strasse']],
    ['\\/x\\{\\}[\\]\\\\]', ['/x{}]', '/x{}\\'], ['/x{}']],
    ['^(a*)*b$', ['aab', 'b'], ['aaa']],
    ['a||b', ['', 'x'], []],
    ['^(?<year>[0-9]{4})-?', ['2026'], ['202']],
    ['\\u{1F600}|\\u00e4|\\x41', ['😀', 'ä', 'A'], ['a']],
  ])('%s', (pattern, matching, others) => {
    const matches = compilePattern(pattern);
    for (const text of matching) expect([text, matches(text)]).toEqual([text, true]);
    for (const text of others) expect([text, matches(text)]).toEqual([text, false]);
  });

  it.each([
    ['', 'is empty'],
    ['(?i)', 'is empty'],
    ['(a', 'unterminated group'],
    ['a)', 'unmatched'],
    ['[z-a]', 'out of order'],
    ['a**', 'nothing to repeat'],
    ['\\q', 'invalid escape'],
    ['(a)\\1', 'back reference'],
    ['(?<n>a)\\k<n>', 'back reference'],
    ['(?=a)b', 'look-ahead'],
    ['(?<!a)b', 'look-ahead or look-behind'],
    ['a(?i)b', 'beginning'],
    ['a(?i:b)', 'beginning'],
    ['(((a{100}){100}){100})', 'too large'],
    ['a{1000}', 'repeats more than'],
    ['a'.repeat(501), 'longer than'],
    [`${'('.repeat(60)}a${')'.repeat(60)}`, 'nested too deep'],
  ])('refuses %s', (pattern, why) => {
    expect(() => compilePattern(pattern)).toThrow(why);
  });

  it('agrees with the backtracking matcher on every small pattern and text', () => {
    const leaf = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '^', '$', '\\b', '\\B', '\\w');
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `${a}${b}`),
        fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(?:${a}|${b})`),
        fc
          .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0,}', '*?'))
          .map(([a, b]) => `(${a})${b}`),
      ),
    }));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é'), maxLength: 12 });
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        expect(compilePattern(source)(subject)).toBe(new RegExp(source, 'u').test(subject));
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['^(a+)+$', '^(a|aa)+$', '(a*)*b', '^(a|a|a|a)*$', '(.*a){20}b'])(
    '%s takes time in proportion to the text',
    (source) => {
      const matches = compilePattern(source);
      const began = performance.now();
      matches(`${'a'.repeat(20_000)}!`);
      expect(performance.now() - began).toBeLessThan(3000);
    },
  );
});
