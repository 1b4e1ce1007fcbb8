import type { HttpLimits } from './limits.js';
import type { HttpRefusal } from './host-origin-guard.js';

interface Bucket {
  tokens: number;
  filledAt: number;
  activeRequests: number;
}

/** One bucket per principal, so that nobody's flood is another's outage. Principals are few: token holders. */
export class Admission {
  readonly #limits: HttpLimits;
  readonly #buckets = new Map<string, Bucket>();

  constructor(limits: HttpLimits) {
    this.#limits = limits;
  }

  /** A refusal, or the function that says the exchange is over. */
  enter(principal: string, now: number): HttpRefusal | (() => void) {
    const { perSecond, burst, concurrent } = this.#limits;
    const bucket = this.#buckets.get(principal) ?? { tokens: burst, filledAt: now, activeRequests: 0 };
    this.#buckets.set(principal, bucket);
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.filledAt) / 1000) * perSecond);
    bucket.filledAt = now;
    if (bucket.activeRequests >= concurrent) return busy(1);
    if (bucket.tokens < 1) return busy((1 - bucket.tokens) / perSecond);
    bucket.tokens -= 1;
    bucket.activeRequests += 1;
    let over = false;
    return () => {
      if (!over) bucket.activeRequests -= 1;
      over = true;
    };
  }
}

/** The connection goes with it: those who are refused must not hold what others need. */
export function busy(seconds: number): HttpRefusal {
  return {
    status: 429,
    says: 'Too Many Requests',
    code: 'call.busy',
    retryAfterMs: Math.max(1, Math.ceil(seconds * 1000)),
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))), Connection: 'close' },
  };
}
