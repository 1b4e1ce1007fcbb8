export interface FloodLimits {
  /** Open questions, over all callers and of one. */
  readonly pending: number;
  readonly pendingEach: number;
  /** New questions of one caller within the window. */
  readonly asked: number;
  readonly windowMs: number;
}

export const FLOOD_LIMITS: FloodLimits = { pending: 20, pendingEach: 5, asked: 30, windowMs: 600_000 };

/** Many questions train a person to say yes: what one caller may ask is bounded, and no flood shuts out another caller. */
export class QuestionLimit {
  readonly #limits: FloodLimits;
  readonly #asked = new Map<string, number[]>();

  constructor(limits: FloodLimits) {
    this.#limits = limits;
  }

  /** Counts the question if it may be asked. */
  admits(principal: string, open: readonly string[], now: number): boolean {
    const { pending, pendingEach, asked, windowMs } = this.#limits;
    if (open.length >= pending) return false;
    if (open.filter((other) => other === principal).length >= pendingEach) return false;
    const recent = (this.#asked.get(principal) ?? []).filter((moment) => moment > now - windowMs);
    const admitted = recent.length < asked;
    this.#asked.set(principal, admitted ? [...recent, now] : recent);
    return admitted;
  }
}
