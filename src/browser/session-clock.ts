export interface ClockOptions {
  readonly idleMs: number;
  readonly lifeMs: number;
  readonly onIdle: () => void;
  readonly onLifeOver: () => void;
}

/** Ends a session by itself: a limit that is looked at only at the next call is none. */
export class SessionClock {
  readonly #options: ClockOptions;
  readonly #endsAt: number;
  #life: NodeJS.Timeout;
  #idle: NodeJS.Timeout | undefined;
  #calls = 0;

  constructor(options: ClockOptions) {
    this.#options = options;
    this.#endsAt = Date.now() + options.lifeMs;
    this.#life = setTimeout(options.onLifeOver, options.lifeMs).unref();
    this.touch();
  }

  /** From now on it has at most this long. */
  limit(ms: number): void {
    clearTimeout(this.#life);
    const left = Math.min(ms, Math.max(0, this.#endsAt - Date.now()));
    this.#life = setTimeout(this.#options.onLifeOver, left).unref();
  }

  /** A call begins; while one is there, the session is not idle. */
  begin(): void {
    this.#calls += 1;
    clearTimeout(this.#idle);
  }

  end(): void {
    this.#calls -= 1;
    this.touch();
  }

  touch(): void {
    clearTimeout(this.#idle);
    if (this.#calls === 0) this.#idle = setTimeout(this.#options.onIdle, this.#options.idleMs).unref();
  }

  stop(): void {
    clearTimeout(this.#life);
    clearTimeout(this.#idle);
    this.#calls = Number.POSITIVE_INFINITY;
  }
}
