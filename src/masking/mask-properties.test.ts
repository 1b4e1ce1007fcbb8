import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { mintSecret } from '../core/seals/secret-mint.js';
import { ALL, ESCAPED, PACKED } from '../../tests/contracts/masking/spellings.js';
import type { Spell } from '../../tests/contracts/masking/spellings.js';
import { createMask } from './index.js';

const mask = (values: readonly string[], text: string): string =>
  createMask(values.map((value, i) => mintSecret(`SECRET_${String(i)}`, { value, origins: [] })))(text);

const RUNS = { numRuns: 60 };
// Property tests compute all the time, on machines that do other things as well.
vi.setConfig({ testTimeout: 60_000 });
const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
const oneOf = (characters: string): fc.Arbitrary<string> => fc.constantFrom(...Array.from(characters));
const mixed = fc
  .tuple(
    fc.array(oneOf(LETTERS), { minLength: 6, maxLength: 20 }),
    fc.array(oneOf('23456789'), { minLength: 4, maxLength: 8 }),
    fc.array(oneOf('!#$%&*/<>="\\-_.:;öÄ鍵é '), { maxLength: 4 }),
  )
  .chain((parts) => fc.shuffledSubarray(parts.flat(), { minLength: parts.flat().length }))
  .map((characters) => characters.join(''))
  // A backslash right behind what begins an escape can be lost between two levels of quoting: a known limit.
  .filter((value) => value.trim() === value && !/[%&]\\/u.test(value));
/** Nearly whatever a registry would take: six characters, three of them different; four of them can be seen. */
const anything = fc
  .string({ minLength: 6, maxLength: 24, unit: fc.oneof(oneOf(LETTERS), fc.string({ minLength: 1, maxLength: 1 })) })
  .filter((value) => value.trim().length >= 6 && new Set(value).size > 2)
  .filter((value) => value.replace(/\\.|[\s\\+"']/gu, '').length >= 4);
/** Looks like an escape itself. */
const escapeLike = fc
  .array(
    fc.oneof(
      oneOf(LETTERS),
      fc.constantFrom('%aa', '%41', '%25', '\\x41', '\\u0041', '\\n', '&amp;', '&#65;', '&lt', '=41', '7'),
    ),
    {
      minLength: 6,
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''))
  .filter((value) => /[%&\\=]/u.test(value) && new Set(value).size > 2);
const spelling = (all: Readonly<Record<string, Spell>>): fc.Arbitrary<[string, Spell]> =>
  fc.constantFrom(...Object.entries(all));
const filler = fc.constantFrom(
  '',
  ' ',
  'some text ',
  '\n',
  '{"a":"',
  '","',
  '/',
  '=',
  '&',
  '<p>',
  '日本 ',
  '12, ',
  '- ',
);

/** One character in one of the ways that mix within a value. */
const CHARACTER: readonly Spell[] = [
  (c) => c,
  (c) => encodeURIComponent(c).replace(/^[^%]$/u, (raw) => `%${raw.charCodeAt(0).toString(16).padStart(2, '0')}`),
  (c) => `&#${String(c.codePointAt(0))};`,
  (c) => `&amp;#x${(c.codePointAt(0) ?? 0).toString(16)};`,
  (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`,
  (c) => JSON.stringify(JSON.stringify(c).slice(1, -1)).slice(1, -1),
  (c) => `${c}\u200b`,
  (c) => `<i>${c.replaceAll('<', '&lt;')}</i>`,
];

describe('for any secrets', () => {
  it('no spelling in any company is left', () => {
    const piece = fc.tuple(filler, fc.nat(2), spelling(ALL));
    fc.assert(
      fc.property(
        fc.array(mixed, { minLength: 3, maxLength: 3 }),
        fc.array(piece, { maxLength: 6 }),
        (values, pieces) => {
          const spelled = pieces.map(([before, which, [, spell]]) => [before, spell(values[which] ?? '')] as const);
          const text = spelled.map((pair) => pair.join('')).join(' | ');
          const masked = mask(values, text);
          for (const [, form] of spelled) expect(masked).not.toContain(form);
        },
      ),
      RUNS,
    );
  });

  it('each character may be spelled in its own way', () => {
    fc.assert(
      fc.property(
        // What looks like an escape already is not spelled anew.
        mixed.filter((value) => !/[\\%&]/u.test(value)),
        fc.array(fc.nat(CHARACTER.length - 1), { minLength: 40, maxLength: 40 }),
        (value, ways) => {
          const spelled = Array.from(value, (c, i) => CHARACTER[ways[i] ?? 0]?.(c) ?? c).join('');
          const masked = mask([value], `before ${spelled} after`);
          expect(masked).toContain('<SECRET_0>');
          expect(masked).not.toContain(spelled);
        },
      ),
      RUNS,
    );
  });

  it('also the weakest are hidden as they are, escaped and packed', () => {
    fc.assert(
      fc.property(anything, spelling({ raw: String, ...ESCAPED, ...PACKED }), (value, [, spell]) => {
        const spelled = spell(value);
        expect(mask([value], `before ${spelled} after`)).not.toContain(spelled);
      }),
      { numRuns: 600 },
    );
  });

  it('also those that look like an escape themselves', () => {
    fc.assert(
      fc.property(escapeLike, spelling({ raw: String, ...ESCAPED, ...PACKED }), (value, [, spell]) => {
        const spelled = spell(value);
        expect(mask([value], `before ${spelled} after`)).not.toContain(spelled);
      }),
      { numRuns: 400 },
    );
  });

  it('twice is once', () => {
    const piece = fc.oneof(filler, fc.tuple(fc.nat(2), spelling(ALL)));
    fc.assert(
      fc.property(
        fc.array(mixed, { minLength: 3, maxLength: 3 }),
        fc.array(piece, { maxLength: 12 }),
        (values, pieces) => {
          const text = pieces
            .map((part) => (typeof part === 'string' ? part : part[1][1](values[part[0]] ?? '')))
            .join('');
          const once = mask(values, text);
          expect(mask(values, once)).toBe(once);
        },
      ),
      RUNS,
    );
  });

  it('JSON stays JSON, in its strings and keys', () => {
    fc.assert(
      fc.property(anything, mixed, fc.array(spelling(ALL), { maxLength: 4 }), (weak, strong, spellings) => {
        const forms = [weak, ...spellings.map(([, spell]) => spell(strong))];
        const masked = mask([weak, strong], JSON.stringify({ forms, ...Object.fromEntries(forms.map((f) => [f, f])) }));
        const leaves = JSON.stringify(JSON.parse(masked));
        for (const form of forms) expect(leaves).not.toContain(JSON.stringify(form).slice(1, -1));
      }),
      RUNS,
    );
  });
});

it('a text that holds none is not touched', () => {
  const text = fc.array(
    fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.base64String(),
      fc.webUrl(),
      fc.json(),
      fc.nat().map(String),
      fc.constantFrom('%25', '\\u00', '&amp;', '<b>', '</b>', '- link "x"\n', '=41', '\\41 '),
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(fc.array(mixed, { minLength: 1, maxLength: 5 }), text, (values, parts) => {
      expect(mask(values, parts.join(''))).toBe(parts.join(''));
    }),
    RUNS,
  );
});
