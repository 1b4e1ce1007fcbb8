/** A page that asks what is new does so every 1.5 s, one behind another tab every 4 s. */
export const PAGE_WATCHES_MS = 10_000;

/** Places that would show a new question now: console pages with a live connection, and terminals. */
export class Watchers {
  #pageUntil = 0;
  #terminals = 0;

  /** A page of the console has just asked what is new. */
  page(): void {
    this.#pageUntil = Date.now() + PAGE_WATCHES_MS;
  }

  /** A terminal follows the questions until the returned function is called. */
  terminal(): () => void {
    let isThere = true;
    this.#terminals += 1;
    return () => {
      if (isThere) this.#terminals -= 1;
      isThere = false;
    };
  }

  get isWatched(): boolean {
    return this.#terminals > 0 || Date.now() < this.#pageUntil;
  }
}
