import type { Page as PlaywrightPage } from 'playwright-core';
import { Failure, PageText, onePageLine } from '../../core/index.js';
import type { ActionResult, Downloaded, ElementTarget, UrlTarget } from '../../core/index.js';
import type { Arriving, Inbox } from '../files/inbox.js';
import { MAX_DOWNLOAD, tooLarge } from '../files/session-files.js';
import { runsAsProgram } from '../files/sniff-type.js';
import { judgedUrl } from '../cdp/paused-request.js';
import { explainFault } from './attempt.js';
import { duringCall, ifInTime } from './call-time.js';
import { requireFiles } from './require-files.js';
import { requireDeclared } from './permit-preconditions.js';
import { judgedUrlOf } from './page-navigation.js';
import { flaw } from './observe.js';
import type { PageDeps } from './page-deps.js';
import { runAction } from './run-action.js';
import { click } from './pointer.js';
import { originOf } from './shown-url.js';
import { navigateTab } from './navigate.js';

/** From the click to the first word of a download. */
const BEGIN_MS = 10_000;
const POLL_MS = 100;
const AFTER_A_TRIP_MS = 1_000;
const CLOSE_MS = 2_000;

/** Starts one download, and keeps the file. Only while this runs does the browser take any. */
export async function download(deps: PageDeps, target: ElementTarget | UrlTarget): Promise<Downloaded> {
  const { session, tab, signal } = deps;
  const files = requireFiles(session);
  const before = new Set(session.context.pages());
  let inbox: Inbox | undefined;
  try {
    const opened = await duringCall(signal, files.openInbox());
    inbox = opened;
    // Downloads that other tabs start meanwhile do not belong to this call.
    const isOurs = (page: PlaywrightPage): boolean => page === tab.page || !before.has(page);
    session.events.takeDownloads(
      (page, { url, suggestedFilename }) => isOurs(page) && opened.offer(url, suggestedFilename),
    );
    const result = target.kind === 'url' ? await open(deps, opened, target) : await press(deps, opened, target);
    const arriving = await opened.first(0);
    if (arriving === undefined) return { result };
    return { result, file: await receive(deps, opened, arriving) };
  } catch (error) {
    throw explainFault(error, tab);
  } finally {
    session.events.takeDownloads(undefined);
    if (inbox !== undefined) await ifInTime(CLOSE_MS, inbox.close());
  }
}

async function press(deps: PageDeps, inbox: Inbox, target: ElementTarget): Promise<ActionResult> {
  const seen = requireDeclared(deps, target);
  const { tab, session } = deps;
  const before = tab.document();
  const wentElsewhere = (): boolean =>
    tab.document() !== before || session.events.during.blockedNavigation !== undefined;
  const result = await runAction(deps, { action: 'download', seen }, async (attempt) => {
    await click(attempt, tab, seen);
    const end = Date.now() + BEGIN_MS;
    while (Date.now() < end && !wentElsewhere()) if ((await attempt.within(inbox.first(POLL_MS))) !== undefined) break;
    return undefined;
  });
  // When there is another failure, or a download, "no download" would be wrong.
  if (!result.ok || (await inbox.first(POLL_MS)) !== undefined) return result;
  return { ...result, ok: false, failure: flaw('page.no-download') };
}

/** In a tab of its own: if the address is a page after all, the one that is open stays where it is. */
async function open(deps: PageDeps, inbox: Inbox, target: UrlTarget): Promise<ActionResult> {
  const url = judgedUrlOf(deps, target);
  const { session } = deps;
  const tab = await duringCall(deps.signal, session.openTab());
  try {
    const go = (options: Parameters<typeof tab.page.goto>[1]): Promise<unknown> => tab.page.goto(url, options);
    const result = await navigateTab(
      { ...deps, tab },
      { action: 'download', kind: 'load', snapshot: 'none', asked: url, go },
    );
    const failure = flaw('page.no-download', 'the address opens as a page: use browser_navigate');
    return (await inbox.first(0)) === undefined ? { ...result, ok: false, failure } : result;
  } catch (error) {
    const cameToNothing =
      error instanceof Failure && (error.code === 'page.download' || error.code === 'browser.nothing-there');
    if (!cameToNothing || (await inbox.first(AFTER_A_TRIP_MS)) === undefined) throw error;
    return { ok: true, action: 'download' };
  } finally {
    if (!tab.page.isClosed()) await session.close(tab.id);
    if (session.tabs().some(({ id }) => id === deps.tab.id)) session.select(deps.tab.id);
  }
}

async function receive(deps: PageDeps, inbox: Inbox, arriving: Arriving): Promise<Downloaded['file']> {
  const { session, tab, secrets, signal } = deps;
  const { id, url, suggested } = arriving;
  const from = judgedUrl(url) ?? url;
  const isWeb = /^https?:/iu.test(from);
  // A link that only downloads is no document, so it did not pass the interceptor that judges those.
  if (isWeb && !deps.mayVisit(from)) {
    await inbox.cancel(id);
    throw new Failure('policy.origin-not-allowed', 'the file comes from an origin that is not allowed');
  }
  const origin = isWeb ? originOf(from) : originOf(tab.page.url());
  await duringCall(signal, inbox.received(id, MAX_DOWNLOAD, tooLarge, signal));
  const masked = secrets.maskedIn(session.scope);
  const kept = await duringCall(signal, requireFiles(session).keep(inbox, id, suggested, masked, signal));
  return {
    origin,
    path: new PageText(origin, kept.path),
    ...(kept.workspace === undefined ? {} : { workspace: kept.workspace }),
    suggested: new PageText(origin, onePageLine(suggested, 100)),
    bytes: kept.bytes,
    sha256: kept.sha256,
    type: kept.type,
    isProgram: runsAsProgram(kept.type),
  };
}
