import { Failure } from '../core/index.js';
import type { Answer, ChannelName, GrantKind, PendingQuestion } from '../core/index.js';
import type { Final } from './kept-answers.js';

const UNSEEN_AGAIN_MS = 250;

type Waiter = (answer: Answer) => void;

/** One question while it is open, and the calls that wait for its answer. */
export class OpenQuestion {
  readonly shown: PendingQuestion;
  readonly digest: string;
  readonly grantable: GrantKind | undefined;
  /** The channels through which somebody may still answer. */
  readonly live: Set<ChannelName>;
  /** The agent's client is being asked, on behalf of a call that waits. */
  clientBusy = false;
  /** Somebody who can answer has looked at it. */
  isSeen = false;
  readonly #settled = new AbortController();
  readonly #waiters = new Set<Waiter>();
  readonly #timer: NodeJS.Timeout;
  #unseen: NodeJS.Timeout | undefined;

  constructor(
    shown: PendingQuestion,
    bound: { readonly digest: string; readonly grantable: GrantKind | undefined },
    live: Set<ChannelName>,
    onExpired: () => void,
  ) {
    this.shown = shown;
    this.digest = bound.digest;
    this.grantable = bound.grantable;
    this.live = live;
    this.#timer = setTimeout(onExpired, shown.openForMs).unref();
  }

  /** Calls back when nobody has looked after so long; while the agent's client is being asked, somebody may. */
  watchUnseen(ms: number, onUnseen: () => void): void {
    this.#unseen = setTimeout(() => {
      if (this.isSeen) return;
      if (this.clientBusy) this.watchUnseen(UNSEEN_AGAIN_MS, onUnseen);
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
  wait(ms: number, signal: AbortSignal, onLate: () => void, onAbandoned: () => void) {
    const over = new AbortController();
    const answer = new Promise<Answer>((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abandon);
        this.#waiters.delete(waiter);
        over.abort();
      };
      const waiter: Waiter = (given) => {
        leave();
        resolve(given);
      };
      const abandon = (): void => {
        leave();
        onAbandoned();
        reject(cancelled(signal));
      };
      const timer = setTimeout(() => {
        onLate();
        if (this.#waiters.has(waiter)) waiter({ kind: 'pending', question: this.shown.id });
      }, ms).unref();
      signal.addEventListener('abort', abandon);
      this.#waiters.add(waiter);
    });
    return { answer, over: over.signal };
  }

  /** False: nobody waited for it. */
  settle(answer: Final): boolean {
    const [first, ...others] = this.#waiters;
    this.drop();
    first?.(answer);
    // One yes is one action: whoever asked for the same at the same time has to ask again.
    const oneOnly = this.shown.kind === 'approve' && answer.kind === 'yes';
    for (const waiter of others) waiter(oneOnly ? { kind: 'pending', question: this.shown.id } : answer);
    return first !== undefined;
  }

  drop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#unseen);
    this.#settled.abort();
  }
}

export function cancelled(signal: AbortSignal): Failure {
  return signal.reason instanceof Failure ? signal.reason : new Failure('call.cancelled');
}
