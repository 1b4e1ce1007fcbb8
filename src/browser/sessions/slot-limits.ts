import { LimitNotices } from './limit-notices.js';
import { stricterOf } from './limits-for.js';
import type { SetLimits } from './limits-for.js';
import { nearLimits, SessionUsage } from './session-usage.js';
import type { WatchedUse } from './session-usage.js';

/** For ever, as far as a timer can tell. */
const MAX_SESSION_SECONDS = 2_000_000;

/** What one session may use, what it uses, and what of it was said. */
export class SlotLimits {
  readonly usage = new SessionUsage();
  /** What the sites have sent to it. */
  receivedBytes = 0;
  readonly #notices = new LimitNotices();
  #max: SetLimits;

  constructor(max: SetLimits) {
    this.#max = max;
  }

  get max(): SetLimits {
    return this.#max;
  }

  get lifeMs(): number {
    return (this.#max.sessionSeconds?.max ?? MAX_SESSION_SECONDS) * 1000;
  }

  /** Its caller may have less than when it began; never more. */
  narrow(max: SetLimits): void {
    this.#max = stricterOf(this.#max, max);
  }

  /** As far as anybody knows now: what its processes use is looked at a few times a second. */
  use(counted: WatchedUse): WatchedUse {
    const { memoryBytes, cpuSeconds } = this.usage;
    return { ...counted, memoryBytes, cpuSeconds, responseBytes: this.receivedBytes };
  }

  takeNotice(counted: WatchedUse, actions: number, leftMs: number): string | undefined {
    const near = nearLimits(this.#max, this.use(counted));
    return this.#notices.take({ actions, maxActions: this.#max.actions?.max, leftMs, lifeMs: this.lifeMs, near });
  }
}
