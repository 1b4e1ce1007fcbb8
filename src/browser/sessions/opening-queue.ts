/**
 * Sessions are opened a few at a time. A browser that is to open fifty at once answers none of them in time, and neither
 * those that are already there. Callers take turns: who asks for many waits for itself, and nobody else does. A caller
 * that has none under way is let in at once, up to twice as many: browsers that start slowly hold up their own caller.
 */
export class OpeningQueue {
  readonly #max: number;
  /** By caller, the one whose turn is next first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** By caller, how many are under way. */
  readonly #opening = new Map<string, number>();

  constructor(max: number) {
    this.#max = Math.max(1, max);
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Resolves when it is this one's turn, to the function that ends the turn; it does not fail. */
  async enter(principal: string): Promise<() => void> {
    const turn = new Promise<void>((resolve) => {
      const own = this.#waiting.get(principal);
      if (own === undefined) this.#waiting.set(principal, [resolve]);
      else own.push(resolve);
    });
    this.#letIn();
    await turn;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = this.#openingOf(principal) - 1;
      if (left === 0) this.#opening.delete(principal);
      else this.#opening.set(principal, left);
      this.#letIn();
    };
  }

  /** Counted before its caller goes on: a newcomer cannot take the same place. */
  #letIn(): void {
    for (let principal = this.#next(); principal !== undefined; principal = this.#next()) {
      const [resolve, ...left] = this.#waiting.get(principal) ?? [];
      // To the end of the round, with what it still waits for.
      this.#waiting.delete(principal);
      if (left.length > 0) this.#waiting.set(principal, left);
      this.#opening.set(principal, this.#openingOf(principal) + 1);
      resolve?.();
    }
  }

  /** Whose turn it is; undefined: there is no room for any of those who wait. */
  #next(): string | undefined {
    const opening = [...this.#opening.values()].reduce((sum, count) => sum + count, 0);
    if (opening >= 2 * this.#max) return undefined;
    const callers = [...this.#waiting.keys()];
    return (
      callers.find((principal) => this.#openingOf(principal) === 0) ?? (opening < this.#max ? callers[0] : undefined)
    );
  }

  #openingOf(principal: string): number {
    return this.#opening.get(principal) ?? 0;
  }
}
