import { latenessOf } from './wait-while-alive.js';
import type { LivenessProbe } from './wait-while-alive.js';
import type { LiveSession } from './session.js';
import type { LiveTab } from '../page/tab.js';
import { succeeds } from '../with-timeout.js';

const LIMITS = { calmMs: 700, closeTabMs: 1200, closeContextMs: 2000, closeCrashedMs: 20_000 } as const;

/**
 * After a call that ran out of time. Each step is harder than the one before and has its own limit, because a page in an
 * endless loop answers nothing, and a browser that was stopped closes nothing.
 */
export async function recoverTab(
  session: LiveSession,
  tab: LiveTab,
  last: { readonly running: LivenessProbe; endSession(why: string): Promise<void> },
): Promise<void> {
  const { running } = last;
  if (tab.page.isClosed() || tab.crashed) return;
  const calm = tab.stopAndPing();
  if (await succeeds(LIMITS.calmMs, calm)) return;
  const lateMs = await latenessOf(running);
  if (lateMs === undefined) {
    // Noted before the browser ends: the next call is told, because this one already has its answer.
    last.endSession('its browser no longer answered').catch(() => undefined);
    await running.kill();
    return;
  }
  // Where the browser itself is late, its pages have as much longer: they are not to blame.
  if (lateMs > LIMITS.calmMs / 2 && (await succeeds(2 * lateMs, calm))) return;
  const limits = { calmMs: LIMITS.calmMs + 2 * lateMs, closeTabMs: LIMITS.closeTabMs + 2 * lateMs };
  const closed = await Promise.all([session.dismiss(tab, limits.closeTabMs), dismissSilent(session, tab, limits)]);
  if (closed.every(Boolean)) return;
  await last.endSession('its page could not be brought back under control');
}

/** Windows that a page opened share its process, and hang with it. */
async function dismissSilent(
  session: LiveSession,
  tab: LiveTab,
  { calmMs, closeTabMs }: { readonly calmMs: number; readonly closeTabMs: number },
): Promise<boolean> {
  const others = session.tabs().filter((other) => other !== tab && !other.crashed);
  const closed = await Promise.all(
    others.map(async (other) => (await succeeds(calmMs, other.ping())) || (await session.dismiss(other, closeTabMs))),
  );
  return closed.every(Boolean);
}

/**
 * Ends the context. A browser that is only busy with others is given time, after the renderers of this one are killed;
 * one that is hung, or keeps a context that must go, is ended as a whole.
 */
export async function closeContext(session: LiveSession, running: LivenessProbe): Promise<void> {
  session.dispose();
  const closing = session.closeContext();
  if (await succeeds(LIMITS.closeContextMs, closing)) return;
  if (await running.answers()) {
    session.crashPages();
    if (await succeeds(LIMITS.closeCrashedMs, closing)) return;
  }
  await running.kill();
}
