import type { AddressFacts, JudgeEgress, RecordedEvent, UrlFacts, Verdict, WebUrlFacts } from '../core/index.js';
import type { ProxySession, ProxySessions } from './proxy-sessions.js';

export interface ProxyContext {
  readonly sessions: ProxySessions;
  readonly judge: JudgeEgress;
  readonly describe: (url: string) => UrlFacts;
  readonly resolve: (url: WebUrlFacts, signal: AbortSignal) => Promise<readonly AddressFacts[]>;
  readonly note: (event: RecordedEvent) => void;
  readonly log: (line: string) => void;
}

export interface Refusal {
  readonly status: 400 | 403 | 502 | 503;
  readonly rule: string;
  /** A page can read it: it says nothing that the page does not know. */
  readonly reason: string;
}

export type Cleared = { readonly addresses: readonly string[] } | { readonly refusal: Refusal };

const MOST_AT_ONCE = 256;
const RESOLVE_MS = 10_000;

/**
 * May this session's request go out, and to which addresses? The order:
 *   1 the session has not too much under way (what asks is among it already);
 *   2 policy on the name; a refused name is never looked up;
 *   3 the name is resolved, once;
 *   4 policy on every address it has.
 * A tunnel hides its scheme, so it comes with two readings of its URL: it may pass if one of them may, and it may not
 * if one of them is closed by more than its absence from a list.
 */
export async function clearRequest(
  context: ProxyContext,
  session: ProxySession,
  readings: readonly [WebUrlFacts, ...WebUrlFacts[]],
  signal: AbortSignal,
): Promise<Cleared> {
  session.tally.send();
  const [url] = readings;
  if (session.active.size > MOST_AT_ONCE) {
    return { refusal: { status: 503, rule: 'too-many', reason: 'too many connections at once' } };
  }
  const named = combine(readings.map((reading) => context.judge(session.scope, reading)));
  if (named.kind !== 'allow') return refuse(context, session, url, named);
  const patience = AbortSignal.any([signal, AbortSignal.timeout(RESOLVE_MS)]);
  const addresses = await context.resolve(url, patience).catch(() => []);
  if (addresses.length === 0) {
    return { refusal: { status: 502, rule: 'unresolved', reason: 'the name has no address' } };
  }
  const resolved = combine(readings.map((reading) => context.judge(session.scope, reading, addresses)));
  if (resolved.kind !== 'allow') return refuse(context, session, url, resolved);
  if (resolved.rule === 'observe' && session.tally.observe(url.origin, resolved.reason)) {
    const facts = { origin: url.origin, reason: resolved.reason };
    context.note({ event: 'network.would-refuse', scope: session.scope, facts });
  }
  return { addresses: addresses.map(({ address }) => address) };
}

function combine(verdicts: readonly Verdict[]): Verdict {
  const closed = verdicts.find((verdict) => verdict.kind === 'deny' && verdict.code !== 'policy.origin-not-allowed');
  if (closed !== undefined) return closed;
  const allowed = verdicts.filter((verdict) => verdict.kind === 'allow');
  const verdict = allowed.find(({ rule }) => rule !== 'observe') ?? allowed[0] ?? verdicts[0];
  return verdict ?? { kind: 'deny', rule: 'silence', reason: 'nothing was judged', code: 'policy.denied' };
}

/** Nobody is asked about what a page loads by itself: `ask` is a refusal here. */
function refuse(context: ProxyContext, session: ProxySession, url: WebUrlFacts, verdict: Verdict): Cleared {
  const { rule, reason } = verdict;
  const refused = { origin: url.origin, rule, reason };
  if (session.tally.refuse(refused)) {
    context.note({ event: 'network.refused', scope: session.scope, facts: refused });
  }
  return { refusal: { status: 403, rule, reason } };
}
