import { expect, it } from 'vitest';
import { Admission } from './admission.js';
import { DEFAULT_HTTP_LIMITS } from './limits.js';

const LIMITS = { ...DEFAULT_HTTP_LIMITS, perSecond: 10, burst: 3, concurrent: 2 };

const statusOf = (entered: ReturnType<Admission['enter']>) => (typeof entered === 'function' ? 'in' : entered.status);

it('lets a burst in, then as many as the rate gives back, for each principal apart', () => {
  const admission = new Admission({ ...LIMITS, concurrent: 100 });
  const at = (now: number, who = 'ann') => statusOf(admission.enter(who, now));
  expect([at(0), at(0), at(0), at(0)]).toEqual(['in', 'in', 'in', 429]);
  expect(at(0, 'bob')).toBe('in');
  expect([at(99), at(100), at(100)]).toEqual([429, 'in', 429]);
  expect([at(10_000), at(10_000), at(10_000), at(10_000)]).toEqual(['in', 'in', 'in', 429]);
});

it('says in whole seconds when to come back', () => {
  const admission = new Admission({ ...LIMITS, perSecond: 0.25, burst: 1 });
  admission.enter('ann', 0);
  expect(admission.enter('ann', 1000)).toMatchObject({ code: 'call.busy', headers: { 'Retry-After': '3' } });
});

it('limits what is under way, and does not count an end twice', () => {
  const admission = new Admission({ ...LIMITS, burst: 100 });
  const first = admission.enter('ann', 0);
  admission.enter('ann', 0);
  expect(statusOf(admission.enter('ann', 0))).toBe(429);
  if (typeof first === 'function') {
    first();
    first();
  }
  expect([statusOf(admission.enter('ann', 0)), statusOf(admission.enter('ann', 0))]).toEqual(['in', 429]);
});
