import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { cdpSessionOf } from '../cdp/page-cdp-session.js';
import { succeeds } from '../with-timeout.js';
import { notInjected } from './check-identity.js';

const LEAVE_MS = 3000;
/** A window that a page opens as it is left comes a little later. */
const LATE_MS = 100;
const MAX_ROUNDS = 5;

/**
 * Nothing of these origins is left in the context: no document, no service worker, no cached page. A page can read the
 * cookies of its host whatever its port is, and it needs no connection for that.
 */
export async function leaveOrigins(
  context: BrowserContext,
  browser: CDPSession,
  closed: readonly string[],
): Promise<void> {
  if (closed.length === 0) return;
  const origins = new Set(closed);
  let left: readonly Page[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    left = context.pages().filter((page) => mayHold(page, origins));
    const done = await Promise.all(left.map((page) => leave(page)));
    if (done.includes(false)) break;
    await wait(LATE_MS);
    const isNew = (page: Page): boolean => !left.includes(page) && mayHold(page, origins);
    if (context.pages().some(isNew)) continue;
    const forgotten = await Promise.all([
      ...closed.map((origin) => succeeds(LEAVE_MS, forget(browser, origin))),
      succeeds(LEAVE_MS, browser.send('Network.clearBrowserCache')),
    ]);
    if (!forgotten.includes(false) && (await succeeds(LEAVE_MS, stopWorkers(browser)))) return;
    break;
  }
  throw notInjected('pages of another port of its host could not be closed');
}

/** An empty or made-up document has the origin of whoever made it, which its address does not say. */
function mayHold(page: Page, closed: ReadonlySet<string>): boolean {
  return page.frames().some((frame) => {
    const url = frame.url();
    return !/^https?:/u.test(url) || !URL.canParse(url) || closed.has(new URL(url).origin);
  });
}

/** A page that does not go is closed. */
async function leave(page: Page): Promise<boolean> {
  const empty = async (): Promise<void> => {
    const session = await cdpSessionOf(page);
    // By way of another place: from one empty document to the next nothing would be loaded.
    for (const url of ['data:text/html,', 'about:blank']) await session.send('Page.navigate', { url });
  };
  return (await succeeds(LEAVE_MS, empty())) || succeeds(LEAVE_MS, page.close({ runBeforeUnload: false }));
}

/** A worker that is unregistered runs on while it has something to do. Others are started again when they are needed. */
async function stopWorkers(browser: CDPSession): Promise<void> {
  await browser.send('ServiceWorker.enable');
  await browser.send('ServiceWorker.stopAllWorkers');
  await browser.send('ServiceWorker.disable');
}

async function forget(browser: CDPSession, origin: string): Promise<void> {
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' });
}
