import { availableParallelism } from 'node:os';
import { Failure, sessionKey, sessionNameOf } from '../core/index.js';
import type {
  CapturedState,
  PauseClock,
  Call,
  ElementTarget,
  Frame,
  EndedTakeover,
  Lease,
  TargetFacts,
  Permit,
  Scope,
  SessionMatch,
  SessionView,
  Sessions,
  Takeover,
  Target,
  ReportWaiting,
} from '../core/index.js';
import { readTargetExtension } from './extensions/target-extension.js';
import { openPermit } from '../core/seals/permit-open.js';
import type { PermitContent } from '../core/seals/permit-open.js';
import { absentLease } from './sessions/absent-page.js';
import { leasePage } from './sessions/lease.js';
import { originOfUrl } from './origin-of-url.js';
import { readTargetFacts } from './sessions/target-facts.js';
import type { LocatedTargets } from './sessions/target-facts.js';
import { OpeningQueue } from './sessions/opening-queue.js';
import { wayOut } from './sessions/borrow-browser.js';
import { isOnFor, openSession } from './sessions/open-session.js';
import { isSecretOnTab } from './page/find-secrets.js';
import { elementPicture, tabFrame } from './page/small-picture.js';
import type { RefNumbers } from './dom/index.js';
import { LimitWatch } from './sessions/limit-watch.js';
import { SlotLimits } from './sessions/slot-limits.js';
import { limitsFor, stricterOf } from './sessions/limits-for.js';
import type { SetLimits } from './sessions/limits-for.js';
import { makeCapacity } from './sessions/session-capacity.js';
import { remember } from './sessions/remember.js';
import { SessionSlot } from './sessions/session-slot.js';
import type { OpenedSession, SessionEnding } from './sessions/session-slot.js';
import { SlotSessions } from './sessions/slot-sessions.js';
import type { SessionsDeps } from './sessions/sessions-deps.js';
import { sessionBrowsersOf } from './sessions/choose-browsers.js';
import type { SessionBrowsers } from './sessions/session-browsers.js';
import { captureSession } from './takeover/session-picture.js';
import { takeOver, unseenWhileDriven } from './takeover/take-over.js';
import { unlessAborted } from './with-timeout.js';

/** All sessions of this server, each under its owner's name for it. */
export class BrowserSessions extends SlotSessions<OpenedSession> implements Sessions {
  readonly #deps: SessionsDeps;
  readonly #browsers: SessionBrowsers;
  readonly #seen: LocatedTargets = new WeakMap();
  readonly #refNumbers = new Map<string, RefNumbers>();
  readonly #openings = new OpeningQueue(availableParallelism());
  readonly #watch: LimitWatch;
  #isClosed = false;

  constructor(deps: SessionsDeps) {
    super(deps);
    this.#deps = deps;
    this.#browsers = sessionBrowsersOf(deps.launcher, deps.note);
    const received = deps.egress?.received?.bind(deps.egress);
    this.#watch = new LimitWatch({ slots: () => this.slots.values(), ...deps.launcher, received });
    if (deps.launcher.warm > 0) this.#warmUp().catch(() => undefined);
  }

