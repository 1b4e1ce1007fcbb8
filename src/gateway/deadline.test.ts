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
