import { expect, test } from 'vitest';
import { ERRORS } from '../core/index.js';
import { addressPerson, withoutAdvice } from './address-person.js';

test('a person is not told to tell the user', () => {
  expect(addressPerson('No Chromium was found. Tell the user to run: gatewright install-browser')).toBe(
    'No Chromium was found. Run: gatewright install-browser',
  );
  for (const { says } of Object.values(ERRORS)) expect(addressPerson(says)).not.toMatch(/Tell the \w+ to/u);
});

test('what else a sentence says stays', () => {
  const plain = 'Only http and https addresses can be opened. Tell the user, and do not try another way.';
  expect(addressPerson(plain)).toBe(plain);
  expect(withoutAdvice(plain)).toBe(plain);
  expect(withoutAdvice('There is no file at /x. Tell the user to correct it, or leave it out.')).toBe(
    'There is no file at /x.',
  );
});
