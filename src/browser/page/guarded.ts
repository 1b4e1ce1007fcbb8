import { Failure } from '../../core/index.js';
import { guardInput } from '../dom/host/input-guard.js';
import type { LocateDeps } from '../dom/host/locate.js';
import type { LocatedElement } from '../dom/host/tab-view.js';
import type { Attempt } from './attempt.js';

/** Sends input that reaches the judged element only. True: some of it would have reached another one, and was dropped. */
export async function guarded(
  attempt: Attempt,
  view: LocateDeps,
  seen: LocatedElement,
  input: () => Promise<void>,
  also?: LocatedElement,
): Promise<boolean> {
  const guard = await attempt.within(guardInput(view, seen, also));
  try {
    await input();
  } finally {
    // Also when the call is over: the page belongs to whoever comes next.
    guard.lift().catch(() => undefined);
  }
  const dropped = await attempt.within(guard.lift());
  if (dropped === 'click')
    throw new Failure('policy.changed', 'a click would have reached a control that was not judged, and was stopped');
  return dropped === 'input';
}
