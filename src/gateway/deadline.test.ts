import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { Deadline } from './deadline.js';

it('nobody listens to a call that is over, neither to its own time nor to its client', async () => {
  const client = new AbortController().signal;
  const deadline = new Deadline(client, 1000, 1000);
  expect(await deadline.race(Promise.resolve('done'))).toBe('done');
  await expect(deadline.race(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  deadline.end();
  expect(getEventListeners(deadline.signal, 'abort')).toEqual([]);
  expect(getEventListeners(client, 'abort')).toEqual([]);
});

it('a turn that comes when there is no time left to act is no turn: the wait ends while there is', async () => {
  const deadline = new Deadline(new AbortController().signal, 60, 100);
  const began = performance.now();
  const never = new Promise<never>(() => undefined);
  await expect(deadline.pauseClockForTurn(() => never)).rejects.toMatchObject({ code: 'call.deadline' });
  expect(performance.now() - began).toBeLessThan(90);
  expect(deadline.signal.aborted).toBe(false);
  expect(await deadline.race(Promise.resolve('done'))).toBe('done');
  deadline.end();
});

it('a turn that comes soon is kept, and its own time has stood still', async () => {
  const deadline = new Deadline(new AbortController().signal, 50, 1000);
  const soon = () => new Promise<string>((resolve) => setTimeout(resolve, 80, 'turn'));
  expect(await deadline.pauseClockForTurn(soon)).toBe('turn');
  expect(deadline.signal.aborted).toBe(false);
  deadline.end();
});
