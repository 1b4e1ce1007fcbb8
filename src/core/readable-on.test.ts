import { expect, it } from 'vitest';
import { isReadableOn } from './readable-on.js';

const colour = (hex: string) => {
  const [r = 0, g = 0, b = 0] = hex.match(/../gu)?.map((two) => Number.parseInt(two, 16)) ?? [];
  return { r, g, b };
};

it.each([
  ['ffff00', 'ffffff'],
  ['00ffff', 'ffffff'],
  ['00ff00', 'ffffff'],
  ['ffd700', 'ffffff'],
  ['ff0000', '008c00'],
  ['dddddd', 'ffffff'],
  ['0000ff', '000000'],
])('%s on %s is read', (letters, ground) => {
  expect(isReadableOn(colour(letters), colour(ground))).toBe(true);
  expect(isReadableOn(colour(ground), colour(letters))).toBe(true);
});

it.each([
  ['ffffff', 'ffffff'],
  ['fdfdfc', 'ffffff'],
  ['ffffe0', 'ffffff'],
  ['e0ffff', 'ffffff'],
  ['ffe4e1', 'ffffff'],
  ['eeeeee', 'ffffff'],
  ['000040', '000000'],
  ['200000', '000000'],
  ['113355', '123456'],
])('%s on %s is not', (letters, ground) => {
  expect(isReadableOn(colour(letters), colour(ground))).toBe(false);
  expect(isReadableOn(colour(ground), colour(letters))).toBe(false);
});
