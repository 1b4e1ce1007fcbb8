import { Failure, RetryLater } from '../../core/index.js';
import type {
  PauseClock,
  Call,
  Egress,
  ElementTarget,
  Lease,
  SecretRegistry,
  ReportWaiting,
} from '../../core/index.js';
import type { PermitContent } from '../../core/seals/permit-open.js';
import { withCrashReason } from './with-crash-reason.js';
import type { LocatedTargets } from './target-facts.js';
import { once } from '../../platform/once.js';
import { createPage } from '../page/index.js';
import type { StorageRules } from '../page/index.js';
import { reportOpening } from './queued-notices.js';
import { recordCall } from './record-call.js';
import { latenessOf } from './wait-while-alive.js';
import type { LivenessProbe } from './wait-while-alive.js';
import { recoverTab } from './recover-tab.js';
import type { OpenedSession, SessionSlot } from './session-slot.js';
import type { LiveSession } from './session.js';
import type { LocatedElement } from '../dom/host/tab-view.js';
import type { LiveTab } from '../page/tab.js';
import { succeeds, unlessAborted } from '../with-timeout.js';

const BREATH_MS = 2000;

export interface LeaseDeps {
  readonly secrets: SecretRegistry;
  readonly egress?: Egress | undefined;
  readonly mayVisit: (url: string) => boolean;
  readonly maxTokens: number;
  readonly storage: StorageRules;
  readonly seen: LocatedTargets;
  /** Absent: waiting for others counts as the call's own time. */
  readonly pauseClock?: PauseClock | undefined;
  readonly report?: ReportWaiting | undefined;
}

/** Waits for its turn, opens the session if it is the first, and hands out the page for one call. */
export async function leasePage(
  slot: SessionSlot,
  permit: PermitContent,
  signal: AbortSignal,
  deps: LeaseDeps,
): Promise<Lease> {
  const leave = await slot.queue.enter(AbortSignal.any([signal, slot.death]));
  slot.clock.begin();
  let whenOver = (): void => undefined;
  const over = once(() => {
    whenOver();
    slot.clock.end();
    try {
      slot.finished();
    } finally {
      leave();
    }
  });
  let isAbandoned = false;
  try {
    const either = AbortSignal.any([signal, slot.death]);
    const { session, running, tested } = await reportOpening(slot, deps.report, opened(slot, either, deps.pauseClock));
    refuseBeforeTakeoverNews(slot, permit);
    const tab = await unlessAborted(either, tabFor(session, permit, running));
    slot.began(permit.call);
    const page = pageFor({ session, tested }, tab, slot, permit, signal, deps);
    const recorded = recordCall(page, session.recorder, permit, tab.id);
    whenOver = recorded.ended;
    return {
      page: recorded.page,
      inject: async (identity, closed) => {
        slot.reattachRecord?.spoil('it was signed in with an identity of the vault');
        // An identity is injected only after the self-test: a browser whose requests bypass the proxy must not get a secret.
        await unlessAborted(either, tested);
        await unlessAborted(either, session.identities.inject(identity, tab, closed));
        slot.markAuthenticated();
      },
      done: () => {
        if (!isAbandoned) over();
      },
      abandon: () => {
        isAbandoned = true;
        const endSession = (why: string) => slot.end({ code: 'session.expired', why, tellNext: true });
        return slot.recover(recoverTab(session, tab, { running, endSession }).finally(over));
      },
    };
  } catch (error) {
    over();
    throw error;
  }
}

/**
 * A session that was taken over is told to the agent before anything else is done in it; and no call acts on a page of it
 * whose place nobody has judged.
 */
function refuseBeforeTakeoverNews(slot: SessionSlot, { call, callFacts }: PermitContent): void {
  const { reattachRecord } = slot;
  if (reattachRecord?.taken === undefined) return;
  const news = reattachRecord.takeNews(slot.facts().url);
  if (news !== undefined) throw news;
  const needsPage = call.targets.some(({ kind }) => kind === 'page' || kind === 'element');
  if (needsPage && callFacts.page === undefined) throw new Failure('policy.changed');
}

/** The first call opens the session. When others are opened first for too long, the call fails and keeps its place. */
async function opened(
  slot: SessionSlot,
  signal: AbortSignal,
  pauseClock: PauseClock = (wait) => wait(),
): Promise<OpenedSession> {
  const opening = slot.open();
  opening.catch(() => undefined);
  try {
    await pauseClock(() => unlessAborted(signal, slot.untilItsTurn()));
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'call.deadline') throw error;
    throw new RetryLater('call.busy', 'other sessions are being opened first, and this one keeps its place', 500);
  }
  return unlessAborted(signal, opening);
}

function pageFor(
  { session, tested }: Pick<OpenedSession, 'session' | 'tested'>,
  tab: LiveTab,
  slot: SessionSlot,
  permit: PermitContent,
  signal: AbortSignal,
  deps: LeaseDeps,
): Lease['page'] {
  const death = AbortSignal.any([slot.death, tab.crash]);
  const { secrets, egress, mayVisit, maxTokens, storage } = deps;
  const page = createPage({
    session,
    tab,
    permit,
    seen: seenFor(permit.call, deps.seen),
    signal: AbortSignal.any([signal, death]),
    secrets,
    ...(egress === undefined ? {} : { egress }),
    mayVisit,
    storage,
    defaults: { maxTokens },
  });
  return withCrashReason(page, death, tested);
}

async function tabFor(
  session: LiveSession,
  { call, callFacts }: PermitContent,
  running: LivenessProbe,
): Promise<LiveTab> {
  const tab = await session.tabFor(call.scope.tab);
  if (call.effect === 'leave') return (await isUsable(tab, running)) ? tab : session.replace(tab);
  if (tab.crashed) {
    // Its renderer is dead for ever; whoever meant the page that was there is told.
    await session.replace(tab);
    throw new Failure('browser.crashed', `Tab ${tab.id} is gone.`);
  }
  const declares = call.targets.some(({ kind }) => kind === 'element');
  if (declares && callFacts.page?.document !== tab.document()) throw new Failure('policy.changed');
  return tab;
}

/** A page that hangs cannot be left: it would have to agree. What must work on any page goes on in another tab. */
async function isUsable(tab: LiveTab, running: LivenessProbe): Promise<boolean> {
  if (tab.crashed) return false;
  // No page has been in it that could keep it busy.
  if (tab.isUnused) return true;
  const breath = tab.ping();
  if (await succeeds(BREATH_MS, breath)) return true;
  // Where the browser itself is late, the page is not to blame.
  const lateMs = await latenessOf(running);
  return lateMs !== undefined && lateMs > BREATH_MS / 4 && (await succeeds(2 * lateMs, breath));
}

function seenFor(call: Call, seen: LocatedTargets): ReadonlyMap<ElementTarget, LocatedElement> {
  const found = new Map<ElementTarget, LocatedElement>();
  for (const target of call.targets) {
    const element = target.kind === 'element' ? seen.get(target) : undefined;
    if (target.kind === 'element' && element !== undefined) found.set(target, element);
  }
  return found;
}
