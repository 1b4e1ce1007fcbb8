/**
 * Sessions are opened a few at a time, in the order in which they were asked for. A browser that is to open fifty at
 * once answers none of them in time, and neither those that are already there.
 */
export class OpeningQueue {
  readonly #max: number;
  readonly #waiting: (() => void)[] = [];
  #opening = 0;

  constructor(max: number) {
    this.#max = Math.max(1, max);
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when it is this one's turn, to the function that ends the turn; it does not fail. */
  async enter(): Promise<() => void> {
    if (this.#opening < this.#max) this.#opening += 1;
    else
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
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
    const next = this.#waiting.shift();
    if (next === undefined) this.#opening -= 1;
    else next();
  }
}
