import { availableParallelism } from 'node:os';
import { Failure, matchesSession, sessionKey, sessionNameOf } from '../core/index.js';
import type {
  Capability,
  CapturedState,
  Aside,
  Call,
  Egress,
  ElementTarget,
  Frame,
  HandedBack,
  Lease,
  TargetFacts,
  PageSecretsFor,
  Permit,
  RecordedEvent,
  Scope,
  SecretRegistry,
  SessionMatch,
  SessionName,
  SessionFacts,
  SessionSight,
  Sessions,
  StateStore,
  Takeover,
  Target,
  TellWaiting,
} from '../core/index.js';
import { readTargetExtension } from './extensions/target-extension.js';
import type { ProfileStore } from './profile-store.js';
import { openPermit } from '../core/seals/permit-open.js';
import type { PermitContent } from '../core/seals/permit-open.js';
import { absentLease } from './sessions/absent-page.js';
import type { FileFolders } from './files/session-files.js';
import { leasePage } from './sessions/lease.js';
import { readTargetFacts, originOfUrl } from './sessions/target-facts.js';
import type { LocatedTargets } from './sessions/target-facts.js';
import { OpeningQueue } from './sessions/opening-queue.js';
import { wayOut } from './sessions/borrow-browser.js';
import { isOnFor, openSession } from './sessions/open-session.js';
import type { DialogsDeps } from './sessions/open-deps.js';
import type { BrowserOptions } from './options.js';
import { isSecretOnTab } from './page/secret-on-tab.js';
import { elementPicture, tabFrame } from './page/small-picture.js';
import type { BrowserLauncher } from './providers/provider.js';
import type { RefNumbers } from './dom/index.js';
import { LimitWatch } from './sessions/limit-watch.js';
import { limitsFor, stricterOf } from './sessions/limits-for.js';
import type { SetLimits } from './sessions/limits-for.js';
import { makeCapacity } from './sessions/session-capacity.js';
import { remember } from './sessions/remember.js';
import { SessionSlot } from './sessions/session-slot.js';
import type { SessionEnding } from './sessions/session-slot.js';
import { sessionBrowsersOf } from './sessions/choose-browsers.js';
import type { SessionBrowsers } from './sessions/session-browsers.js';
import { captureSession } from './takeover/session-picture.js';
import { takeOver, unseenWhileDriven } from './takeover/take-over.js';
import { unlessAborted } from './with-timeout.js';

export interface SessionsDeps {
  readonly options: BrowserOptions;
  readonly launcher: BrowserLauncher;
  readonly secrets: SecretRegistry;
  readonly pageSecrets: PageSecretsFor;
  readonly egress?: Egress | undefined;
  readonly mayVisit: (scope: Scope, url: string) => boolean;
  readonly loadsMore: boolean;
  readonly note: (event: RecordedEvent) => void;
  readonly dialogs?: DialogsDeps | undefined;
  readonly files?: FileFolders | undefined;
  /** Those of the server; a team's callers may have fewer. */
  readonly capabilities: readonly Capability[];
  readonly states?: StateStore | undefined;
  readonly profiles?: ProfileStore | undefined;
  readonly extensionsFolder?: string | undefined;
  readonly log?: ((line: string) => void) | undefined;
  /** The client of the session has no connection open any more. */
  readonly isAbandoned?: ((session: SessionName) => boolean) | undefined;
}

