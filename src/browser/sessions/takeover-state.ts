/** The person who drives a session in the agent's place. */
export interface Driver {
  readonly by: string;
  readonly since: number;
  stop(why: string): void;
}

/** Between the agent and a person: who has the session now, and what the agent must still be told. */
export class TakeoverState {
  #driver: Driver | undefined;
  #drivenSeconds: number | undefined;

  get driver(): Driver | undefined {
    return this.#driver;
  }

  handTo(driver: Driver): void {
    this.#driver = driver;
  }

  /** `seconds`: absent if nobody got to drive. */
  handBack(seconds?: number): void {
    this.#driver = undefined;
    this.#drivenSeconds = seconds ?? this.#drivenSeconds;
  }

  /** How long a person drove; told once, when it is over. */
  takeSeconds(): number | undefined {
    const seconds = this.#driver === undefined ? this.#drivenSeconds : undefined;
    if (seconds !== undefined) this.#drivenSeconds = undefined;
    return seconds;
  }
}
