import { isAtLeast } from './risk/risk.js';
import type { Rule } from './rule.js';

/** From `approval.from` on a person is asked. No rule of the operator lifts that: an `allow` beside it changes nothing. */
export const askFromRisk: Rule = ({ policy, risk }, target) => {
  if (policy.askFrom === 'never' || target.kind === 'session') return undefined;
  if (!isAtLeast(risk.level, policy.askFrom)) return undefined;
  return { kind: 'ask', rule: 'risk', reason: `risk ${risk.level}: ${risk.because}` };
};
