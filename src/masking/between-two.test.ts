import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { mintSecret } from '../core/seals/secret-mint.js';
import { ESCAPED, PACKED, PLAIN } from '../../tests/contracts/masking/spellings.js';
import { createMask } from './index.js';

vi.setConfig({ testTimeout: 60_000 });

const maskFor = (value: string) => createMask([mintSecret('KEY', { value, origins: ['https://a.example'] })]);
const spelling = fc.constantFrom(...Object.values({ ...PLAIN, ...ESCAPED, ...PACKED }));
const pieces = fc.array(fc.constantFrom(...Array.from('4mQ7xR2wTz9^[@.)')), { minLength: 3, maxLength: 8 });
const letter = fc.constantFrom(...Array.from('BkLp/!'));
/** Where two copies stand, the `<` of the first begins what the `>` of the second ends, and nothing between is in a tag. */
const likeATag = fc
  .tuple(pieces, pieces, letter, pieces)
  .map(([first, second, begin, last]) => `${first.join('')}>${second.join('')}<${begin}${last.join('')}`);

it.each(['\n\n', ' | ', '" (http://a.example/:1)\n[log] "'])(
  'what stands between two copies of a key stays, with %j between them',
  (between) => {
    fc.assert(
      fc.property(likeATag, spelling, spelling, (value, one, other) => {
        const masked = maskFor(value)(`k1k before ${one(value)} after${between}k2k before ${other(value)} after`);
        expect(masked).toMatch(/^k1k before [^]* after[^]*k2k before [^]* after$/u);
        expect(masked).not.toContain(value);
      }),
      { numRuns: 200 },
    );
  },
);

it.each([
  ['a tag', 'Ho<b class="x">pper>k4tza<Bq9</b>'],
  ['a tag with words in it', 'Hopper><i title="two words of text">k4tza<Bq9'],
])('a key with %s in the middle of it is one find', (_, shown) => {
  expect(maskFor('Hopper>k4tza<Bq9')(`before ${shown} after`)).toMatch(/^before <KEY>(?:<\/b>)? after$/u);
});
