import type { Answer } from '../core/index.js';

export type Final = Exclude<Answer, { kind: 'pending' }>;

/** How long an answer waits for its asker to come back for it. */
const KEPT_MS = 600_000;
const MAX_KEPT = 200;

/** Answers that came while nobody waited; each is taken once. */
export class AnswerCache {
  readonly #clock: () => number;
  readonly #kept = new Map<string, { readonly answer: Final; readonly until: number }>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  keep(key: string, answer: Final, until = this.#clock() + KEPT_MS): void {
    this.#kept.delete(key);
    // Not cached: a person may be reachable at the next call, and a new session asks anew.
    if (answer.kind === 'nobody' || answer.kind === 'ended') return;
    this.#kept.set(key, { answer, until });
    for (const [old, { until: end }] of this.#kept) {
      if (end <= this.#clock() || this.#kept.size > MAX_KEPT) this.#kept.delete(old);
    }
  }

  take(key: string): Final | undefined {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    return kept !== undefined && kept.until > this.#clock() ? kept.answer : undefined;
  }

  clear(): void {
    this.#kept.clear();
  }
}
