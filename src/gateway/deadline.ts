import { Failure } from '../core/index.js';

/** A call whose own time equals its hard limit waits at least this share of it for its turn. */
const MIN_TURN_SHARE = 1 / 3;

/**
 * A call's own time. The clock pauses while a person is being asked; the client's cancellation and the hard end (clients
 * give up at 60 s) still end the call.
 */
export class Deadline {
  readonly #controller = new AbortController();
  #left: number;
  #runningSince = 0;
  #waiting = 0;
  #isOver = false;
  readonly #hardEndAt: number;
  #timer: NodeJS.Timeout | undefined;
  readonly #hardEnd: NodeJS.Timeout;
  readonly #client: AbortSignal;
  readonly #cancelled = (): void => {
    this.#controller.abort(new Failure('call.cancelled'));
  };

  constructor(client: AbortSignal, ownMs: number, hardMs: number) {
    this.#client = client;
    this.#left = ownMs;
    this.#hardEndAt = performance.now() + hardMs;
    this.#hardEnd = setTimeout(() => {
      this.#expire();
    }, hardMs);
    if (client.aborted) this.#cancelled();
    else client.addEventListener('abort', this.#cancelled, { once: true });
    this.#go();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The call is over by then, also while its clock is paused. */
  get hardLeftMs(): number {
    return this.#hardEndAt - performance.now();
  }

  /** Runs `asking` with the clock paused, because a person's time is not the call's; waits may overlap. */
  async pauseClockWhile<T>(asking: () => Promise<T>): Promise<T> {
    if (this.#waiting === 0) this.#stop();
    this.#waiting += 1;
    try {
      return await asking();
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.#isOver) this.#go();
    }
  }

  /**
   * The same for a turn in a queue. A call whose turn came just before its hard end would start an action that it cannot
   * finish: the wait rejects with `call.deadline` while there is still time to answer.
   */
  async pauseClockForTurn<T>(waiting: () => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    return this.pauseClockWhile(() => {
      const hardLeftMs = this.hardLeftMs;
      const patienceMs = Math.max(hardLeftMs - this.#left, hardLeftMs * MIN_TURN_SHARE);
      const noRoom = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          reject(new Failure('call.deadline'));
        }, patienceMs);
      });
      return Promise.race([waiting(), noRoom]);
    }).finally(() => {
      clearTimeout(timer);
    });
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#left -= performance.now() - this.#runningSince;
  }

  #go(): void {
    this.#runningSince = performance.now();
    this.#timer = setTimeout(
      () => {
        this.#expire();
      },
      Math.max(0, this.#left),
    );
  }

  /**
   * Rejects when time is up, whatever the work itself does: nothing inside may hold a call for ever.
   * In the grace the work may still say by itself how far it came.
   */
  async race<T>(work: Promise<T>, late: { graceMs?: number; whenLate?: Failure } = {}): Promise<T> {
    const { signal } = this;
    const { graceMs = 0, whenLate } = late;
    let timer: NodeJS.Timeout | undefined;
    let fire = (): void => undefined;
    const tooLate = new Promise<never>((_, reject) => {
      fire = () => {
        timer = setTimeout(() => {
          reject(whenLate ?? reasonOf(signal));
        }, graceMs);
      };
      if (signal.aborted) fire();
      else signal.addEventListener('abort', fire, { once: true });
    });
    try {
      return await Promise.race([work, tooLate]);
    } finally {
      signal.removeEventListener('abort', fire);
      clearTimeout(timer);
    }
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#hardEnd);
    this.#client.removeEventListener('abort', this.#cancelled);
  }

  #expire(): void {
    this.#controller.abort(new Failure('call.deadline'));
  }
}

function reasonOf(signal: AbortSignal): Failure {
  const reason: unknown = signal.reason;
  return reason instanceof Failure ? reason : new Failure('call.cancelled');
}