  async readFacts(scope: Scope, targets: readonly Target[], signal: AbortSignal): Promise<TargetFacts> {
    this.throwEnding(scope);
    if (!this.slots.has(sessionKey(scope))) await this.#deps.keeper?.lookFor(scope);
    const slot = this.slots.get(sessionKey(scope));
    if (slot === undefined) this.#deps.keeper?.refuseUntaken(scope, targets);
    const isAttached = !this.#deps.launcher.traits.ownProfile;
    const named = await readTargetExtension(targets, this.#deps);
    if (slot?.driver !== undefined) return { ...unseenWhileDriven(targets), ...named, isAttached };
    slot?.touch();
    if (slot !== undefined) await unlessAborted(signal, slot.untilRecovered());
    const tab = slot?.session?.peek(scope.tab);
    return { ...(await readTargetFacts(tab, targets, signal, this.#seen)), ...named, isAttached };
  }

  async lease(permit: Permit, signal: AbortSignal, pauseClock?: PauseClock, report?: ReportWaiting): Promise<Lease> {
    const content = openPermit(permit);
    const { scope } = content.call;
    this.throwEnding(scope);
    if (!this.slots.has(sessionKey(scope))) await this.#deps.keeper?.lookFor(scope);
    const slot = this.slots.get(sessionKey(scope)) ?? this.#newSlot(content);
    if (slot === undefined) return absentLease();
    slot.narrow(this.#limitsFor(content.call));
    if (slot.driver !== undefined) throw new Failure('session.taken-over');
    const { secrets, egress, options, mayVisit, states } = this.#deps;
    return leasePage(slot, content, signal, {
      ...{ secrets, egress },
      mayVisit: (url) => mayVisit(slot.scope, url),
      maxTokens: options.snapshot.maxTokens,
      storage: { revealValues: options.storage?.unsafeRevealValues ?? false, states },
      seen: this.#seen,
      ...{ pauseClock, report },
    });
  }

  async picture(scope: Scope, target: ElementTarget): Promise<Uint8Array | undefined> {
    const tab = this.slots.get(sessionKey(scope))?.session?.peek(scope.tab);
    const seen = this.#seen.get(target);
    if (tab === undefined || seen === undefined) return undefined;
    return elementPicture(tab, seen, this.#deps.secrets.maskedIn(scope));
  }

  async frame(scope: Scope): Promise<Frame | undefined> {
    const slot = this.slots.get(sessionKey(scope));
    // Frames go to the record, which has nothing of what a person does during a takeover.
    const tab = slot?.driver === undefined ? slot?.session?.peek(scope.tab) : undefined;
    const frame = tab && (await tabFrame(tab, this.#deps.secrets.maskedIn(scope)));
    return slot?.driver === undefined ? frame : undefined;
  }

  async watch(scope: Scope, longest: number): Promise<SessionView | undefined> {
    const slot = this.slots.get(sessionKey(scope));
    return slot === undefined ? undefined : captureSession(slot, this.#deps.secrets.maskedIn(scope), longest);
  }

  async takeOver(permit: Permit, person: { readonly by: string; readonly idleMs: number }): Promise<Takeover> {
    const slot = this.slots.get(sessionKey(openPermit(permit).call.scope));
    if (slot === undefined) throw new Failure('session.none');
    return takeOver(slot, person, this.#deps);
  }

  async readState(scope: Scope, origin: string): Promise<CapturedState> {
    const context = this.slots.get(sessionKey(scope))?.session?.context;
    if (context === undefined) throw new Failure('session.none');
    return (await import('./sessions/capture-state.js')).readOriginState(context, origin);
  }

  takeEndedTakeover(scope: Scope): EndedTakeover | undefined {
    const slot = this.slots.get(sessionKey(scope));
    const seconds = slot?.takeoverState.takeSeconds();
    return slot === undefined || seconds === undefined ? undefined : { seconds, origin: originOfUrl(slot.facts().url) };
  }

  async isSecretLive(scope: Scope): Promise<boolean | undefined> {
    const slot = this.slots.get(sessionKey(scope));
    const tab = slot?.session?.peek(scope.tab);
    if (slot === undefined || tab === undefined) return undefined;
    if (slot.isAuthenticated || slot.driver !== undefined) return true;
    return isSecretOnTab(tab, this.#deps.secrets.maskedIn(scope));
  }

  override async end(match: SessionMatch, why: string): Promise<number> {
    const dropped = this.#deps.keeper?.drop(match, why);
    const [ended] = await Promise.all([super.end(match, why), dropped]);
    return ended;
  }

  secretKept(principal: string | undefined): void {
    this.#deps.keeper?.secretKept(principal, this.slots.values());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const left = [...this.slots.values()].filter((slot) => this.#deps.keeper?.leaves(slot) === true);
    for (const { opened } of left) opened?.running.reattachable?.leave();
    const ending = [...this.slots.values()].map((slot) => {
      if (!left.includes(slot)) slot.reattachRecord?.remove();
      return slot.end({ code: 'session.expired', why: 'the server is stopping' });
    });
    // Killing the browsers first saves the wait for each context to close by itself.
    await this.#browsers.kill();
    await Promise.allSettled(ending);
  }

  /** This scope belongs to no caller: its admission only gives the address of the proxy. */
  async #warmUp(): Promise<void> {
    const { egress } = this.#deps;
    const scope = { principal: 'gatewright', session: 'warm' };
    const admission = await egress?.admit(scope);
    egress?.dismiss(scope);
    if (!this.#isClosed) this.#browsers.warmUp?.(wayOut(admission, egress));
  }

  /** Undefined: the call wants to end what is not there. */
  #newSlot({ call, callFacts }: PermitContent): SessionSlot | undefined {
    const { keeper } = this.#deps;
    const isHeld = keeper?.holds(call.scope) === true;
    if (call.tool === 'browser_close') {
      if (isHeld) keeper.drop(sessionNameOf(call.scope), 'it was closed').catch(() => undefined);
      return undefined;
    }
    const needsPage = call.targets.some(({ kind }) => kind === 'page' || kind === 'element');
    if (needsPage && callFacts.page === undefined && !isHeld) throw new Failure('session.none');
    if (this.#isClosed) throw new Failure('call.cancelled', 'The server is stopping.');
    const { maxConcurrent, idleSeconds } = this.#deps.options.sessions;
    const { maxSessions = maxConcurrent } = this.#deps.launcher;
    const limits = { maxSessions: Math.min(maxConcurrent, maxSessions), ofTeam: call.principal.team?.maxSessions };
    makeCapacity([...this.slots.values()], limits, call.scope, this.#deps.isAbandoned);
    const setLimits = this.#limitsFor(call);
    const reattachRecord = keeper?.claim(call, new SlotLimits(setLimits).lifeMs);
    const refNumbers = this.#refNumbersOf(call.scope, reattachRecord?.taken?.lastRef);
    if (needsPage && callFacts.page === undefined && reattachRecord?.taken === undefined)
      throw new Failure('session.none');
    const slot = new SessionSlot({
      ...{ scope: sessionNameOf(call.scope), idleMs: idleSeconds * 1000, limits: setLimits, reattachRecord },
      lastRef: () => refNumbers.last,
      whyCrashed: (crashed) => this.#watch.whyCrashed(crashed),
      enter: () => this.#openings.enter(call.scope.principal),
      open: async (opening) => {
        const { traits, isElsewhere } = this.#deps.launcher;
        const isOn = isOnFor(call, this.#deps.capabilities);
        const of = { browsers: this.#browsers, traits, isElsewhere, refNumbers, isOn, taken: reattachRecord?.taken };
        const opened = await openSession(opening, { ...this.#deps, ...of }).catch(reattachRecord?.explain ?? rethrow);
        keeper?.keep(opening, opened, call);
        return opened;
      },
      onEnd: (ended, ending, undelivered) => {
        this.ended(ended, ending, undelivered);
      },
    });
    this.slots.set(sessionKey(call.scope), slot);
    this.#watch.start();
    return slot;
  }

  #refNumbersOf(scope: Scope, atLeast = 0): RefNumbers {
    const key = sessionKey(scope);
    const numbers = this.#refNumbers.get(key) ?? { last: 0 };
    numbers.last = Math.max(numbers.last, atLeast);
    remember(this.#refNumbers, key, numbers);
    return numbers;
  }

  #limitsFor({ principal }: Call): SetLimits {
    const { memory } = this.#deps.launcher;
    const limits = limitsFor(this.#deps.options.sessions, principal.team);
    return memory === undefined ? limits : stricterOf(limits, { memoryBytes: memory });
  }

  protected override ended(slot: SessionSlot, ending: SessionEnding, undelivered: Failure | undefined): void {
    if (!this.#isClosed) slot.reattachRecord?.remove();
    super.ended(slot, ending, undelivered);
  }
}

function rethrow(error: unknown): never {
  throw error;
}
