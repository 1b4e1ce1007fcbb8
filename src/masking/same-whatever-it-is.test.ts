import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mintSecret } from '../core/seals/secret-mint.js';
import { createMask } from './index.js';

/** What an answer says around a secret, and what an agent may write before one when it fills a field. */
const TEXTS: Readonly<Record<string, (key: string) => string>> = {
  'an error with options': (key) => `Use one of its values. (its options follow)\n- none\n- ${key}`,
  'a snapshot': (key) =>
    `page "Account ${key}", 12 elements\n- text: "Your key is ${key}."\n- button "Copy ${key}" [ref=e3]`,
  'halves in a list': (key) => `- listitem: "${key.slice(0, 6)}"\n- listitem: "${key.slice(6)}"\n- text: "x ${key}"`,
  markdown: (key) => `Your key is ${key}.\n[Leave](e2)[button: Copy ${key}](e3)\n[textbox: Shown = ${key}](e8)`,
  'a request': (key) => `n3 GET 200 fetch http://127.0.0.1:3000/api?key=${key} 12 B 3 ms`,
  'a row as JSON': (key) => `{"rows":[{"id":"n3","url":{"untrusted":"/api?key=${key}&x=1"},"status":200}]}`,
  headers: (key) => `Authorization: Bearer ${key}\r\nCookie: sid=${key}; theme=dark\r\n`,
  markup: (key) => `<a href="/leave?key=${key}" title="${key}">${key}</a>`,
  'a percent sign before it': (key) => `50%${key} of`,
  'half an escape before it': (key) => `50%4${key} of`,
  'a backslash before it': (key) => `a \\${key} of`,
  'two backslashes before it': (key) => `a \\\\${key} of`,
  'an entity that begins': (key) => `a &#${key}; of`,
  'an escape that begins': (key) => `a \\u${key} and \\x${key} and %u${key}`,
  'a path as JSON': (key) => JSON.stringify({ a: `x\\${key}`, b: `C:\\${key}\n${key}` }),
  'something after it': (key) => `a ${key}%41 ${key}\\u0041 ${key}ing`,
};

/** Each of them was masked with more around it than others were. */
const AWKWARD = [
  'vbw7Zz93DFQf5k3hQ2xM',
  'wJJvKDvFwdJ9k5hQ2xMb',
  '3393kBVddKBHxdV3ZxZb',
  '0H6k41EXjDC6swmiofxk',
  'AN4qa0fRE2OvEd8UY6HN',
  'bdbxKzKGgJVB2HkhvWd8',
  'CMD5IdMKwrCxrlAX5Msz',
  '-zx_afi1wpdf4u3l6izn',
  'aa127f229d5237f83fbe',
  'rnibkqitxqlfrscetabe',
];

const maskOf = (value: string) => createMask([mintSecret('KEY', { value, origins: ['https://a.example'] })]);
const USUAL = 'KQbG3JhWHB8K26qj46xf';
const usual = maskOf(USUAL);

describe('what is left of a text does not depend on the secret in it', () => {
  it.each(AWKWARD)('%s', (value) => {
    const mask = maskOf(value);
    for (const [name, write] of Object.entries(TEXTS))
      expect([name, mask(write(value))]).toEqual([name, usual(write(USUAL))]);
  });

  it('whatever it is', () => {
    const letters = fc.constantFrom(...Array.from('abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ0123456789'));
    const value = fc.array(letters, { minLength: 20, maxLength: 20 }).map((all) => all.join(''));
    const check = fc.property(value, (key) => {
      const mask = maskOf(key);
      for (const write of Object.values(TEXTS)) expect(mask(write(key))).toBe(usual(write(USUAL)));
    });
    fc.assert(check, { numRuns: 40, seed: 12 });
  });

  it('an end of it that was cut off at the front goes as a whole, however it is spaced', () => {
    const end = USUAL.slice(-16);
    expect(usual(`…${end} of`)).toBe('…<KEY> of');
    expect(usual(`… ${Array.from(end).join(' ')} of`)).toBe('… <KEY> of');
    expect(usual(`x ${end} of`)).toBe('x <KEY> of');
  });
});