/** All sessions of this server, each under its owner's name for it. */
export class BrowserSessions implements Sessions {
  readonly #deps: SessionsDeps;
  readonly #browsers: SessionBrowsers;
  readonly #slots = new Map<string, SessionSlot>();
  /** Endings that nobody has been told of yet. */
  readonly #undelivered = new Map<string, Failure>();
  readonly #seen: LocatedTargets = new WeakMap();
  readonly #refNumbers = new Map<string, RefNumbers>();
  readonly #openings = new OpeningQueue(availableParallelism());
  readonly #watch: LimitWatch;
  #isClosed = false;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
    this.#browsers = sessionBrowsersOf(deps.launcher, deps.note);
    const received = deps.egress?.received?.bind(deps.egress);
    this.#watch = new LimitWatch({ slots: () => this.#slots.values(), ...deps.launcher, received });
    if (deps.launcher.warm > 0) this.#warmUp().catch(() => undefined);
  }

  async readFacts(scope: Scope, targets: readonly Target[], signal: AbortSignal): Promise<TargetFacts> {
    this.#tellEnding(scope);
    const slot = this.#slots.get(sessionKey(scope));
    const isAttached = !this.#deps.launcher.traits.ownProfile;
    const named = await readTargetExtension(targets, this.#deps);
    if (slot?.driver !== undefined) return { ...unseenWhileDriven(targets), ...named, isAttached };
    slot?.touch();
    if (slot !== undefined) await unlessAborted(signal, slot.untilRecovered());
    const tab = slot?.session?.peek(scope.tab);
    return { ...(await readTargetFacts(tab, targets, signal, this.#seen)), ...named, isAttached };
  }

  async lease(permit: Permit, signal: AbortSignal, aside?: Aside, tell?: TellWaiting): Promise<Lease> {
    const content = openPermit(permit);
    const { scope } = content.call;
    this.#tellEnding(scope);
    const slot = this.#slots.get(sessionKey(scope)) ?? this.#newSlot(content);
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
      ...{ aside, tell },
    });
  }

  async picture(scope: Scope, target: ElementTarget): Promise<Uint8Array | undefined> {
    const tab = this.#slots.get(sessionKey(scope))?.session?.peek(scope.tab);
    const seen = this.#seen.get(target);
    if (tab === undefined || seen === undefined) return undefined;
    return elementPicture(tab, seen, this.#deps.secrets.maskedIn(scope));
  }

  async frame(scope: Scope): Promise<Frame | undefined> {
    const slot = this.#slots.get(sessionKey(scope));
    // It goes to the record, and what a person does while they drive is on none.
    const tab = slot?.driver === undefined ? slot?.session?.peek(scope.tab) : undefined;
    const frame = tab && (await tabFrame(tab, this.#deps.secrets.maskedIn(scope)));
    return slot?.driver === undefined ? frame : undefined;
  }

  async watch(scope: Scope, longest: number): Promise<SessionSight | undefined> {
    const slot = this.#slots.get(sessionKey(scope));
    return slot === undefined ? undefined : captureSession(slot, this.#deps.secrets.maskedIn(scope), longest);
  }

  async takeOver(permit: Permit, person: { readonly by: string; readonly idleMs: number }): Promise<Takeover> {
    const slot = this.#slots.get(sessionKey(openPermit(permit).call.scope));
    if (slot === undefined) throw new Failure('session.none');
    return takeOver(slot, person, this.#deps);
  }

  async readState(scope: Scope, origin: string): Promise<CapturedState> {
    const context = this.#slots.get(sessionKey(scope))?.session?.context;
    if (context === undefined) throw new Failure('session.none');
    return (await import('./sessions/capture-state.js')).readOriginState(context, origin);
  }

  handedBack(scope: Scope): HandedBack | undefined {
    const slot = this.#slots.get(sessionKey(scope));
    const seconds = slot?.takeoverState.takeSeconds();
    return slot === undefined || seconds === undefined ? undefined : { seconds, origin: originOfUrl(slot.facts().url) };
  }

  async isSecretLive(scope: Scope): Promise<boolean | undefined> {
    const slot = this.#slots.get(sessionKey(scope));
    const tab = slot?.session?.peek(scope.tab);
    if (slot === undefined || tab === undefined) return undefined;
    if (slot.isAuthenticated || slot.driver !== undefined) return true;
    return isSecretOnTab(tab, this.#deps.secrets.maskedIn(scope));
  }

  list(): readonly SessionFacts[] {
    const { isAbandoned } = this.#deps;
    return [...this.#slots.values()].map((slot) => ({
      ...slot.facts(),
      ...(isAbandoned?.(slot.scope) === true && { isAbandoned: true }),
    }));
  }

  stateOf(scope: Scope): 'none' | 'open' | 'paused' {
    const slot = this.#slots.get(sessionKey(scope));
    if (slot === undefined) return 'none';
    return slot.isPaused ? 'paused' : 'open';
  }

  dropEnding(scope: Scope): void {
    this.#undelivered.delete(sessionKey(scope));
  }

  takeLimitNotice(scope: Scope): string | undefined {
    return this.#slots.get(sessionKey(scope))?.takeLimitNotice();
  }

  pause(match: SessionMatch, by: string): readonly SessionName[] {
    return this.#matching(match).flatMap((slot) => (slot.pause(by) ? [slot.scope] : []));
  }

  resume(match: SessionMatch): readonly SessionName[] {
    return this.#matching(match).flatMap((slot) => (slot.resume() ? [slot.scope] : []));
  }

  async end(match: SessionMatch, why: string): Promise<number> {
    const matching = this.#matching(match);
    await Promise.all(matching.map((slot) => slot.end({ code: 'session.expired', why })));
    return matching.length;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const ending = [...this.#slots.values()].map((slot) =>
      slot.end({ code: 'session.expired', why: 'the server is stopping' }),
    );
    // Nobody waits for contexts to close one by one when the browser goes as a whole.
    await this.#browsers.kill();
    await Promise.allSettled(ending);
  }

  /** Nobody's session: it only asks where the proxy is. */
  async #warmUp(): Promise<void> {
    const { egress } = this.#deps;
    const scope = { principal: 'gatewright', session: 'warm' };
    const admission = await egress?.admit(scope);
    egress?.dismiss(scope);
    if (!this.#isClosed) this.#browsers.warmUp?.(wayOut(admission, egress));
  }

  #matching(match: SessionMatch): SessionSlot[] {
    return [...this.#slots.values()].filter(({ scope }) => matchesSession(scope, match));
  }

  #tellEnding(scope: Scope): void {
    const key = sessionKey(scope);
    const failure = this.#undelivered.get(key);
    this.#undelivered.delete(key);
    if (failure !== undefined) throw failure;
  }

  /** Undefined: the call wants to end what is not there. */
  #newSlot({ call, callFacts }: PermitContent): SessionSlot | undefined {
    if (call.tool === 'browser_close') return undefined;
    const needsPage = call.targets.some(({ kind }) => kind === 'page' || kind === 'element');
    if (needsPage && callFacts.page === undefined) throw new Failure('session.none');
    if (this.#isClosed) throw new Failure('call.cancelled', 'The server is stopping.');
    const { maxConcurrent, idleSeconds } = this.#deps.options.sessions;
    const { maxSessions = maxConcurrent } = this.#deps.launcher;
    const limits = { maxSessions: Math.min(maxConcurrent, maxSessions), ofTeam: call.principal.team?.maxSessions };
    makeCapacity([...this.#slots.values()], limits, call.scope, this.#deps.isAbandoned);
    const slot = new SessionSlot({
      scope: sessionNameOf(call.scope),
      idleMs: idleSeconds * 1000,
      limits: this.#limitsFor(call),
      whyCrashed: (crashed) => this.#watch.whyCrashed(crashed),
      enter: () => this.#openings.enter(call.scope.principal),
      open: (opening) => {
        const refNumbers = this.#refNumbersOf(call.scope);
        const { traits, isElsewhere } = this.#deps.launcher;
        const isOn = isOnFor(call, this.#deps.capabilities);
        const of = { browsers: this.#browsers, traits, isElsewhere, refNumbers, isOn };
        return openSession(opening, { ...this.#deps, ...of });
      },
      onEnd: (ended, ending, undelivered) => {
        this.#ended(ended, ending, undelivered);
      },
    });
    this.#slots.set(sessionKey(call.scope), slot);
    this.#watch.start();
    return slot;
  }

  #refNumbersOf(scope: Scope): RefNumbers {
    const key = sessionKey(scope);
    const numbers = this.#refNumbers.get(key) ?? { last: 0 };
    remember(this.#refNumbers, key, numbers);
    return numbers;
  }

  #limitsFor({ principal }: Call): SetLimits {
    const { memory } = this.#deps.launcher;
    const limits = limitsFor(this.#deps.options.sessions, principal.team);
    return memory === undefined ? limits : stricterOf(limits, { memoryBytes: memory });
  }

  #ended(slot: SessionSlot, { code, why }: SessionEnding, undelivered: Failure | undefined): void {
    const { scope } = slot;
    const key = sessionKey(scope);
    if (this.#slots.get(key) === slot) this.#slots.delete(key);
    if (undelivered !== undefined) remember(this.#undelivered, key, undelivered);
    this.#deps.secrets.forget(scope.principal, scope.session, scope.client);
    this.#deps.egress?.dismiss(scope);
    this.#deps.note({ event: 'session.ended', scope, facts: { code, why, actions: slot.facts().actions } });
  }
}
