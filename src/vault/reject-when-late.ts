import { Failure } from '../core/index.js';

/** A backend's call with a deadline: every failure is a coded error, and none takes longer. */
export async function rejectWhenLate<T>(
  ms: number,
  signal: AbortSignal,
  act: (inTime: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  const inTime = AbortSignal.any([signal, deadline.signal]);
  let giveUp = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    giveUp = () => {
      reject(tooLate(signal));
    };
    if (inTime.aborted) giveUp();
    else inTime.addEventListener('abort', giveUp, { once: true });
  });
  const timer = setTimeout(() => {
    deadline.abort();
  }, ms);
  try {
    return await Promise.race([act(inTime), late]);
  } catch (error) {
    if (inTime.aborted) throw tooLate(signal);
    // Nothing that a backend or a library says is passed on: it may have a value in it.
    throw error instanceof Failure ? error : new Failure('vault.unavailable', undefined, undefined, undefined);
  } finally {
    // Node keeps a signal made of others for as long as somebody listens to it.
    inTime.removeEventListener('abort', giveUp);
    clearTimeout(timer);
  }
}

function tooLate(signal: AbortSignal): Failure {
  if (!signal.aborted) return new Failure('vault.unavailable', 'it did not answer in time');
  return signal.reason instanceof Failure ? signal.reason : new Failure('call.cancelled');
}
