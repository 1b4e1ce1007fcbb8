import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../../core/index.js';
import { TOO_LATE, unlessAborted, resultOrTooLate } from '../with-timeout.js';

/** The work's result, unless the call ends first. What the browser still does then is no longer anybody's answer. */
export async function duringCall<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  try {
    return await unlessAborted(signal, work);
  } catch (error) {
    if (signal.aborted) throw endOfCall(signal);
    throw error;
  }
}

/** Why the call was ended, as a code: the gateway's own reason if it gave one. */
export function endOfCall(signal: AbortSignal): Failure {
  const reason: unknown = signal.reason;
  if (reason instanceof Failure) return reason;
  const timedOut = reason instanceof Error && reason.name === 'TimeoutError';
  return new Failure(timedOut ? 'call.deadline' : 'call.cancelled');
}

/** The work's result, or nothing when it is late or fails: for what is good to know and must not hold anybody up. */
export async function ifInTime<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  try {
    const result = await resultOrTooLate(ms, work);
    return result === TOO_LATE ? undefined : result;
  } catch {
    return undefined;
  }
}

/** Waits, and wakes at once when the call ends. */
export async function pause(signal: AbortSignal, ms: number): Promise<void> {
  await duringCall(signal, wait(Math.max(0, ms), undefined, { signal }));
}
