import type { AddressFacts, JudgeEgress, Scope, Verdict, WebUrlFacts } from '../../core/index.js';
import { limitTime } from '../limit-time.js';
import { chooseRoute } from './route.js';
import type { Route } from './route.js';
import type { UpstreamProxy } from './upstream-proxy.js';

/** The ports that authorizing a URL needs. */
export interface WayOut {
  readonly judge: JudgeEgress;
  readonly resolve: (url: WebUrlFacts, signal: AbortSignal) => Promise<readonly AddressFacts[]>;
  readonly upstream?: UpstreamProxy | undefined;
}

export type AuthorizedUrl =
  | { readonly kind: 'open'; readonly route: Route; readonly verdict: Verdict }
  | { readonly kind: 'refused'; readonly verdict: Verdict }
  | { readonly kind: 'unresolved' };

const RESOLVE_MS = 10_000;

/**
 * May this go out, and how? The order, for every request of a browser and every hop of a fetch:
 *   1 policy on the name; a refused name is never looked up;
 *   2 the name is resolved, once;
 *   3 policy on every address it has.
 * A tunnel (CONNECT) does not show its scheme, so it comes with two readings of its URL, http and https. It passes if
 * one reading is allowed and neither is refused for another reason than that it is not on the allowlist.
 */
export async function authorizeUrl(
  { judge, resolve, upstream }: WayOut,
  scope: Scope,
  readings: readonly [WebUrlFacts, ...WebUrlFacts[]],
  signal: AbortSignal,
): Promise<AuthorizedUrl> {
  const [url] = readings;
  const named = combine(readings.map((reading) => judge(scope, reading)));
  if (named.kind !== 'allow') return { kind: 'refused', verdict: named };
  const addresses =
    url.literal === undefined
      ? await limitTime(signal, RESOLVE_MS, (patience) => resolve(url, patience)).catch(() => [])
      : [url.literal];
  if (addresses.length === 0) {
    // Many companies resolve public names at their proxy only. What the name is there nobody here can judge.
    if (upstream === undefined || url.name !== 'public') return { kind: 'unresolved' };
    return { kind: 'open', route: { kind: 'upstream', proxy: upstream }, verdict: named };
  }
  const resolved = combine(readings.map((reading) => judge(scope, reading, addresses)));
  if (resolved.kind !== 'allow') return { kind: 'refused', verdict: resolved };
  return { kind: 'open', route: chooseRoute(upstream, addresses), verdict: resolved };
}

function combine(verdicts: readonly Verdict[]): Verdict {
  const closed = verdicts.find((verdict) => verdict.kind === 'deny' && verdict.code !== 'policy.origin-not-allowed');
  if (closed !== undefined) return closed;
  const allowed = verdicts.filter((verdict) => verdict.kind === 'allow');
  const verdict = allowed.find(({ rule }) => rule !== 'observe') ?? allowed[0] ?? verdicts[0];
  return verdict ?? { kind: 'deny', rule: 'silence', reason: 'nothing was judged', code: 'policy.denied' };
}
