import { Failure } from '../../core/index.js';
import type { ActionResult, WaitFor } from '../../core/index.js';
import { Attempt } from './attempt.js';
import { ifInTime } from './call-time.js';
import { cdpSessionOf } from '../cdp/page-cdp-session.js';
import { gotoFault } from './goto-fault.js';
import { keepPicture } from './keep-picture.js';
import { keepingHint, observe } from './observe.js';
import type { Before, Done } from './observe.js';
import type { PageDeps } from './page-deps.js';
import { proxyWatch } from './proxy-watch.js';
import { AFTER_AN_ACTION, StableWait } from './wait-for-stable.js';
import type { LoadState } from './wait-for-stable.js';
import { isWebUrl } from './shown-url.js';
import { signInIfAsked } from './sign-in.js';

const USUAL_MS = 20_000;
const DOWNLOAD_MS = 500;
/** For each page on the way through a sign-in. */
const STEP_MS = 8_000;

export interface NavigationRequest {
  readonly action: string;
  readonly kind: 'load' | 'history' | 'reload';
  readonly waitFor?: WaitFor;
  readonly snapshot?: Done['snapshot'];
  readonly keepsPicture?: boolean;
  /** Where it leads if nothing comes between, such as a form to sign in. */
  readonly asked: string;
  /** Starts the navigation, and waits for `commit` only: a page that navigates on by itself never finishes loading. */
  go(options: { readonly timeout: number; readonly waitUntil: 'commit' }): Promise<unknown>;
}

/** One navigation that the agent asked for. Pages cannot keep it from going. */
export async function navigateTab(deps: PageDeps, trip: NavigationRequest): Promise<ActionResult> {
  const { tab, session, signal } = deps;
  const attempt = new Attempt(signal, tab);
  const before: Before = { url: tab.page.url(), document: tab.document(), mark: undefined };
  const proxy = proxyWatch(deps);
  const end = Date.now() + (deps.defaults.navigationMs ?? USUAL_MS);
  let settle: StableWait | undefined;
  try {
    const injectStorage = (): Promise<void> => session.identities.injectStorage(tab, trip.asked);
    if (trip.kind === 'load' && isWebUrl(trip.asked)) await attempt.within(session.events.whileLeaving(injectStorage));
    const settling = await attempt.within(StableWait.begin(tab.page));
    settle = settling;
    session.events.begin();
    const go = async (leg: NavigationRequest, until: number): Promise<LoadState> => {
      const started = (): Promise<void> => start(deps, leg, proxy.refusal, until - Date.now());
      await session.events.whileLeaving(() => attempt.send(started, 2 * USUAL_MS));
      return land(deps, settling, leg.waitFor ?? 'load', until);
    };
    const first = await go(trip, end);
    await attempt.within(proxy.throwIfAnswered(settling.response));
    const signIn = await signInIfAsked(deps, attempt, {
      asked: trip.asked,
      first,
      settle: () => land(deps, settling, 'load', Date.now() + STEP_MS),
      goTo: (url) => go({ ...trip, go: (options) => tab.page.goto(url, options) }, Date.now() + STEP_MS),
    });
    const { action, kind, snapshot } = trip;
    const { arrival, who, hint } = signIn;
    const status = settling.response?.status();
    const done = { action, kind, before, arrival, status, flaw: undefined, seen: undefined, hidesValue: false };
    const result = await attempt.within(observe(deps, snapshot === undefined ? done : { ...done, snapshot }));
    const picture = trip.keepsPicture === true ? await attempt.within(keepPicture(deps)) : {};
    return {
      ...result,
      ...picture,
      ...(trip.kind === 'load' && session.takeRestored() ? { restoredProfile: true } : {}),
      ...(who === undefined ? {} : { signedInAs: who }),
      ...(hint === undefined ? {} : { signInHint: hint }),
    };
  } catch (error) {
    if (error instanceof Failure && !signal.aborted) throw error;
    if (tab.crashed) throw new Failure('browser.crashed', undefined, undefined, error);
    throw attempt.explain(error);
  } finally {
    settle?.stop();
  }
}

/** Until the first byte of the new page; throws when there is none. */
async function start(
  deps: PageDeps,
  trip: NavigationRequest,
  refusal: () => Failure | undefined,
  timeout: number,
): Promise<void> {
  const { events } = deps.session;
  try {
    await trip.go({ timeout, waitUntil: 'commit' });
  } catch (error) {
    const fault = gotoFault(error);
    if (fault.kind === 'overtaken' || fault.kind === 'status') return;
    if (fault.kind === 'other') throw error;
    if (fault.kind === 'late') {
      await stopLoading(deps);
      throw new Failure('network.unreachable', `no answer within ${String(Math.round(timeout / 1_000))} s`);
    }
    const { blockedNavigation } = events.during;
    if (blockedNavigation !== undefined && !deps.mayVisit(blockedNavigation))
      throw new Failure('policy.origin-not-allowed', 'the address leads to an origin that is not allowed');
    // Its name arrives later, and belongs to this call.
    if (fault.code === 'page.download' || fault.code === 'browser.nothing-there')
      await events.untilDownload(fault.code === 'page.download' ? DOWNLOAD_MS : 0);
    if (events.during.download) throw new Failure('page.download', keepingHint(deps));
    throw refusal() ?? new Failure(fault.code, fault.hint, undefined, error);
  }
}

/** Until the page is there, or will not be. */
async function land(deps: PageDeps, settle: StableWait, waitFor: WaitFor, end: number): Promise<LoadState> {
  const arrival = await arrive(deps, settle, waitFor, end);
  if (arrival !== 'done' && arrival !== 'none') await stopLoading(deps);
  return arrival;
}

async function arrive(deps: PageDeps, settle: StableWait, waitFor: WaitFor, end: number): Promise<LoadState> {
  const left = end - Date.now();
  const patience = {
    requests: AFTER_AN_ACTION.requests,
    commit: left,
    parsed: left,
    loaded: waitFor === 'domcontentloaded' ? 0 : left,
    mustLoad: waitFor !== 'domcontentloaded',
  };
  const arrival = await settle.untilQuiet(deps.signal, patience);
  if (waitFor !== 'networkidle' || arrival !== 'done') return arrival;
  const idle = deps.tab.page.waitForLoadState('networkidle', { timeout: 0 }).then(() => true);
  return (await ifInTime(end - Date.now(), idle)) === true ? arrival : 'unfinished';
}

/** Stops the load when its time is up: the document must not arrive after the answer. */
async function stopLoading({ tab }: PageDeps): Promise<void> {
  await ifInTime(
    1_000,
    cdpSessionOf(tab.page).then((session) => session.send('Page.stopLoading')),
  );
}
