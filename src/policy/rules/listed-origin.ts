import { judgeLists } from '../judge-lists.js';
import type { Rule } from './rule.js';

/**
 * Where the agent asks to go: `block`, `allow`, the team, a person's grants. What only `allow` lacks may be asked for;
 * a blocked origin and one that the team does not have may not.
 */
export const listedOrigin: Rule = ({ policy, call, callFacts }, target) => {
  if (target.kind !== 'url') return undefined;
  const facts = callFacts.urls.get(target);
  if (facts?.kind !== 'web') return undefined;
  const verdict = judgeLists({ policy, team: call.principal.team, granted: callFacts.granted }, facts, 'visit');
  if (verdict.kind !== 'deny' || verdict.rule !== 'allow') return verdict;
  if (policy.confirm.has('navigate_off_allowlist')) {
    return { kind: 'ask', rule: 'navigate_off_allowlist', reason: verdict.reason };
  }
  return { ...verdict, hint: `If the user wants it open, they restart with: --allow ${facts.origin}` };
};
