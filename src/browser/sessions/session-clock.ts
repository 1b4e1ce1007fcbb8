/*
 * The two time-outs of a browser session. This class runs both:
 *   idle   no call for `sessions.idleSeconds` (900 s where nothing is set);
 *   life   `sessions.timeoutSeconds` (where that is not set: 28,800 s, for a team 300 s), or the team's `session_seconds`
 *          where that is less: alone, `session_seconds: 600` still gives 300 s. `limitsFor` in limits-for.ts.
 * When one is over, the constructor of `SessionSlot` (session-slot.ts) ends the session, and its next call is told
 * `session.expired`. Both stand still while a person has paused the session; while a person drives it, or a call runs,
 * only `idle` does.
 * Other times that are easily taken for these: a call's deadline, 30 s (src/call-times.ts); a person who drives and does
 * nothing for 5 minutes gives the session back (gateway/takeovers.ts); an MCP connection over HTTP that is idle for 30
 * minutes is forgotten, the browser session stays (transports/limits.ts); with `relay` the browser, but not its session,
 * ends after `relay.idleTtlMs` (browser/relay/relay-sessions.ts).
 */
export interface ClockOptions {
  readonly idleMs: number;
  readonly lifeMs: number;
  /** Its life is counted from here, which may be before this server's. Absent: now. */
  readonly startedAt?: number;
  readonly onIdle: () => void;
  readonly onLifeOver: () => void;
}

/** Ends a session by timers of its own: a session that nobody calls any more must end too. */
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
    this.#endsAt = (options.startedAt ?? Date.now()) + options.lifeMs;
    this.#life = setTimeout(options.onLifeOver, this.leftMs()).unref();
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
