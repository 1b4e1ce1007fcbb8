import { expect, test } from 'vitest';
import { narrowingOf } from '../config/index.js';
import { createNarrowings } from './narrowings.js';

const READ = narrowingOf('a', { capabilities: ['read'] });

test('what one handle leaves holds for all of its session, made before or after, and for no other', () => {
  const narrowings = createNarrowings();
  const before = narrowings.bind('p', 'a', undefined);
  expect(before.now()).toBeUndefined();
  const narrow = narrowings.bind('p', 'a', READ);
  for (const handle of [before, narrow, narrowings.bind('p', 'a', undefined)])
    expect(handle.now()?.capabilities).toEqual(READ.capabilities);
  const wider = narrowings.bind('p', 'a', narrowingOf('a', { capabilities: ['read', 'navigation'] }));
  expect(wider.now()?.capabilities).toEqual(READ.capabilities);
  expect(narrowings.bind('p', 'b', undefined).now()).toBeUndefined();
  expect(narrowings.bind('q', 'a', undefined).now()).toBeUndefined();
});

test('it ends with the session, and comes back with the next call of its handle', () => {
  const narrowings = createNarrowings();
  const [narrow, other] = [narrowings.bind('p', 'a', READ), narrowings.bind('p', 'a', undefined)];
  other.end();
  expect(other.now()).toBeUndefined();
  narrow.now();
  expect(other.now()).toEqual(READ);
});
