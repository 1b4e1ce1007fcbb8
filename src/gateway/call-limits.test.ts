import { expect, it } from 'vitest';
import { RetryLater } from '../core/index.js';
import type { Principal } from '../core/index.js';
import { CallLimits } from './call-limits.js';

const slow: Principal = { id: 'slow', team: { name: 'slow', hasBrowser: true, callsPerSecond: 2 } };

function build() {
  let now = 0;
  const noted: unknown[] = [];
  const limits = new CallLimits(
    ({ facts }) => {
      noted.push(facts);
    },
    () => now,
  );
  const enter = (principal: Principal): (() => void) | RetryLater => {
    try {
      return limits.enter(principal);
    } catch (error) {
      if (error instanceof RetryLater) return error;
      throw error;
    }
  };
  return { noted, enter, pass: (ms: number) => (now += ms) };
}

it('takes twice a second’s calls at once, and then one when its time has come', () => {
  const { enter, pass } = build();
  for (let i = 0; i < 4; i += 1) expect(enter(slow)).toBeTypeOf('function');
  expect(enter(slow)).toMatchObject({ code: 'call.busy', retryAfterMs: 500 });
  pass(250);
  expect(enter(slow)).toMatchObject({ retryAfterMs: 250 });
  pass(250);
  expect(enter(slow)).toBeTypeOf('function');
  expect(enter(slow)).toBeInstanceOf(RetryLater);
});

it('takes a hundred calls of one caller at a time, whatever the others have', () => {
  const { enter } = build();
  const ann = { id: 'ann' };
  const leaves = Array.from({ length: 100 }, () => enter(ann));
  expect(leaves.every((leave) => typeof leave === 'function')).toBe(true);
  expect(enter(ann)).toMatchObject({ code: 'call.busy', retryAfterMs: 1000 });
  expect(enter({ id: 'bob' })).toBeTypeOf('function');
  const [first] = leaves;
  if (typeof first !== 'function') throw new Error('was refused');
  first();
  first();
  expect(enter(ann)).toBeTypeOf('function');
  expect(enter(ann)).toBeInstanceOf(RetryLater);
});

it('records a flood as a number', () => {
  const { enter, noted } = build();
  for (let i = 0; i < 1000; i += 1) enter(slow);
  expect(noted).toEqual([{ principal: 'slow', code: 'call.busy', calls: 1 }]);
});
