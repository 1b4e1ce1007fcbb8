import { Failure } from '../core/index.js';
import type { Answer, ChannelName, GrantKind, PendingQuestion } from '../core/index.js';
import type { Final } from './answer-cache.js';

const UNSEEN_AGAIN_MS = 250;

type Waiter = (answer: Answer) => void;

export interface QuestionBounds {
  readonly digest: string;
  readonly grantable: GrantKind | undefined;
  readonly seenMs: number | undefined;
  readonly abandonedMs: number | undefined;
}

export interface WaitLimits {
  readonly ms: number;
  /** Where nobody watches and nobody was told, no longer than this. */
  readonly unwatchedMs?: number | undefined;
  readonly isWatched: () => boolean;
}

/** One question while it is open, and the calls that wait for its answer. */
export class OpenQuestion {
  readonly bounds: QuestionBounds;
  /** The channels through which somebody may still answer. */
  readonly openChannels: Set<ChannelName>;
  /** The agent's client is being asked, on behalf of a call that waits. */
  clientBusy = false;
  /** A notice of the question was delivered to a person. */
  isTold = false;
  /** The user of the agent's client wants to open it. */
  isOpening = false;
  readonly #question: PendingQuestion;
  readonly #clock: () => number;
  readonly #onExpired: () => void;
  readonly #seenAt = new Map<ChannelName, number>();
  readonly #settled = new AbortController();
  readonly #waiters = new Set<Waiter>();
  #timer: NodeJS.Timeout | undefined;
  #unseen: NodeJS.Timeout | undefined;
  #abandonedAt: number | undefined;

  constructor(
    question: PendingQuestion,
    bounds: QuestionBounds,
    openChannels: Set<ChannelName>,
    { clock, onExpired }: { readonly clock: () => number; readonly onExpired: () => void },
  ) {
    this.#question = question;
    this.bounds = bounds;
    this.openChannels = openChannels;
    this.#clock = clock;
    this.#onExpired = onExpired;
    this.#timer = setTimeout(onExpired, question.openForMs).unref();
  }

  get id(): string {
    return this.#question.id;
  }

  get shown(): PendingQuestion {
    return Object.freeze({ ...this.#question, expiresAt: this.expiresAt, isAwaited: this.isWaitedFor });
  }

  /** The end of its longest time, whoever saw it when. */
  get endsAt(): number {
    return this.#question.askedAt + this.#question.openForMs;
  }

  get expiresAt(): number {
    const { seenMs = Infinity, abandonedMs = Infinity } = this.bounds;
    const seenAt = Math.min(Infinity, ...this.#seenAt.values());
    const abandonedAt = this.isWaitedFor ? Infinity : (this.#abandonedAt ?? Infinity);
    return Math.min(this.endsAt, seenAt + seenMs, abandonedAt + abandonedMs);
  }

  get isSeen(): boolean {
    return this.#seenAt.size > 0;
  }

  /** The first time it is shown counts, in each place. */
  see(channel: ChannelName): void {
    if (this.#seenAt.has(channel)) return;
    this.#seenAt.set(channel, this.#clock());
    this.#rearm();
  }

  /** The question was not shown there after all: a client may decline without showing anything. */
  unsee(channel: ChannelName): void {
    if (this.#seenAt.delete(channel)) this.#rearm();
  }

  /** The last call that waited for it was cancelled. */
  abandon(): void {
    this.#abandonedAt = this.#clock();
    this.#rearm();
  }

  /** Calls back when nobody has looked after so long; while the agent's client is being asked, somebody may. */
  watchUnseen(ms: number, onUnseen: () => void): void {
    this.#unseen = setTimeout(() => {
      if (this.isSeen && !this.clientBusy) return;
      if (this.clientBusy || this.isOpening) this.watchUnseen(UNSEEN_AGAIN_MS, onUnseen);
      else onUnseen();
    }, ms).unref();
  }

  get settled(): AbortSignal {
    return this.#settled.signal;
  }

  get isWaitedFor(): boolean {
    return this.#waiters.size > 0;
  }

  /** `over` aborts when this call waits no longer. */
  wait(limits: WaitLimits, signal: AbortSignal, onLate: () => void, onAbandoned: () => void) {
    const over = new AbortController();
    const answer = new Promise<Answer>((resolve, reject) => {
      const stopWaiting = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abandon);
        this.#waiters.delete(waiter);
        over.abort();
      };
      const waiter: Waiter = (given) => {
        stopWaiting();
        resolve(given);
      };
      const abandon = (): void => {
        stopWaiting();
        onAbandoned();
        reject(cancelled(signal));
      };
      const giveUp = (): void => {
        onLate();
        if (this.#waiters.has(waiter)) waiter({ kind: 'pending', question: this.id });
      };
      const { ms, unwatchedMs = ms, isWatched } = limits;
      const firstMs = Math.min(ms, unwatchedMs);
      let timer = setTimeout(() => {
        const isReached = this.isSeen || this.isTold || this.isOpening || this.clientBusy || isWatched();
        if (firstMs < ms && isReached) timer = setTimeout(giveUp, ms - firstMs).unref();
        else giveUp();
      }, firstMs).unref();
      signal.addEventListener('abort', abandon);
      this.#waiters.add(waiter);
      if (this.#abandonedAt !== undefined) this.#rearm();
    });
    return { answer, over: over.signal };
  }

  /** False: nobody waited for it. */
  settle(answer: Final): boolean {
    const [first, ...others] = this.#waiters;
    this.drop();
    first?.(answer);
    // One yes is one action: whoever asked for the same at the same time has to ask again.
    const oneOnly = this.#question.kind === 'approve' && answer.kind === 'yes';
    for (const waiter of others) waiter(oneOnly ? { kind: 'pending', question: this.id } : answer);
    return first !== undefined;
  }

  drop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#unseen);
    this.#settled.abort();
  }

  #rearm(): void {
    if (this.settled.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onExpired, Math.max(0, this.expiresAt - this.#clock())).unref();
  }
}

export function cancelled(signal: AbortSignal): Failure {
  return signal.reason instanceof Failure ? signal.reason : new Failure('call.cancelled');
}
