import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { rejectWhenLate } from './reject-when-late.js';

/** The signal that a backend got. */
async function signalAfter(act: (inTime: AbortSignal) => Promise<unknown>): Promise<AbortSignal> {
  let given = new AbortController().signal;
  const work = rejectWhenLate(1000, new AbortController().signal, (inTime) => {
    given = inTime;
    return act(inTime);
  });
  await work.catch(() => undefined);
  return given;
}

it('nobody listens to the time of a call that is over', async () => {
  const kept = await signalAfter(() => Promise.resolve('a value'));
  expect(getEventListeners(kept, 'abort')).toEqual([]);
  const failed = await signalAfter(() => Promise.reject(new Error('down')));
  expect(getEventListeners(failed, 'abort')).toEqual([]);
});
