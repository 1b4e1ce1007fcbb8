/**
 * Sessions are opened a few at a time. A browser that is to open fifty at once answers none of them in time, and neither
 * those that are already there. Callers take turns: who asks for many waits for itself, and nobody else does.
 */
export class OpeningQueue {
  readonly #max: number;
  /** By caller, the one whose turn is next first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #opening = 0;

  constructor(max: number) {
    this.#max = Math.max(1, max);
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Resolves when it is this one's turn, to the function that ends the turn; it does not fail. */
  async enter(principal: string): Promise<() => void> {
    if (this.#opening < this.#max) this.#opening += 1;
    else
      await new Promise<void>((resolve) => {
        const own = this.#waiting.get(principal);
        if (own === undefined) this.#waiting.set(principal, [resolve]);
        else own.push(resolve);
      });
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#next();
    };
  }

  /** A turn is handed over, never dropped between two: a newcomer could take it. */
  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#opening -= 1;
      return;
    }
    const [principal, own] = first;
    const next = own.shift();
    // To the end of the round, with what it still waits for.
    this.#waiting.delete(principal);
    if (own.length > 0) this.#waiting.set(principal, own);
    next?.();
  }
}
