import type { AddressFacts, Team, UrlFacts, Verdict, WebUrlFacts } from '../core/index.js';
import { judgeResolvedAddresses, judgeWrittenAddress } from './judge-address.js';
import { judgeLists } from './judge-lists.js';
import type { ListUse } from './judge-lists.js';
import type { Policy } from './policy.js';

/**
 * One request of a browser or of a fetch, asked once on the name and once more on what it resolved to. The order:
 *   1 what is written: an own listener, a private address, a special-use name;
 *   2 `block`, 3 `allow` with the team and the grants, 4 `load`;
 *   5 the resolved addresses, if they are known.
 */
export function judgeEgress(
  policy: Policy,
  team: Team | undefined,
  url: WebUrlFacts,
  addresses?: readonly AddressFacts[],
  granted: readonly string[] = [],
): Verdict {
  return judgeWeb(policy, team, url, granted, 'load', addresses);
}

/**
 * May this be a tab's document? Never asks: a person is asked only when the agent navigates, by `decide`, and what a
 * page starts by itself is refused.
 */
export function judgeVisit(
  policy: Policy,
  team: Team | undefined,
  url: UrlFacts,
  granted: readonly string[] = [],
): Verdict {
  switch (url.kind) {
    case 'web':
      return judgeWeb(policy, team, url, granted, 'visit');
    case 'blank':
      return { kind: 'allow', rule: 'blank', reason: 'an empty page' };
    case 'other-scheme':
      // A page made them for itself, from bytes that passed the proxy before.
      if (url.scheme === 'blob' || url.scheme === 'data') {
        return { kind: 'allow', rule: 'page-made', reason: 'made by a page from what it already had' };
      }
      return denyScheme();
    case 'doubtful':
      return denyDoubtful(url.why);
  }
}

export function denyScheme(): Verdict {
  return {
    kind: 'deny',
    rule: 'scheme',
    reason: 'only http and https are opened',
    code: 'policy.scheme-not-allowed',
  };
}

export function denyDoubtful(why: string): Verdict {
  return { kind: 'deny', rule: 'bad-url', reason: why, code: 'policy.bad-url', hint: why };
}

function judgeWeb(
  policy: Policy,
  team: Team | undefined,
  url: WebUrlFacts,
  granted: readonly string[],
  reach: ListUse,
  addresses?: readonly AddressFacts[],
): Verdict {
  const written = judgeWrittenAddress(url);
  if (written !== undefined) return written;
  const listed = judgeLists({ policy, team, granted }, url, reach);
  if (listed.kind === 'deny') return listed;
  const resolved = addresses === undefined ? undefined : judgeResolvedAddresses(addresses);
  return resolved ?? listed;
}
