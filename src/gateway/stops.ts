export interface StoppedCaller {
  /** Absent: everybody is stopped. */
  readonly principal?: string;
  readonly by: string;
  readonly since: number;
}

type Stop = Omit<StoppedCaller, 'principal'>;

/**
 * Callers that a person has stopped: no session is opened for them until a person resumes them. Kept while the server
 * lives; a server that is started again starts without.
 */
export class Stops {
  #everybody: Stop | undefined;
  /** Resumed by name while everybody is stopped. */
  readonly #exempt = new Set<string>();
  readonly #principals = new Map<string, Stop>();

  stopEverybody(by: string): void {
    this.#everybody = { by, since: Date.now() };
    this.#exempt.clear();
  }

  stop(principal: string, by: string): void {
    this.#principals.set(principal, { by, since: Date.now() });
    this.#exempt.delete(principal);
  }

  /** Without a principal: everybody. Says how many stops ended. */
  resume(principal?: string): number {
    if (principal === undefined) {
      const ended = this.list().length;
      this.#everybody = undefined;
      this.#principals.clear();
      this.#exempt.clear();
      return ended;
    }
    const wasStopped = this.isStopped(principal);
    this.#principals.delete(principal);
    if (this.#everybody !== undefined) this.#exempt.add(principal);
    return wasStopped ? 1 : 0;
  }

  isStopped(principal: string): boolean {
    if (this.#principals.has(principal)) return true;
    return this.#everybody !== undefined && !this.#exempt.has(principal);
  }

  list(): readonly StoppedCaller[] {
    const named = [...this.#principals].map(([principal, stop]) => ({ principal, ...stop }));
    return [...(this.#everybody === undefined ? [] : [this.#everybody]), ...named];
  }
}
