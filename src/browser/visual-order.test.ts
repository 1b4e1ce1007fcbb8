import { describe, expect, it } from 'vitest';
import { valueFinder } from './page/find-secrets.js';
import { ownersOfFound, readingOrders, type Piece } from './visual-order.js';

const VALUE = 'k3y-of-the-house';
const found = (pieces: readonly Piece<string>[]): string[] => {
  const find = valueFinder([VALUE]);
  if (find === undefined) return [];
  return [...new Set(readingOrders(pieces).flatMap((order) => ownersOfFound(order, find)))];
};
const letters = Array.from(VALUE, (text, i): Piece<string> => ({
  text,
  box: [i * 20, 50, 12, 20],
  owner: `${text}${i}`,
}));
const backwards = [...letters].sort((a, b) => ((a.box[0] ?? 0) % 70) - ((b.box[0] ?? 0) % 70));

describe('letters are found by their places', () => {
  it.each<[string, readonly Piece<string>[]]>([
    ['in a row', backwards],
    ['in a column', backwards.map((one) => ({ ...one, box: [50, one.box[0] ?? 0, 12, 20] }))],
    ['uneven', backwards.map((one, i) => ({ ...one, box: [one.box[0] ?? 0, 40 + ((i * 17) % 30), 12, 20] }))],
  ])('%s', (_, pieces) => {
    expect(found(pieces)).toHaveLength(VALUE.length);
  });

  it('with a few others between them', () => {
    const between = letters.flatMap((one, i) => [one, { text: 'xyz', box: [0, 900 + i, 12, 20], owner: 'other' }]);
    expect(found(between)).toHaveLength(VALUE.length);
    expect(found(between)).not.toContain('other');
  });

  it('in the gaps of each other', () => {
    const every = (from: number): string =>
      letters
        .filter((_, i) => i % 2 === from)
        .map(({ text }) => text)
        .join('');
    const line = (from: number): Piece<string> => ({
      text: every(from),
      box: [from * 10, 50, 160, 20],
      owner: `${from}`,
    });
    expect(found([line(1), line(0)])).toEqual(expect.arrayContaining(['0', '1']));
  });
});

describe('other text is left alone', () => {
  it.each<[string, readonly string[]]>([
    ['words', ['the house', 'of', 'the', 'k3y', 'was', 'sold']],
    ['a calendar', Array.from({ length: 31 }, (_, i) => `${i + 1}`)],
    ['the alphabet', Array.from('abcdefghijklmnopqrstuvwxyz0123456789-')],
  ])('%s', (_, texts) => {
    expect(
      found(texts.map((text, i) => ({ text, box: [(i % 7) * 40, 30 * Math.floor(i / 7), 30, 20], owner: text }))),
    ).toEqual([]);
  });
});
