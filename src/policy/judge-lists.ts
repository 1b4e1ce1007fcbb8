import type { Team, Verdict } from '../core/index.js';
import { matchesAny } from './origin-pattern.js';
import type { OriginParts } from './origin-pattern.js';
import { domainsOf } from './policy.js';
import type { Policy } from './policy.js';

export interface CallerLists {
  readonly policy: Policy;
  readonly team: Team | undefined;
  /** Origins that a person opened for this session, serialised. */
  readonly granted: readonly string[];
}

/** `visit`: where the agent navigates and acts. `load`: what pages fetch besides. */
export type ListUse = 'visit' | 'load';

/**
 * What the lists say of an origin, in this order:
 *   1 `block`, the operator's or the team's, refuses, whoever opened the origin;
 *   2 `allow`, or a person's grant for this session, admits, unless the caller's team does not have the origin;
 *   3 `load` admits what is not visited;
 *   4 everything else is refused.
 * With `network.observe` the refusals of the operator's lists are let through, and say so; a team's are not.
 */
export function judgeLists(
  callerLists: CallerLists,
  origin: OriginParts & { origin: string },
  reach: ListUse,
): Verdict {
  const { policy, granted } = callerLists;
  if (matchesAny(policy.block, origin)) {
    return observable(policy, {
      kind: 'deny',
      rule: 'block',
      reason: 'network.block has this origin',
      code: 'policy.origin-blocked',
    });
  }
  const domains = domainsOf(callerLists.team);
  if (matchesAny(domains.block, origin)) return TEAM_BLOCKS;
  const inTeam = domains.allow.every((list) => matchesAny(list, origin));
  if (inTeam) {
    if (policy.allow === undefined) return { kind: 'allow', rule: 'allow', reason: 'every public origin is allowed' };
    if (matchesAny(policy.allow, origin)) return { kind: 'allow', rule: 'allow', reason: 'network.allow has it' };
    if (granted.includes(origin.origin)) return { kind: 'allow', rule: 'granted', reason: 'a person opened it' };
  }
  if (reach === 'load' && matchesAny(policy.load, origin)) {
    return { kind: 'allow', rule: 'load', reason: 'network.load has it' };
  }
  if (!inTeam) return notAllowed('team', "the team's domains do not have this origin", TEAM_HINT);
  return observable(
    policy,
    reach === 'load'
      ? notAllowed('load', 'neither network.allow nor network.load has this origin', LOAD_HINT)
      : notAllowed('allow', 'network.allow does not have this origin', VISIT_HINT),
  );
}

// No origin in these: what a page tried to reach is the page's text, and hints are the gateway's.
const TEAM_HINT = "The operator can add it to the team's allowed_domains.";
const LOAD_HINT = 'The operator can add its origin to network.load (pages may load from it) or network.allow.';
const VISIT_HINT = 'The operator can add its origin to network.allow (--allow).';

function notAllowed(rule: string, reason: string, hint: string): Deny {
  return { kind: 'deny', rule, reason, code: 'policy.origin-not-allowed', hint };
}

const TEAM_BLOCKS: Verdict = {
  kind: 'deny',
  rule: 'team',
  reason: "the team's blocked_domains have this origin",
  code: 'policy.origin-blocked',
};

type Deny = Extract<Verdict, { kind: 'deny' }>;

function observable(policy: Policy, denial: Deny): Verdict {
  if (!policy.observe) return denial;
  return { kind: 'allow', rule: 'observe', reason: `only observed; would be refused: ${denial.reason}` };
}
