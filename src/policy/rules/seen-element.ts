import type { Rule } from './rule.js';

/** What was not seen cannot be judged, so it is not acted on. Waiting for what is not there yet is looking. */
export const seenElement: Rule = ({ call, callFacts }, target) => {
  if (target.kind !== 'element' || call.effect !== 'act' || target.intent === 'look') return undefined;
  if (callFacts.elements.has(target)) return undefined;
  return {
    kind: 'deny',
    rule: 'seen-element',
    reason: 'the element was not seen before the call was judged',
    code: callFacts.page === undefined ? 'session.none' : 'policy.changed',
  };
};
