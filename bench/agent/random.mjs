import { createRandom } from '../masking/texts.mjs';

const WORDS =
  'river stone garden letter winter market signal copper harbour window paper engine meadow lantern bridge orchard'.split(
    ' ',
  );

/**
 * The same seed makes the same page, for every server.
 *
 * @param {number} seed
 * @returns {import('./types.js').Random}
 */
export function createSeeded(seed) {
  // Neighbouring seeds of a linear generator begin alike: the seed is scattered first.
  const next = createRandom(Math.imul(seed + 1, 2_654_435_761) >>> 0);
  /** @type {import('./types.js').Random} */
  const random = {
    below: (limit) => Math.floor(next() * limit),
    pick(values) {
      const value = values[random.below(values.length)];
      if (value === undefined) throw new Error('Nothing to pick from.');
      return value;
    },
    shuffle: (values) =>
      values
        .map((value) => ({ value, order: next() }))
        .sort((a, b) => a.order - b.order)
        .map(({ value }) => value),
    words: (count) => Array.from({ length: count }, () => random.pick(WORDS)).join(' '),
  };
  return random;
}

export const PEOPLE = [
  'Ann Berg',
  'Bela Toth',
  'Carla Diaz',
  'Dmitri Orlov',
  'Elif Kaya',
  'Farid Haddad',
  'Greta Lind',
  'Hugo Martin',
  'Ines Rocha',
  'Jonas Weber',
  'Kira Novak',
  'Liam Walsh',
  'Mina Sato',
  'Nora Dahl',
  'Omar Saleh',
  'Petra Kral',
  'Quentin Roux',
  'Rosa Marino',
  'Sven Holm',
  'Tara Singh',
];
