import { Failure, RetryLater } from '../../core/index.js';

const MAX_WAITING = 64;

interface Waiter {
  readonly enter: () => void;
  readonly refuse: (why: Error) => void;
}

/** One call at a time, in the order in which they came. */
export class CallQueue {
  readonly #waiting: Waiter[] = [];
  #busy = false;
  #closed: Failure | undefined;

  get isBusy(): boolean {
    return this.#busy || this.#waiting.length > 0;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when it is this call's turn, to the function that ends the turn. */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#closed !== undefined) throw this.#closed;
    if (this.#waiting.length >= MAX_WAITING)
      throw new RetryLater('call.busy', `at most ${String(MAX_WAITING)} calls wait for a session`, 1000);
    if (this.#busy) await this.#wait(signal);
    this.#busy = true;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#next();
    };
  }

  /** No call gets a turn any more: all that wait are refused with this reason. */
  close(why: Failure): void {
    this.#closed = why;
    this.refuseWaiting(why);
  }

  refuseWaiting(why: Failure): void {
    for (const waiter of this.#waiting.splice(0)) waiter.refuse(why);
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        enter: () => {
          leave();
          resolve();
        },
        refuse: (why) => {
          leave();
          reject(why);
        },
      };
      const onAbort = () => {
        const at = this.#waiting.indexOf(waiter);
        if (at !== -1) this.#waiting.splice(at, 1);
        const reason: unknown = signal.reason;
        waiter.refuse(reason instanceof Error ? reason : new Failure('call.cancelled'));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(waiter);
    });
  }

  /** The turn is handed over, never dropped between two: a newcomer could take it. */
  #next(): void {
    const waiter = this.#waiting.shift();
    if (waiter === undefined) this.#busy = false;
    else waiter.enter();
  }
}
