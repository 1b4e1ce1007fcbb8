/** Tells a flood from a busy page: so many events within so many milliseconds. */
export class FloodDetector {
  readonly #most: number;
  readonly #within: number;
  #times: number[] = [];

  constructor(most: number, within: number) {
    this.#most = most;
    this.#within = within;
  }

  /** Counts one more at this time; true when there are too many. */
  count(now: number): boolean {
    this.#times = this.#times.filter((time) => now - time < this.#within);
    this.#times.push(now);
    if (this.#times.length <= this.#most) return false;
    this.#times = [];
    return true;
  }
}
