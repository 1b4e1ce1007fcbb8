import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../../core/index.js';
import type { ContextOwner } from '../cdp/target-interceptor.js';
import type { RunningBrowser } from '../providers/provider.js';
import type { LiveSession } from './session.js';
import type { AdoptedTabs } from '../reattach/kept-session.js';

const READY_MS = 15_000;
const POLL_MS = 50;

/**
 * The tabs of a session that is taken over, all of them guarded, or none. The browser has shown before that it still goes by
 * the proxy; and nothing of its pages gets out until this is done.
 */
export async function adoptTabs(
  session: LiveSession,
  running: Pick<RunningBrowser, 'selfTested' | 'sharedContext'>,
  owner: ContextOwner,
): Promise<AdoptedTabs> {
  await running.selfTested;
  const adopt = running.sharedContext?.adopt;
  if (adopt === undefined) throw new Failure('browser.start-failed', 'Its tabs cannot be taken over.');
  const adopted = await adopt(owner);
  const end = Date.now() + READY_MS;
  while (session.tabs().length < adopted.kept && Date.now() < end) await wait(POLL_MS);
  const tabs = session.tabs();
  if (tabs.length < adopted.kept) throw new Failure('browser.start-failed', 'A tab that was left does not answer.');
  // A page may have moved between the first look and the guard.
  if (!tabs.every(({ page }) => owner.mayVisit(page.url())))
    throw new Failure('browser.start-failed', 'A tab went where the session may not be.');
  return adopted;
}
