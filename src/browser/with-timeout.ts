import { setTimeout as wait } from 'node:timers/promises';

export const TOO_LATE: unique symbol = Symbol('too late');

/**
 * The work's result, or TOO_LATE. Playwright's calls hang without limit on a page that does not answer,
 * so none of them is awaited bare. What comes after the limit is dropped, errors too.
 */
export async function resultOrTooLate<T>(ms: number, work: Promise<T>): Promise<T | typeof TOO_LATE> {
  const condition = new AbortController();
  const late = wait(ms, TOO_LATE, { signal: condition.signal });
  late.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    condition.abort();
  }
}

/** Did the work end well, and in time? */
export async function succeeds(ms: number, work: Promise<unknown>): Promise<boolean> {
  try {
    return (await resultOrTooLate(ms, work)) !== TOO_LATE;
  } catch {
    return false;
  }
}

/** Rejects with the reason as soon as the signal fires, and forgets the signal when the work is done. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = () => {
      reject(reasonOf(signal));
    };
    stop = () => {
      signal.removeEventListener('abort', onAbort);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stop();
  }
}

function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}
