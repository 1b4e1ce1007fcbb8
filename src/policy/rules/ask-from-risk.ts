import { isAtLeast } from './risk/risk.js';
import type { Rule } from './rule.js';

/** From `approval.from` on a person is asked. No rule of the operator lifts that: an `allow` beside it changes nothing. */
export const askFromRisk: Rule = ({ policy, call, risk }, target) => {
  // Its code would be in every page: a person decides, whatever level they are asked from, and if that is never.
  if (target.kind === 'session' && target.extension !== undefined)
    return { kind: 'ask', rule: 'extension', reason: 'installs an extension, whose code reads and changes pages' };
  if (policy.askFrom === 'never') return undefined;
  // Of what concerns a session alone, only what acts can do harm.
  if (target.kind === 'session' && call.effect !== 'act') return undefined;
  if (!isAtLeast(risk.level, policy.askFrom)) return undefined;
  return { kind: 'ask', rule: 'risk', reason: `risk ${risk.level}: ${risk.because}` };
};
