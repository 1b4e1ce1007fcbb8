import type { EgressCounts } from '../../core/index.js';

/** One kind of refusal, as it is told: the origin, and the rule that closed it. */
export function refusalKey({ origin, rule }: EgressCounts['refusals'][number]): string {
  return `${origin} (${rule})`;
}

export function refusalCounts(counts: EgressCounts | undefined): ReadonlyMap<string, number> {
  return new Map(counts?.refusals.map((row) => [refusalKey(row), row.count]));
}
