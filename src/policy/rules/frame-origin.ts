import { judgeLists } from '../judge-lists.js';
import { readOrigin } from '../origin-pattern.js';
import type { Rule } from './rule.js';

/**
 * An origin that pages only load from is not acted on either: a frame of it inside an allowed page is still not in
 * `allow`. A sandboxed frame has no origin to judge by, so it is refused while there is a list.
 */
export const frameOrigin: Rule = ({ policy, call, callFacts }, target) => {
  if (target.kind !== 'element' || call.effect !== 'act' || target.intent === 'look') return undefined;
  const element = callFacts.elements.get(target);
  if (element === undefined || element.frameOrigin === callFacts.page?.origin) return undefined;
  const origin = readOrigin(element.frameOrigin);
  const team = call.principal.team;
  if (origin === undefined) {
    if (policy.allow === undefined && team?.allowedDomains === undefined) return undefined;
    return {
      kind: 'deny',
      rule: 'frame-origin',
      reason: 'the frame has no origin that could be allowed',
      code: 'policy.origin-not-allowed',
    };
  }
  const callerLists = { policy, team, granted: callFacts.granted };
  const verdict = judgeLists(callerLists, { ...origin, origin: element.frameOrigin }, 'visit');
  return verdict.kind === 'deny' ? { ...verdict, rule: 'frame-origin' } : undefined;
};
