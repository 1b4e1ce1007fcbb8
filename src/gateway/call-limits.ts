import { RetryLater } from '../core/index.js';
import type { Principal, RecordedEvent } from '../core/index.js';

/** Of one caller, answered or not. Whatever it sends beyond that is refused before anything is kept of it. */
const MAX_CALLS = 100;
/** A full queue empties call by call: a retry after a second is soon enough. */
const FULL_MS = 1000;
const NOTE_MS = 1000;

interface Caller {
  activeCalls: number;
  /** How many calls it may begin now, and when that was counted. */
  allowance: number;
  countedAt: number;
  refused: number;
  noting: boolean;
}

/**
 * How much of the gateway one caller can have. Each is counted alone, so that the flood of one is the outage of none.
 * Refused calls are on the record as a number: a flood must not fill the disk either.
 */
export class CallLimits {
  readonly #callers = new Map<string, Caller>();
  readonly #note: (event: RecordedEvent) => void;
  readonly #clock: () => number;

  constructor(note: (event: RecordedEvent) => void, clock: () => number = () => performance.now()) {
    this.#note = note;
    this.#clock = clock;
  }

  /** Throws `call.busy`, or returns what ends the call. */
  enter({ id, team }: Principal): () => void {
    const caller = this.#of(id, team?.callsPerSecond);
    const retryMs = this.#retryMs(caller, team?.callsPerSecond);
    if (retryMs !== undefined) {
      this.#tally(id, caller);
      const what =
        caller.activeCalls >= MAX_CALLS
          ? `at most ${String(MAX_CALLS)} calls of a caller at a time`
          : `at most ${String(team?.callsPerSecond)} calls a second for this team`;
      throw new RetryLater('call.busy', what, retryMs);
    }
    caller.activeCalls += 1;
    if (team?.callsPerSecond !== undefined) caller.allowance -= 1;
    let isOver = false;
    return () => {
      if (!isOver) caller.activeCalls -= 1;
      isOver = true;
    };
  }

  #of(id: string, perSecond: number | undefined): Caller {
    const now = this.#clock();
    const known = this.#callers.get(id);
    const most = burstOf(perSecond);
    if (known === undefined) {
      const fresh = { activeCalls: 0, allowance: most, countedAt: now, refused: 0, noting: false };
      this.#callers.set(id, fresh);
      return fresh;
    }
    const earned = ((now - known.countedAt) / 1000) * (perSecond ?? 0);
    known.allowance = Math.min(most, known.allowance + earned);
    known.countedAt = now;
    return known;
  }

  /** Undefined: it may begin now. */
  #retryMs({ activeCalls, allowance }: Caller, perSecond: number | undefined): number | undefined {
    if (activeCalls >= MAX_CALLS) return FULL_MS;
    if (perSecond === undefined || allowance >= 1) return undefined;
    return ((1 - allowance) / perSecond) * 1000;
  }

  #tally(id: string, caller: Caller): void {
    caller.refused += 1;
    if (caller.noting) return;
    caller.noting = true;
    this.#write(id, caller);
    setTimeout(() => {
      caller.noting = false;
      if (caller.refused > 0) this.#write(id, caller);
    }, NOTE_MS).unref();
  }

  #write(id: string, caller: Caller): void {
    const { refused } = caller;
    caller.refused = 0;
    this.#note({ event: 'calls.refused', facts: { principal: id, code: 'call.busy', calls: refused } });
  }
}

/** A second's calls may come at once, and twice that after a pause. */
function burstOf(perSecond: number | undefined): number {
  return perSecond === undefined ? 0 : Math.max(1, 2 * perSecond);
}
