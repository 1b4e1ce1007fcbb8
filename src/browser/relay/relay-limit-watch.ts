import type { Egress } from '../../core/index.js';
import { exceeded } from '../sessions/session-usage.js';
import type { RelaySlot } from './relay-lease.js';

const POLL_MS = 250;
/** Reading takes time of everybody's: at most this share of it. */
const MAX_SHARE = 0.05;

/** Ends sessions that take more than they may, by the kernel's figures: every process of an upstream is its one session's. */
export class RelayLimitWatch {
  readonly #slots: () => Iterable<RelaySlot>;
  readonly #received: Egress['received'];
  #timer: NodeJS.Timeout | undefined;

  constructor(slots: () => Iterable<RelaySlot>, received: Egress['received']) {
    this.#slots = slots;
    this.#received = received;
  }

  /** From the first session on, for as long as there is one. */
  start(ms = POLL_MS): void {
    this.#timer ??= setTimeout(() => {
      this.#checkAll();
    }, ms).unref();
  }

  #checkAll(): void {
    this.#timer = undefined;
    const began = performance.now();
    const slots = [...this.#slots()];
    for (const slot of slots) this.#check(slot, began);
    if (slots.length > 0) this.start(Math.max(POLL_MS, (performance.now() - began) / MAX_SHARE));
  }

  #check(slot: RelaySlot, now: number): void {
    const processes = slot.session?.running?.upstream.usage();
    if (processes !== undefined) slot.limits.usage.update(processes, now, true);
    slot.limits.receivedBytes = this.#received?.(slot.scope) ?? 0;
    const figure = exceeded(slot.limits.max, slot.limits.use(slot.counted));
    if (figure !== undefined) slot.endForLimit(figure);
  }
}
