import { describe, expect, it } from 'vitest';
import { judgeSelector } from './judge-selector.js';
import { parseSelector } from './parse-selector.js';

const ORDINARY = [
  ...['#id', '.class', 'main > p', 'ul li:nth-child(2n + 1)', 'a:not(.x)', 'a, b', '*', 'p::first-line'.slice(0, 1)],
  ...['button:hover', 'li:last-child > a + a ~ b', 'div:has(> .x)', ':root', 'h1:lang(en)', 'a#b.c:first-child'],
];
it.each(ORDINARY)('the browser matches %s as it stands', (selector) => {
  expect(judgeSelector(selector)).toEqual({ kind: 'native' });
});

it.each([
  ['a[href="/orders"]', ['href']],
  ['[data-testid=x]', ['data-testid']],
  ['input[type=submit]', ['type']],
  ['[name=q]', ['name']],
  ["form:has([name='a]b']) #x", ['name']],
])('%s compares attributes that secret fields may have', (selector, names) => {
  expect(judgeSelector(selector)).toMatchObject({ kind: 'attributes', names });
});

it.each([
  '[value^=a]',
  '[VALUE^="a" i]',
  '[\\76 alue^=a]',
  '[v\\000061lue=a]',
  '[*|value=a]',
  '[|value=a]',
  '[/**/value/* ] */^="]"]',
  ':not([value^=a])',
  ':is(a, :where(b:has(+ [value$=a])))',
  ':nth-child(2n of [value^=a])',
  'input:valid',
  'form:INVALID',
  ':placeholder-shown',
  '[data-x=y]',
  '[value]',
])('%s asks about values', (selector) => {
  expect(judgeSelector(selector)).toMatchObject({ kind: 'parts' });
});

describe('what cannot be judged is refused', () => {
  it.each([
    ...[
      '',
      'a[',
      'a[b',
      'a[b="c',
      ':host([a^=b])',
      '::slotted(a)',
      ':-webkit-any([value^=a])',
      ':matches(a)',
      'a >',
      '> a',
    ],
    ...[
      'ns|a',
      'a ||b',
      '& b',
      'a/deep/b',
      ':not(',
      ':is(a',
      '[a ^= ]',
      '[a b]',
      ':state(x)',
      `a${' a'.repeat(3_000)}`,
    ],
    ':is('.repeat(12) + 'a' + ')'.repeat(12),
  ])('%s', (selector) => {
    expect(() => judgeSelector(selector)).toThrow('call.bad-arguments');
  });
});

it('an id or class that is a secret compares with nothing', () => {
  const [[step] = []] = parseSelector('#hunter2-x, .y', (name) => name !== 'hunter2-x');
  expect(step?.parts).toEqual([{ is: 'never' }]);
  expect(judgeSelector('p:not(.hunter2-x)', (name) => name !== 'hunter2-x').kind).toBe('parts');
});
