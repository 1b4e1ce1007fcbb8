import { expect, it } from 'vitest';
import { mintSecret } from '../core/seals/secret-mint.js';
import { createMask } from './index.js';

const value = 'sk-live-4f9aQ2xZ8LmN0pRt7Vw3';
const mask = createMask([mintSecret('KEY', { value, origins: [] })]);
const lengths = Array.from({ length: value.length - 1 }, (_, index) => index + 1);

it.each(lengths)('leaves no piece of six letters where %i letters of a secret stand before a cut', (length) => {
  for (const mark of ['…', '...', '…"', '… (900 characters)']) {
    const masked = mask(`text ${value.slice(0, length)}${mark}`);
    expect(masked.includes(value.slice(0, length))).toBe(length < 6);
  }
});

it.each(lengths)('nor where %i stand after one', (length) => {
  const end = value.slice(-length);
  expect(mask(`…${end} and more`).includes(end)).toBe(length < 6);
});

it('leaves other cuts alone', () => {
  for (const text of ['a long text that ends…', '… and goes on', 'sk-li…', 'live-4…', '…sk-live', '…', '......']) {
    expect(mask(text)).toBe(text);
  }
});
