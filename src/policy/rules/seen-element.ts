import type { Rule } from './rule.js';

/** An element that was not found cannot be judged, so no action on it is allowed. Waiting for an element is a read. */
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
