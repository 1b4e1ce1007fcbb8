import { ifInTime } from './call-time.js';
import type { PageDeps } from './page-deps.js';
import type { StableWait } from './wait-for-stable.js';

const POPUPS = { ms: 1_500, waitedFor: 3 } as const;
const DOWNLOAD_MS = 200;

/** What an action starts outside of its own page: new tabs with something in them, downloads with a name. */
export async function awaitSideEffects({ session }: PageDeps, settle: StableWait): Promise<void> {
  const { events } = session;
  if (settle.cameToNothing) await events.untilDownload(DOWNLOAD_MS);
  if (settle.windows === 0) return;
  const popups = await events.untilPopups(settle.windows, POPUPS.ms);
  const tabs = session.tabs().filter(({ id }) => popups.includes(id));
  const parsed = tabs.slice(0, POPUPS.waitedFor).map(({ page }) => page.waitForLoadState('domcontentloaded'));
  await ifInTime(POPUPS.ms, Promise.all(parsed));
}
