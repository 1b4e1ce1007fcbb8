import { expect, it } from 'vitest';
import { spareOf } from './session-capacity.js';

const slot = (principal: string, session: string, lastCallAt: number, isBusy = false) => ({
  scope: { principal, client: 'c', session },
  queue: { isBusy },
  driver: undefined,
  isPaused: false,
  lastCallAt,
});
const ann = { principal: 'ann', client: 'c', session: 'new' };
const hog = [slot('bob', 'a', 3), slot('bob', 'b', 1), slot('bob', 'c', 2)];

it('who holds more than an equal share gives up the longest unused, for who holds less', () => {
  expect(spareOf(hog, 3, ann)?.scope.session).toBe('b');
  expect(spareOf([slot('bob', 'a', 3), slot('bob', 'b', 1, true), slot('bob', 'c', 2)], 3, ann)?.scope.session).toBe(
    'c',
  );
});

it('nobody gives up what is an equal share, and nobody takes beyond it', () => {
  expect(spareOf(hog, 3, { ...ann, principal: 'bob' })).toBeUndefined();
  expect(spareOf([slot('bob', 'a', 1), slot('ann', 'b', 2)], 2, ann)).toBeUndefined();
  expect(spareOf([slot('bob', 'a', 1), slot('eve', 'b', 2)], 2, ann)).toBeUndefined();
});
