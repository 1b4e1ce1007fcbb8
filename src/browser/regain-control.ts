import type { LiveSession } from './session.js';
import type { LiveTab } from './tab.js';
import { succeeds } from './within.js';

const LIMITS = { calmMs: 700, closeTabMs: 1200, closeContextMs: 2000 } as const;

/**
 * After a call that ran out of time. Each step is harder than the one before and has its own limit, because a page in an
 * endless loop answers nothing, and a browser that was stopped closes nothing.
 */
export async function regainControl(
  session: LiveSession,
  tab: LiveTab,
  last: { endSession(why: string): Promise<void> },
): Promise<void> {
  if (tab.page.isClosed() || tab.crashed) return;
  if (await succeeds(LIMITS.calmMs, tab.calmDown())) return;
  const closed = await Promise.all([session.dismiss(tab, LIMITS.closeTabMs), dismissSilent(session, tab)]);
  if (closed.every(Boolean)) return;
  await last.endSession('its page could not be brought back under control');
}

/** Windows that a page opened share its process, and hang with it. */
async function dismissSilent(session: LiveSession, tab: LiveTab): Promise<boolean> {
  const others = session.tabs().filter((other) => other !== tab && !other.crashed);
  const closed = await Promise.all(
    others.map(
      async (other) =>
        (await succeeds(LIMITS.calmMs, other.breathe())) || (await session.dismiss(other, LIMITS.closeTabMs)),
    ),
  );
  return closed.every(Boolean);
}

/** Ends the context, and if it does not end, the browser. */
export async function closeContext(session: LiveSession, kill: () => Promise<void>): Promise<void> {
  session.dispose();
  if (!(await succeeds(LIMITS.closeContextMs, session.closeContext()))) await kill();
}
