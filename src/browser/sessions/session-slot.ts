import { Failure } from '../../core/index.js';
import type { Call, LabelBinding, SessionFacts, SessionName } from '../../core/index.js';
import { CallQueue } from './call-queue.js';
import { countsAsAction } from './counts-as-action.js';
import { originOfUrl } from '../origin-of-url.js';
import type { RunningBrowser } from '../providers/provider.js';
import type { ContextOwner } from '../cdp/target-interceptor.js';
import { limitFailure } from './limit-words.js';
import type { SetLimits } from './limits-for.js';
import { SessionClock } from './session-clock.js';
import type { LimitFigure, WatchedUse } from './session-usage.js';
import type { SlotContent } from './slot-content.js';
import { SlotLimits } from './slot-limits.js';
import type { KeptSession } from '../reattach/kept-session.js';
import type { LiveSession } from './session.js';
import { TakeoverState } from './takeover-state.js';
import type { Driver } from './takeover-state.js';

export interface OpenedSession extends SlotContent {
  readonly session: LiveSession;
  readonly running: RunningBrowser;
  /** The rules of its context, by which the browser's side knows it. */
  readonly owner: ContextOwner;
  /** Where its browser is known from at the proxy, as soon as it is known. */
  readonly binding?: (() => LabelBinding | undefined) | undefined;
}

export interface SessionEnding {
  readonly code: 'session.expired' | 'session.limit' | 'browser.crashed';
  readonly why: string;
  /** The caller that ended the session knows it, and no other needs a message. */
  readonly quietly?: boolean;
  /** The running call has its answer already, and it does not speak of this. */
  readonly tellNext?: boolean;
  /** What those who wait are told instead. */
  readonly failure?: Failure;
}

export interface SlotParts<Opened extends SlotContent = OpenedSession> {
  readonly scope: SessionName;
  readonly idleMs: number;
  readonly limits: SetLimits;
  /** Resolves when one more session may be opened, to the function that releases its place. */
  readonly enter: () => Promise<() => void>;
  readonly open: (slot: SessionSlot<Opened>) => Promise<Opened>;
  /** The name is free again; `undelivered` is what its next caller must be told. */
  readonly onEnd: (slot: SessionSlot<Opened>, ending: SessionEnding, undelivered: Failure | undefined) => void;
  readonly reattachRecord?: KeptSession | undefined;
  readonly lastRef?: () => number;
  /** A renderer of its pages was ended; undefined: for no limit. */
  readonly whyCrashed: (slot: SessionSlot<Opened>) => Failure | undefined;
}

/** The place of one session, from its first call to its end, whatever state its browser is in. */
export class SessionSlot<Opened extends SlotContent = OpenedSession> {
  readonly scope: SlotParts['scope'];
  readonly queue = new CallQueue();
  readonly takeoverState = new TakeoverState();
  readonly clock: SessionClock;
  readonly startedAt: number;
  readonly reattachRecord: KeptSession | undefined;
  readonly limits: SlotLimits;
  readonly #parts: SlotParts<Opened>;
  readonly #death = new AbortController();
  #lastCallAt = Date.now();
  #actions: number;
  #lastTool: string | undefined;
  #isAuthenticated = false;
  #paused: SessionFacts['paused'];
  #opening: Promise<Opened> | undefined;
  #turn: Promise<() => void> | undefined;
  #recovering: Promise<void> | undefined;
  #opened: Opened | undefined;
  #isTested = false;
  #ending: Promise<void> | undefined;
  #failure: Failure | undefined;

