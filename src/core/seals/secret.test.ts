import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { mintSecret } from './secret-mint.js';
import { openSecret } from './secret-open.js';

const secret = mintSecret('PASSWORD', { value: 'hunter2-hunter2', origins: ['https://example.com'] });

it.each([
  ['string', String(secret)],
  ['join', ['a', secret].join()],
  ['JSON', JSON.stringify({ secret })],
  ['inspect', inspect({ secret }, { depth: 9, showHidden: true })],
  ['own properties', JSON.stringify(Object.entries(secret))],
])('%s shows the name and not the value', (_, shown) => {
  expect(shown).not.toContain('hunter2');
});

it('opens only through its door', () => {
  expect(openSecret(secret).value).toBe('hunter2-hunter2');
  expect(() => openSecret(Object.create(Object.getPrototypeOf(secret) as object) as typeof secret)).toThrow();
});
