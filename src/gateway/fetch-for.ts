import { Failure } from '../core/index.js';
import type { Call, CallFacts, CallFetch, FetchRequest, Fetched, UrlFacts, UrlTarget, Verdict } from '../core/index.js';
import { createMask } from '../masking/index.js';
import { decide } from '../policy/index.js';
import type { PathDeps } from './path-deps.js';
import { leaksIn } from './secret-exfiltration.js';

type FetchDeps = Pick<PathDeps, 'fetch' | 'policy' | 'secrets' | 'sessionPolicy'>;

/** Fetch for one call: it begins where the call was judged to go, and each redirect is judged as a call of its own. */
export function fetchFor(deps: FetchDeps, call: Call, callFacts: CallFacts, signal: AbortSignal): CallFetch {
  return {
    async fetch(target, request) {
      const first = callFacts.urls.get(target);
      if (first === undefined) throw new Failure('policy.denied', 'the address was not judged');
      if (first.kind !== 'web') throw new Failure('policy.scheme-not-allowed');
      const judgeRedirect = (to: UrlFacts, sent: FetchRequest): Verdict =>
        refusedLeak(deps, call, to, sent) ?? judgeHop(deps, call, callFacts, first.origin, to);
      const fetched = await deps.fetch.fetch(first.url, request, { scope: call.scope, judgeRedirect }, signal);
      return maskedAcrossCut(fetched, createMask(deps.secrets.maskedIn(call.scope)));
    },
  };
}

/** A server may send on what it was given, in the address of a redirect or as it came. */
function refusedLeak(
  { secrets }: FetchDeps,
  { scope }: Call,
  to: UrlFacts,
  { headers, body = '' }: FetchRequest,
): Verdict | undefined {
  if (to.kind !== 'web') return undefined;
  const name = leaksIn(secrets)(scope)?.(JSON.stringify([to.url, headers, body]), to.origin);
  if (name === undefined) return undefined;
  const reason = `<${name}> does not belong to this origin`;
  return { kind: 'deny', rule: 'secret-leaving', reason, code: 'policy.secret-leaving' };
}

/** A redirect that would need an approval is refused: a person was asked about the first address only. */
function judgeHop(deps: FetchDeps, call: Call, callFacts: CallFacts, judgedOrigin: string, to: UrlFacts): Verdict {
  const target: UrlTarget = { kind: 'url', url: to.kind === 'web' ? to.url : '' };
  const granted = deps.sessionPolicy.grantsOf(call.scope);
  const verdict = decide(
    deps.policy,
    { ...call, targets: [target] },
    { ...callFacts, granted, urls: new Map([[target, to]]) },
  );
  if (verdict.kind !== 'ask') return verdict;
  // The call goes on only after a yes, and the yes was about this origin.
  if (to.kind === 'web' && to.origin === judgedOrigin) return { ...verdict, kind: 'allow' };
  const code = verdict.rule === 'navigate_off_allowlist' ? 'policy.origin-not-allowed' : 'policy.denied';
  return { ...verdict, kind: 'deny', code };
}

/** Masked before it is cut for good: half of a secret is no longer known as one. */
function maskedAcrossCut(fetched: Fetched, mask: (text: string) => string): Fetched {
  if (fetched.beyond === '') return fetched;
  const masked = mask(fetched.text + fetched.beyond);
  const most = Math.min(fetched.text.length, masked.length - fetched.beyond.length);
  return { ...fetched, text: masked.slice(0, most).replace(/[\uD800-\uDBFF]$/u, ''), beyond: '' };
}
