import type { ReportWaiting } from '../../core/index.js';

/** Calls that wait for a session to be opened. By the session's slot: a call that comes later waits for the same one. */
const waiting = new WeakMap<object, Set<ReportWaiting>>();

/** Runs the wait of one call; meanwhile the call is told what its session waits for. */
export async function reportOpening<T>(slot: object, tell: ReportWaiting | undefined, wait: Promise<T>): Promise<T> {
  if (tell === undefined) return wait;
  const listeners = waiting.get(slot) ?? new Set();
  waiting.set(slot, listeners);
  listeners.add(tell);
  try {
    return await wait;
  } finally {
    listeners.delete(tell);
  }
}

/** Tells all of them, until its end: a browser that other sessions share keeps what it was started with. */
export function waitReporterFor(slot: object): { readonly tell: ReportWaiting; readonly end: () => void } {
  let waitsFor: object | undefined = slot;
  return {
    tell: (message) => {
      for (const tell of waitsFor === undefined ? [] : (waiting.get(waitsFor) ?? [])) tell(message);
    },
    end: () => {
      waitsFor = undefined;
    },
  };
}
