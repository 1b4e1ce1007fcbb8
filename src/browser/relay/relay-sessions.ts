import { availableParallelism } from 'node:os';
import { Failure, sessionKey, sessionNameOf } from '../../core/index.js';
import type { Lease, TargetFacts, Permit, Scope, Sessions, Target } from '../../core/index.js';
import { openPermit } from '../../core/seals/permit-open.js';
import type { PermitContent } from '../../core/seals/permit-open.js';
import { absentLease } from '../sessions/absent-page.js';
import { OpeningQueue } from '../sessions/opening-queue.js';
import { limitsFor } from '../sessions/limits-for.js';
import { makeCapacity } from '../sessions/session-capacity.js';
import { SessionSlot } from '../sessions/session-slot.js';
import { SlotSessions } from '../sessions/slot-sessions.js';
import { readTargets } from './confirm-target.js';
import { openUpstream } from './open-upstream.js';
import type { RelaySessionsDeps } from './relay-deps.js';
import { RelayLimitWatch } from './relay-limit-watch.js';
import { leaseRelay } from './relay-lease.js';
import type { OpenedRelay, RelaySlot } from './relay-lease.js';
import { noPage, RelaySession } from './relay-session.js';
import { resultOrTooLate, TOO_LATE } from '../with-timeout.js';

const FACTS_MS = 10_000;
/** A call that targets nothing on the page, as a navigation, waits no longer than this for the page's facts. */
const GLANCE_MS = 3000;
const CHECK_IDLE_MS = 60_000;

/** Sessions in browsers that an upstream drives: one of each for each session. */
export class RelaySessions extends SlotSessions<OpenedRelay> implements Sessions {
  readonly #deps: RelaySessionsDeps;
  readonly #openings = new OpeningQueue(availableParallelism());
  readonly #watch: RelayLimitWatch;
  readonly #idleCheck: NodeJS.Timeout;
  #isClosed = false;

  constructor(deps: RelaySessionsDeps) {
    super(deps);
    this.#deps = deps;
    const received = deps.egress?.received?.bind(deps.egress);
    this.#watch = new RelayLimitWatch(() => this.slots.values(), received);
    const { idleTtlMs } = deps.place.relay;
    this.#idleCheck = setInterval(
      () => {
        this.#restIdle(idleTtlMs);
      },
      Math.min(CHECK_IDLE_MS, idleTtlMs),
    ).unref();
  }

  async readFacts(scope: Scope, targets: readonly Target[], signal: AbortSignal): Promise<TargetFacts> {
    this.throwEnding(scope);
    const slot = this.slots.get(sessionKey(scope));
    slot?.touch();
    const { session } = slot ?? {};
    session?.touch();
    const driver = session?.running;
    const needsElement = targets.some(({ kind }) => kind === 'element');
    if (session === undefined || driver === undefined) {
      if (needsElement) throw session === undefined ? new Failure('session.none') : noPage(session);
      return { elements: new Map() };
    }
    const isOnPage = targets.some(({ kind }) => kind === 'element' || kind === 'page');
    const ms = isOnPage ? FACTS_MS : GLANCE_MS;
    const known = { refs: session.refs, pageSecrets: this.#deps.pageSecrets(scope) };
    const read = await resultOrTooLate(ms, readTargets(driver, targets, known, signal));
    if (read === TOO_LATE) {
      // What must work on any page goes on without its facts; an action does not.
      if (isOnPage) throw new Failure('call.deadline', 'The page is busy and does not answer.');
      return { elements: new Map() };
    }
    if (read === undefined) {
      if (needsElement) throw new Failure('session.none');
      return { elements: new Map() };
    }
    if (isOnPage && scope.tab !== undefined && scope.tab !== read.state.page.tab) throw anotherTab();
    return {
      page: read.state.page,
      elements: new Map([...read.elements].map(([target, { facts }]) => [target, facts])),
    };
  }

  async lease(permit: Permit, signal: AbortSignal): Promise<Lease> {
    const content = openPermit(permit);
    const { scope } = content.call;
    this.throwEnding(scope);
    const slot = this.slots.get(sessionKey(scope)) ?? this.#newSlot(content);
    slot?.narrow(limitsFor(this.#deps.options.sessions, content.call.principal.team));
    return slot === undefined ? absentLease() : leaseRelay(slot, content, signal, this.#deps);
  }

  /** Always true where a session is: the upstream does not say whether a page shows a secret, so no frame is kept. */
  isSecretLive(scope: Scope): Promise<boolean | undefined> {
    return Promise.resolve(this.slots.has(sessionKey(scope)) ? true : undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#idleCheck);
    const slots = [...this.slots.values()];
    await Promise.allSettled(slots.map((slot) => slot.end({ code: 'session.expired', why: 'the server is stopping' })));
  }

  #restIdle(idleTtlMs: number): void {
    for (const { session, queue, scope } of this.slots.values()) {
      if (session?.running === undefined || queue.isBusy || session.idleMs <= idleTtlMs) continue;
      this.#deps.note({ event: 'browser.rested', scope, facts: { idleMs: session.idleMs } });
      session.rest().catch(() => undefined);
    }
  }

  /** Undefined: the call wants to end what is not there. */
  #newSlot({ call, callFacts }: PermitContent): RelaySlot | undefined {
    if (call.tool === 'browser_close') return undefined;
    const needsPage = call.targets.some(({ kind }) => kind === 'page' || kind === 'element');
    if (needsPage && callFacts.page === undefined) throw new Failure('session.none');
    if (this.#isClosed) throw new Failure('call.cancelled', 'The server is stopping.');
    const { maxConcurrent, idleSeconds } = this.#deps.options.sessions;
    const limits = { maxSessions: maxConcurrent, ofTeam: call.principal.team?.maxSessions };
    makeCapacity([...this.slots.values()], limits, call.scope, this.#deps.isAbandoned);
    const slot: RelaySlot = new SessionSlot({
      scope: sessionNameOf(call.scope),
      idleMs: idleSeconds * 1000,
      limits: limitsFor(this.#deps.options.sessions, call.principal.team),
      whyCrashed: () => undefined,
      enter: () => this.#openings.enter(call.scope.principal),
      open: (opening) => this.#open(opening),
      onEnd: (ended, ending, undelivered) => {
        this.ended(ended, ending, undelivered);
      },
    });
    this.slots.set(sessionKey(call.scope), slot);
    this.#watch.start();
    return slot;
  }

  async #open(slot: RelaySlot): Promise<Awaited<ReturnType<RelaySlot['open']>>> {
    const { scope } = slot;
    const session = new RelaySession({
      start: () => openUpstream(scope, this.#deps, slot.death),
      onCrash: () => void slot.end({ code: 'browser.crashed', why: 'the browser crashed' }),
    });
    await session.use();
    this.#deps.note({ event: 'session.opened', scope, facts: {} });
    return { session, tested: Promise.resolve(), close: () => session.drop(), ...session.figures };
  }
}

function anotherTab(): Failure {
  return new Failure(
    'browser.unsupported',
    'browser.provider: relay acts in the current tab: select it with browser_tabs first',
  );
}
