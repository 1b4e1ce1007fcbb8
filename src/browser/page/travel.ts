import { Failure } from '../../core/index.js';
import type { ActionResult } from '../../core/index.js';
import { Attempt } from './attempt.js';
import { ifInTime } from './call-time.js';
import { devtools } from './devtools.js';
import { gotoFault } from './goto-fault.js';
import { flaw, observe } from './observe.js';
import type { Before, Done, Flaw } from './observe.js';
import type { PageDeps } from './page-deps.js';
import { proxyWatch } from './proxy-watch.js';
import { Settle } from './settle.js';

const USUAL_MS = 20_000;

export interface Trip {
  readonly action: string;
  readonly kind: 'load' | 'history' | 'reload';
  readonly look?: Done['look'];
  /** Starts it, and resolves when the page is as far as was asked for. */
  go(timeout: number): Promise<unknown>;
}

/** One navigation that the agent asked for. Pages cannot keep it from going. */
export async function travel(deps: PageDeps, trip: Trip): Promise<ActionResult> {
  const { tab, session, signal } = deps;
  const attempt = new Attempt(signal, tab);
  const before: Before = { url: tab.page.url(), document: tab.document(), mark: undefined };
  const proxy = proxyWatch(deps);
  let settle: Settle | undefined;
  try {
    settle = await attempt.within(Settle.begin(tab.page));
    session.happenings.begin();
    const late = await session.happenings.whileLeaving(() => attempt.send(() => go(deps, trip, before, proxy.refusal)));
    const arrival = late === undefined ? await settle.untilQuiet(signal) : 'done';
    if (late !== undefined || arrival === 'endless' || arrival === 'pending') await stopLoading(deps);
    proxy.throwIfAnswered(settle.status);
    const { action, kind, look } = trip;
    const { status } = settle;
    const done = { action, kind, before, arrival, status, flaw: late, seen: undefined, hidesValue: false };
    return await attempt.within(observe(deps, look === undefined ? done : { ...done, look }));
  } catch (error) {
    if (error instanceof Failure && !signal.aborted) throw error;
    if (tab.crashed) throw new Failure('browser.crashed', undefined, undefined, error);
    throw attempt.explain(error);
  } finally {
    settle?.stop();
  }
}

/** Returns what is wrong with the page that is there; throws when there is none. */
async function go(
  deps: PageDeps,
  trip: Trip,
  before: Before,
  refusal: () => Failure | undefined,
): Promise<Flaw | undefined> {
  const timeout = deps.defaults.navigationMs ?? USUAL_MS;
  const { happenings } = deps.session;
  try {
    await trip.go(timeout);
    return undefined;
  } catch (error) {
    const fault = gotoFault(error);
    if (fault.kind === 'overtaken' || fault.kind === 'status') return undefined;
    if (fault.kind === 'other') throw error;
    const { blockedNavigation, download } = happenings.during;
    if (blockedNavigation !== undefined && !deps.mayVisit(blockedNavigation))
      throw new Failure('policy.origin-not-allowed', 'the address leads to an origin that is not allowed');
    if (download) throw new Failure('page.download');
    if (fault.kind === 'refused') throw refusal() ?? new Failure(fault.code, fault.hint, undefined, error);
    if (deps.tab.document() !== before.document) return flaw('page.not-loaded');
    await stopLoading(deps);
    throw new Failure('network.unreachable', `no answer within ${String(Math.round(timeout / 1_000))} s`);
  }
}

/** What has not come by now must not come later, behind everybody's back. */
async function stopLoading({ tab }: PageDeps): Promise<void> {
  await ifInTime(
    1_000,
    devtools(tab.page).then((session) => session.send('Page.stopLoading')),
  );
}
