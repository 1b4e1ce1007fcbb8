import { inspect } from 'node:util';
import { Failure } from '../../../src/core/index.js';

/** The coded error that something ended with; anything else fails the test. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const ended = await promise.then(
    () => 'no failure at all',
    (error: unknown) => error,
  );
  if (!(ended instanceof Failure)) throw new Error(`no coded failure: ${inspect(ended)}`);
  return ended;
}