  constructor(parts: SlotParts<Opened>) {
    this.#parts = parts;
    this.scope = parts.scope;
    this.reattachRecord = parts.reattachRecord;
    ({ startedAt: this.startedAt = Date.now(), actions: this.#actions = 0 } = parts.reattachRecord?.taken ?? {});
    this.limits = new SlotLimits(parts.limits);
    this.clock = new SessionClock({
      ...{ idleMs: parts.idleMs, lifeMs: this.limits.lifeMs, startedAt: this.startedAt },
      onIdle: () =>
        void this.end({ code: 'session.expired', why: 'nothing was asked of it for a while (sessions.idleSeconds)' }),
      onLifeOver: () => {
        const key = this.limits.max.sessionSeconds?.key ?? 'sessions.timeoutSeconds';
        void this.end({ code: 'session.expired', why: `its time was over (${key})` });
      },
    });
  }

  /** Its pages, of a browser that has passed its self-test. */
  get session(): Opened['session'] | undefined {
    return this.#isTested ? this.#opened?.session : undefined;
  }

  /** Its pages and browser, also while that is still being tested. */
  get opened(): Opened | undefined {
    return this.#opened;
  }

  /** The session's use of each limited resource, except for its processes. */
  get counted(): WatchedUse {
    return (this.#isTested ? this.#opened?.counts() : undefined) ?? {};
  }

  /** Its caller may have less than when it began; never more. */
  narrow(limits: SetLimits): void {
    this.limits.narrow(limits);
    this.clock.shorten(this.limits.lifeMs);
  }

  /** Fires with the reason when the ground goes from under a running call. */
  get death(): AbortSignal {
    return this.#death.signal;
  }

  open(): Promise<Opened> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** Kept as soon as this session is not waiting behind others that are being opened. */
  async untilItsTurn(): Promise<void> {
    await this.#takeTurn();
  }

  /** While a page is brought back under control, nobody looks at it. */
  async untilRecovered(): Promise<void> {
    await this.#recovering;
  }

  recover(work: Promise<void>): Promise<void> {
    const recovering = work.finally(() => {
      if (this.#recovering === recovering) this.#recovering = undefined;
    });
    recovering.catch(() => undefined);
    this.#recovering = recovering;
    return recovering;
  }

  touch(): void {
    this.#lastCallAt = Date.now();
    this.clock.touch();
  }

  began(call: Call): void {
    this.#lastCallAt = Date.now();
    this.#lastTool = call.tool;
    if (countsAsAction(call)) this.#actions += 1;
    this.reattachRecord?.update({ lastCallAt: this.#lastCallAt, actions: this.#actions });
  }

  get isAuthenticated(): boolean {
    return this.#isAuthenticated;
  }

  /** An identity is injected: from now on the session is signed in at a site. */
  markAuthenticated(): void {
    this.#isAuthenticated = true;
  }

  get isPaused(): boolean {
    return this.#paused !== undefined;
  }

  get lastCallAt(): number {
    return this.#lastCallAt;
  }

  /** A person holds it where it is; false: somebody does already. */
  pause(by: string): boolean {
    if (this.#paused !== undefined) return false;
    this.#paused = { by, since: Date.now() };
    this.reattachRecord?.spoil('a person had paused it');
    this.clock.hold();
    return true;
  }

  resume(): boolean {
    if (this.#paused === undefined) return false;
    this.#paused = undefined;
    this.#lastCallAt = Date.now();
    this.clock.release();
    return true;
  }

  takeLimitNotice(): string | undefined {
    return this.limits.takeNotice(this.counted, this.#actions, this.clock.leftMs());
  }

  /** Ends the session for a limit; its calls get the failure that is returned. */
  endForLimit(figure: LimitFigure): Failure {
    const failure = limitFailure(figure, this.#place());
    const { name, used, limit } = figure;
    void this.end({ code: 'session.limit', why: `${name} ${String(Math.round(used))} of ${limit.key}`, failure });
    return failure;
  }

  whyCrashed(): Failure | undefined {
    return this.#parts.whyCrashed(this);
  }

  /** After the answer: the last action was still served. */
  finished(): void {
    this.#lastCallAt = Date.now();
    this.reattachRecord?.update({ lastCallAt: this.#lastCallAt, lastRef: this.#parts.lastRef?.() ?? 0 });
    const { actions } = this.limits.max;
    if (actions === undefined || this.#actions < actions.max) return;
    const why = `it reached its limit of ${String(actions.max)} actions (${actions.key})`;
    void this.end({ code: 'session.expired', why, tellNext: true });
  }

  facts(): SessionFacts {
    return {
      ...this.scope,
      startedAt: this.startedAt,
      lastCallAt: this.#lastCallAt,
      actions: this.#actions,
      ...(this.limits.max.actions === undefined ? {} : { maxActions: this.limits.max.actions.max }),
      ...(this.#lastTool === undefined ? {} : { lastTool: this.#lastTool }),
      ...(this.driver === undefined ? {} : { driver: { by: this.driver.by, since: this.driver.since } }),
      ...(this.#paused === undefined ? {} : { paused: this.#paused }),
      url: (this.#isTested ? this.#opened?.url() : undefined) ?? 'about:blank',
      tabs: this.counted.tabs ?? 0,
    };
  }

  /** The person who drives; the agent has to wait. */
  get driver(): Driver | undefined {
    return this.takeoverState.driver;
  }

  end(ending: SessionEnding): Promise<void> {
    this.#ending ??= this.#end(ending);
    return this.#ending;
  }

  #takeTurn(): Promise<() => void> {
    this.#turn ??= this.#parts.enter();
    return this.#turn;
  }

  async #open(): Promise<Opened> {
    const giveTurnBack = await this.#takeTurn();
    try {
      // Ended while it waited: nothing is opened for nobody.
      if (this.#failure !== undefined) throw this.#failure;
      const opened = await this.#parts.open(this);
      this.#opened = opened;
      opened.tested.then(
        () => {
          this.#isTested = true;
        },
        () => undefined,
      );
      // Ended while it was being opened.
      if (this.#ending !== undefined) await opened.close();
      return opened;
    } catch (error) {
      const failure =
        error instanceof Failure ? error : new Failure('browser.start-failed', undefined, undefined, error);
      void this.end({ code: 'session.expired', why: 'its browser could not be started', quietly: true, failure });
      throw failure;
    } finally {
      giveTurnBack();
    }
  }

  async #end(ending: SessionEnding): Promise<void> {
    this.clock.stop();
    const { quietly = false, tellNext = false } = ending;
    const failure = ending.failure ?? new Failure(ending.code, this.#epitaph(ending.why));
    this.#failure = failure;
    // Calls that run or wait are told now; without any, the next call is.
    const isAgents = this.queue.isBusy && this.driver === undefined;
    const isDelivered = quietly || this.queue.waiting > 0 || (isAgents && !tellNext);
    this.queue.close(failure);
    this.driver?.stop('the session ended');
    if (!quietly) this.#death.abort(failure);
    this.#parts.onEnd(this, ending, isDelivered ? undefined : failure);
    const opened = this.#opened;
    if (opened !== undefined) await opened.close();
  }

  #epitaph(why: string): string {
    const minutes = Math.round((Date.now() - this.startedAt) / 60_000);
    const age = minutes === 0 ? 'less than a minute' : `${minutes} min`;
    return `It ended after ${age}: ${why}.${this.#place()}`;
  }

  #place(): string {
    const origin = originOfUrl(this.facts().url);
    const place = origin === 'null' ? '' : ` It was at ${origin}.`;
    return `${place} The next call starts a new one.`;
  }
}
