import { Failure, RetryLater } from '../../core/index.js';
import type { RunningBrowser } from '../providers/provider.js';
import { TOO_LATE, resultOrTooLate } from '../with-timeout.js';

/** So long the browser may take before it is asked whether it is still there. */
const PATIENCE_MS = 10_000;
/** No call waits longer than this for anything. */
const MAX_BUSY_MS = 50_000;

export type LivenessProbe = Pick<RunningBrowser, 'answers' | 'kill'>;

/**
 * The work's result, however long a busy browser takes for it. One that does not answer at all is killed, for all its
 * sessions: it would not come back for any of them.
 */
export async function waitWhileAlive<T>(running: LivenessProbe, work: Promise<T>, maxMs = MAX_BUSY_MS): Promise<T> {
  const until = performance.now() + maxMs;
  for (;;) {
    const done = await resultOrTooLate(Math.min(PATIENCE_MS, maxMs), work);
    if (done !== TOO_LATE) return done;
    if (!(await running.answers())) {
      // Its sessions are told before its processes end.
      void running.kill().catch(() => undefined);
      throw new Failure('browser.crashed', 'It no longer answered.');
    }
    if (performance.now() > until) throw new RetryLater('call.busy', 'the browser has too much to do', 5000);
  }
}

/** How long it takes the browser to answer anything, in milliseconds; undefined: it is hung. */
export async function latenessOf(running: LivenessProbe): Promise<number | undefined> {
  const askedAt = performance.now();
  return (await running.answers()) ? performance.now() - askedAt : undefined;
}
