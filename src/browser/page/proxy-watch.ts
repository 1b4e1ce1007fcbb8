import { Failure } from '../../core/index.js';
import type { EgressCounts } from '../../core/index.js';
import type { PageDeps } from './page-deps.js';
import { originOf } from './shown-url.js';

interface ProxyWatch {
  /** The refusal that made a navigation fail, if it was one. */
  readonly refusal: () => Failure | undefined;
  /** A refused plain http request is answered by the proxy, and the answer looks like a page of that origin. */
  readonly throwIfAnswered: (status: number | undefined) => void;
}

/** Chromium shows what the egress proxy refused as a failed tunnel or as a page; only the proxy's own count tells. */
export function proxyWatch({ egress, session, tab, mayVisit }: PageDeps): ProxyWatch {
  const before = countsByOrigin(egress?.counts(session.scope));
  const fresh = (): EgressCounts['refusals'] => {
    const refusals = egress?.counts(session.scope).refusals ?? [];
    return refusals.filter((row) => row.count > (before.get(row.origin) ?? 0));
  };
  const failure = (row: EgressCounts['refusals'][number]): Failure =>
    mayVisit(row.origin)
      ? new Failure('network.blocked-origin', row.reason)
      : new Failure('policy.origin-not-allowed', row.reason);
  return {
    refusal: () => {
      const [row] = fresh();
      return row === undefined ? undefined : failure(row);
    },
    throwIfAnswered: (status) => {
      if (status === undefined || status < 400) return;
      const row = fresh().find(({ origin }) => origin === originOf(tab.page.url()));
      if (row !== undefined) throw failure(row);
    },
  };
}

function countsByOrigin(counts: EgressCounts | undefined): ReadonlyMap<string, number> {
  return new Map(counts?.refusals.map((row) => [row.origin, row.count]));
}
