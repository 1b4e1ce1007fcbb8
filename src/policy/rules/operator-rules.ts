import type { CallFacts, Target, Verdict } from '../../core/index.js';
import { matchesOrigin, readOrigin } from '../origin-pattern.js';
import type { OriginParts } from '../origin-pattern.js';
import type { OperatorRule } from '../policy.js';
import type { Rule, Subject } from './rule.js';
import { isAtLeast } from './risk/risk.js';
import { namesOf, textsOf, urlsOf } from './rule-texts.js';

/** The operator's own `rules`: of those that match, the strictest. An `allow` here lifts nobody else's denial or question. */
export const operatorRules: Rule = (subject, target) => {
  const matching = subject.policy.rules.filter((rule) => rule.enforced && matches(rule, subject, target));
  const rule =
    matching.find(({ then }) => then === 'deny') ?? matching.find(({ then }) => then === 'ask') ?? matching[0];
  return rule === undefined ? undefined : verdictOf(rule);
};

/** The verdicts of the rules in `observe` mode, for the record. */
export function observedRules(subject: Subject): string[] {
  const observed = subject.policy.rules.filter(
    (rule) => !rule.enforced && subject.call.targets.some((target) => matches(rule, subject, target)),
  );
  return observed.map((rule) => `${rule.path} would ${rule.then}`);
}

export function verdictOf(rule: OperatorRule): Verdict {
  const reason = `${rule.path} of the configuration matches`;
  if (rule.then === 'deny') return { kind: 'deny', rule: rule.path, reason, code: 'policy.denied', hint: reason };
  return { kind: rule.then, rule: rule.path, reason };
}

function matches({ when }: OperatorRule, subject: Subject, target: Target): boolean {
  const { call, callFacts, risk } = subject;
  if (when.tool !== undefined && !matchesTool(when.tool, call.tool)) return false;
  if (when.risk !== undefined && !isAtLeast(risk.level, when.risk)) return false;
  const { origin } = when;
  if (origin !== undefined && !originsOf(callFacts, target).some((parts) => matchesOrigin(origin, parts))) return false;
  if (when.url !== undefined && !urlsOf(subject, target).some(when.url)) return false;
  if (when.text !== undefined && !textsOf(subject, target).some(when.text)) return false;
  if (when.name !== undefined && !namesOf(subject, target).some(when.name)) return false;
  if (when.role === undefined) return true;
  const element = target.kind === 'element' ? callFacts.elements.get(target) : undefined;
  return element !== undefined && when.role(element.role);
}

function matchesTool(pattern: string, tool: string): boolean {
  return pattern.endsWith('*') ? tool.startsWith(pattern.slice(0, -1)) : tool === pattern;
}

/** Where the call happens and where it goes: a rule about an origin holds for both, and for the frame acted in. */
function originsOf(callFacts: CallFacts, target: Target): OriginParts[] {
  const found: OriginParts[] = [];
  if (callFacts.pageUrl?.kind === 'web') found.push(callFacts.pageUrl);
  if (target.kind === 'url') {
    const facts = callFacts.urls.get(target);
    if (facts?.kind === 'web') found.push(facts);
  }
  if (target.kind === 'element') {
    const frame = readOrigin(callFacts.elements.get(target)?.frameOrigin ?? '');
    if (frame !== undefined) found.push(frame);
  }
  return found;
}
