import { ifInTime } from './call-time.js';
import type { PageDeps } from './page-deps.js';
import type { Settle } from './wait-for-stable.js';

const POPUPS = { ms: 1_500, waitedFor: 3 } as const;
const DOWNLOAD_MS = 200;

/** What an action starts outside of its own page: new tabs with something in them, downloads with a name. */
export async function aftermath({ session }: PageDeps, settle: Settle): Promise<void> {
  const { happenings } = session;
  if (settle.cameToNothing) await happenings.untilDownload(DOWNLOAD_MS);
  if (settle.windows === 0) return;
  const popups = await happenings.untilPopups(settle.windows, POPUPS.ms);
  const tabs = session.tabs().filter(({ id }) => popups.includes(id));
  const parsed = tabs.slice(0, POPUPS.waitedFor).map(({ page }) => page.waitForLoadState('domcontentloaded'));
  await ifInTime(POPUPS.ms, Promise.all(parsed));
}
