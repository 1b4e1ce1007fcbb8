import { isAtLeast } from './risk/risk.js';
import type { Rule } from './rule.js';

/** From `approval.from` on a person is asked. No rule of the operator lifts that: an `allow` beside it changes nothing. */
export const askFromRisk: Rule = ({ policy, risk }, target) => {
  if (policy.askFrom === 'never') return undefined;
  if (target.kind === 'session') {
    // Its code would be in every page: a person decides, whatever level they are asked from.
    if (target.extension === undefined) return undefined;
    return { kind: 'ask', rule: 'extension', reason: 'installs an extension, whose code reads and changes pages' };
  }
  if (!isAtLeast(risk.level, policy.askFrom)) return undefined;
  return { kind: 'ask', rule: 'risk', reason: `risk ${risk.level}: ${risk.because}` };
};
