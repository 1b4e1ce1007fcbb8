import type { EgressCounts, JsonObject, RecordedEvent } from '../../core/index.js';

export type RefusedCount = Omit<EgressCounts['refusals'][number], 'count'>;

/** Counts of a session's requests and refusals. Pages decide how many different refusals there are, so they are capped. */
export interface EgressTally {
  send(): void;
  /** True for the first of its kind. */
  refuse(refused: RefusedCount): boolean;
  /** Counts a request that passed only in observe mode; true for the first of its kind. */
  observe(origin: string, reason: string): boolean;
  /** A request of the browser itself; true for the first to an origin. */
  refuseOwn(origin: string): boolean;
  /** A request to a name that has no address: no refusal, it could go nowhere. */
  unresolved(): void;
  counts(): EgressCounts;
  /** Repeats after the first of a kind, for the record when the session ends. */
  repeats(): readonly Pick<RecordedEvent, 'event' | 'facts'>[];
}

const MAX_REFUSALS = 50;
const MAX_OBSERVED = 2000;

export function createTally(): EgressTally {
  const refusals = new Map<string, EgressCounts['refusals'][number]>();
  const observed = new Map<string, { readonly origin: string; readonly reason: string; readonly count: number }>();
  const own = new Map<string, { readonly origin: string; readonly count: number }>();
  const inAll = { sent: 0, refused: 0, own: 0, unresolved: 0 };
  return {
    send() {
      inAll.sent += 1;
    },
    refuse(refused) {
      inAll.refused += 1;
      const key = `${refused.origin} ${refused.rule}`;
      const before = refusals.get(key);
      // Taken out and put back, so that the newest stand last.
      refusals.delete(key);
      refusals.set(key, { ...refused, count: (before?.count ?? 0) + 1 });
      const [oldest] = refusals.keys();
      if (refusals.size > MAX_REFUSALS && oldest !== undefined) refusals.delete(oldest);
      return before === undefined;
    },
    observe(origin, reason) {
      const key = `${origin} ${reason}`;
      const before = observed.get(key);
      if (before === undefined && observed.size >= MAX_OBSERVED) return false;
      observed.set(key, { origin, reason, count: (before?.count ?? 0) + 1 });
      return before === undefined;
    },
    refuseOwn(origin) {
      inAll.own += 1;
      const before = own.get(origin);
      if (before === undefined && own.size >= MAX_OBSERVED) return false;
      own.set(origin, { origin, count: (before?.count ?? 0) + 1 });
      return before === undefined;
    },
    unresolved() {
      inAll.unresolved += 1;
    },
    counts: () => ({
      total: inAll.sent,
      refused: inAll.refused,
      ...(inAll.own === 0 ? {} : { browserOwn: inAll.own }),
      ...(inAll.unresolved === 0 ? {} : { unresolved: inAll.unresolved }),
      refusals: [...refusals.values()].reverse(),
    }),
    repeats: () => [
      ...again('network.refused', [...refusals.values()]),
      ...again('network.would-refuse', [...observed.values()]),
      ...again('network.browser-refused', [...own.values()]),
    ],
  };
}

function again<Facts extends { readonly count: number } & JsonObject>(event: string, counted: readonly Facts[]) {
  return counted
    .filter(({ count }) => count > 1)
    .map((facts) => ({ event, facts: { ...facts, count: facts.count - 1 } }));
}
