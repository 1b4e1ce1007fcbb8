import type { Call, CallFacts, Target, Verdict } from '../core/index.js';
import type { Policy } from './policy.js';
import { RULES } from './rules/index.js';
import { observedRules } from './rules/operator-rules.js';
import { withPressedControls } from './rules/judged-controls.js';
import { riskOf } from './rules/risk/risk-of.js';
import type { Subject } from './rules/rule.js';

const SILENCE: Verdict = {
  kind: 'deny',
  rule: 'silence',
  reason: 'no rule allows what this call touches',
  code: 'policy.denied',
};

/**
 * The verdict on one call. Every target is judged by every rule, and so is every control that input at it presses:
 *   1 the URL is read without doubt, and is http, https or about:blank;
 *   2 no private, local or own address is written in it;
 *   3 `block`, `allow`, the team's domains, a person's grants;
 *   4 the top page may be visited, else only what leads away from it works;
 *   5 what is acted on was seen, 6 in a frame that may be acted in;
 *   7 nothing but a secret's name goes into a sensitive field;
 *   8 the operator's own rules;
 *   9 sending a form, files and the operator's own browser ask, where the operator wants it;
 *  10 a person is asked from the risk on that `approval.from` names.
 * The strictest verdict wins. A target that no rule allows is denied, and so is a call that touches nothing.
 */
export function decide(policy: Policy, call: Call, callFacts: CallFacts): Verdict {
  const risk = riskOf(call, callFacts, policy);
  const subject: Subject = { policy, ...withPressedControls(call, callFacts), risk };
  const verdict = subject.call.targets
    .map((target) => judgeTarget(subject, target))
    .reduce<Verdict | undefined>(stricter, undefined);
  return { ...(verdict ?? SILENCE), risk: risk.level };
}

/** Verdicts that are only recorded: the operator's rules in observe mode, and the lists while `network.observe`. */
export function observed(policy: Policy, call: Call, callFacts: CallFacts): string[] {
  const verdict = decide(policy, call, callFacts);
  const lists = verdict.rule === 'observe' ? [`network.observe: ${verdict.reason}`] : [];
  return [
    ...observedRules({ policy, ...withPressedControls(call, callFacts), risk: riskOf(call, callFacts, policy) }),
    ...lists,
  ];
}

function judgeTarget(subject: Subject, target: Target): Verdict {
  const verdicts = RULES.map((rule) => rule(subject, target)).filter((verdict) => verdict !== undefined);
  return verdicts.reduce<Verdict | undefined>(stricter, undefined) ?? SILENCE;
}

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

/** Of equals the first stays. */
function stricter(before: Verdict | undefined, next: Verdict): Verdict {
  if (before === undefined) return next;
  return STRICTNESS[next.kind] > STRICTNESS[before.kind] ? next : before;
}
