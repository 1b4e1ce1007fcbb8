/*
 * The time-outs of a session, all of them run by this class:
 *   idle   no call for `sessions.idleSeconds`;
 *   life   `sessions.timeoutSeconds` (28,800 s where nothing is set), or the team's `session_seconds` where that is less
 *          (300 s for a team where nothing is set): limits-for.ts.
 * Both end the session with `session.expired` (session-slot.ts) and stand still while a person drives it. A call has its
 * own deadline, 30 s: src/call-times.ts.
 */
export interface ClockOptions {
  readonly idleMs: number;
  readonly lifeMs: number;
  readonly onIdle: () => void;
  readonly onLifeOver: () => void;
}

/** Ends a session by itself: a limit that is looked at only at the next call is none. */
export class SessionClock {
  readonly #options: ClockOptions;
  #lifeMs: number;
  #endsAt: number;
  /** While a person holds the session: since when. */
  #heldSince: number | undefined;
  #life: NodeJS.Timeout;
  #idle: NodeJS.Timeout | undefined;
  #calls = 0;

  constructor(options: ClockOptions) {
    this.#options = options;
    this.#lifeMs = options.lifeMs;
    this.#endsAt = Date.now() + options.lifeMs;
    this.#life = setTimeout(options.onLifeOver, options.lifeMs).unref();
    this.touch();
  }

  /** How much of the session's life is left. */
  leftMs(): number {
    return Math.max(0, this.#endsAt - (this.#heldSince ?? Date.now()));
  }

  /** Its whole life is this long, counted from its beginning; a longer one changes nothing. */
  shorten(lifeMs: number): void {
    if (lifeMs >= this.#lifeMs) return;
    this.#endsAt -= this.#lifeMs - lifeMs;
    this.#lifeMs = lifeMs;
    if (this.#heldSince !== undefined) return;
    clearTimeout(this.#life);
    this.#life = setTimeout(this.#options.onLifeOver, this.leftMs()).unref();
  }

  /** The time stands still: neither life nor idleness is counted. */
  hold(): void {
    if (this.#heldSince !== undefined) return;
    this.#heldSince = Date.now();
    clearTimeout(this.#life);
    this.begin();
  }

  release(): void {
    if (this.#heldSince === undefined) return;
    this.#endsAt += Date.now() - this.#heldSince;
    this.#heldSince = undefined;
    this.#life = setTimeout(this.#options.onLifeOver, this.leftMs()).unref();
    this.end();
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
