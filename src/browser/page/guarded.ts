import type { LocatedElement, TabView } from '../dom/host/tab-view.js';
import type { Attempt } from './attempt.js';

/** Sends input that reaches what was judged and nothing else. Says whether any of it strayed, and was dropped. */
export async function guarded(
  attempt: Attempt,
  view: TabView,
  seen: LocatedElement,
  input: () => Promise<void>,
  also?: LocatedElement,
): Promise<boolean> {
  const guard = await attempt.within(view.guardInput(seen, also));
  try {
    await input();
  } finally {
    // Also when the call is over: the page belongs to whoever comes next.
    guard.lift().catch(() => undefined);
  }
  return attempt.within(guard.lift());
}
