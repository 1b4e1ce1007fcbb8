import type { Call, CallFacts, Target, Verdict } from '../../core/index.js';
import type { Policy } from '../policy.js';
import type { Risk } from './risk/risk.js';

/** One call, as the rules see it. */
export interface Subject {
  readonly policy: Policy;
  readonly call: Call;
  readonly callFacts: CallFacts;
  readonly risk: Risk;
}

/**
 * What one rule says of one target of a call; nothing, if the target is none of its business. The strictest of all
 * rules wins, and a target that no rule allows is denied.
 */
export type Rule = (subject: Subject, target: Target) => Verdict | undefined;
