import type { Response } from 'playwright-core';
import { Failure } from '../../core/index.js';
import type { EgressCounts } from '../../core/index.js';
import { ifInTime } from './call-time.js';
import type { PageDeps } from './page-deps.js';
import { refusalCounts, refusalKey } from './refusals.js';
import { originOf } from './shown-url.js';

interface ProxyWatch {
  /** Why a navigation failed, where the proxy knows: a refusal, or a name without an address. */
  readonly refusal: () => Failure | undefined;
  /** To plain http the egress proxy answers itself, and its answer looks like a page of that origin. */
  readonly throwIfAnswered: (response: Response | undefined) => Promise<void>;
}

type Refused = EgressCounts['refusals'][number];

/** How the proxy's own answers begin. A page that says so too only calls itself unreachable. */
const PROXY_SAYS = 'Gatewright could not reach ';
const PROXY_SAYS_UNRESOLVED = 'Gatewright did not let this request out: unresolved';
const MAX_ANSWER = 300;

/** Chromium shows what the proxy refused as a failed tunnel or as a page; only the proxy's own count tells. */
export function proxyWatch({ egress, session, tab, mayVisit }: PageDeps): ProxyWatch {
  const countsBefore = egress?.counts(session.scope);
  const before = refusalCounts(countsBefore);
  const fresh = (): readonly Refused[] => {
    const refusals = egress?.counts(session.scope).refusals ?? [];
    return refusals.filter((row) => row.count > (before.get(refusalKey(row)) ?? 0));
  };
  const failure = (row: Refused): Failure =>
    new Failure(mayVisit(row.origin) ? 'network.blocked-origin' : 'policy.origin-not-allowed', row.reason);
  return {
    refusal: () => {
      const [row] = fresh();
      if (row !== undefined) return failure(row);
      const unresolved = egress?.counts(session.scope).unresolved ?? 0;
      return unresolved > (countsBefore?.unresolved ?? 0) ? noAddress() : undefined;
    },
    throwIfAnswered: async (response) => {
      if (egress === undefined || response === undefined || response.status() < 400) return;
      const row = fresh().find(({ origin }) => origin === originOf(tab.page.url()));
      if (row !== undefined) throw failure(row);
      // A site's own 407 never gets through: the proxy asks for credentials that the session has no longer.
      if (response.status() === 407)
        throw new Failure('network.unreachable', 'the egress proxy does not know it any more');
      if (response.status() !== 502 || Number(response.headers()['content-length']) > MAX_ANSWER) return;
      const said = (await ifInTime(500, response.text())) ?? '';
      if (said.startsWith(PROXY_SAYS)) throw new Failure('network.unreachable');
      if (said.startsWith(PROXY_SAYS_UNRESOLVED)) throw noAddress();
    },
  };
}

/** The name itself is not repeated: after a redirect a page chose it. */
function noAddress(): Failure {
  return new Failure(
    'network.unreachable',
    'the name has no address: it is misspelt, or known in another network only',
  );
}
