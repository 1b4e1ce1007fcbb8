/** The newest so many; a page that floods us pushes out its own past, not our memory. */
export class RingBuffer<T> {
  readonly #most: number;
  #rows: T[] = [];
  #dropped = 0;

  constructor(most: number) {
    this.#most = most;
  }

  push(row: T): void {
    this.#rows.push(row);
    // Cutting in halves keeps a flood linear.
    if (this.#rows.length < this.#most * 2) return;
    this.#dropped += this.#most;
    this.#rows = this.#rows.slice(this.#most);
  }

  /** Counted, and not kept. */
  pass(): void {
    this.#dropped += 1;
  }

  rows(): readonly T[] {
    return this.#rows.slice(-this.#most);
  }

  /** How many there were besides those that are kept. */
  get dropped(): number {
    return this.#dropped + Math.max(0, this.#rows.length - this.#most);
  }
}
