import { Failure } from '../core/index.js';

/** No raw message ever reaches the model: what is not a Failure is a fault of ours, and its text goes to the record. */
export function asFailure(error: unknown, signal: AbortSignal, note: (text: string) => void): Failure {
  if (error instanceof Failure) {
    if (error.code === 'internal.fault') tryNote(note, error);
    return error;
  }
  if (signal.aborted) return new Failure('call.cancelled');
  tryNote(note, error);
  return new Failure('internal.fault');
}

function tryNote(note: (text: string) => void, error: unknown): void {
  try {
    note(
      error instanceof Error ? (error.stack ?? error.message).slice(0, 2000) : 'a value that is no Error was thrown',
    );
  } catch {
    // The record is broken: step 11 finds that out again and refuses the answer.
  }
}
