import { Failure, RISK_LEVELS } from '../core/index.js';
import type { Call, CallFacts, ElementIntent, ElementTarget } from '../core/index.js';
import { pressedBy, riskOf } from '../policy/index.js';
import type { Policy } from '../policy/index.js';

/** As many elements as a person reads before answering. */
const MAX_ASKED = 20;
const READ_ONLY_INTENTS: ReadonlySet<ElementIntent> = new Set<ElementIntent>(['look', 'hover', 'scroll']);

/**
 * What a person is shown, each element once: what is acted on, the gravest first, and what is only passed over where
 * nothing is acted on. A call that acts on more than can be shown is refused, or the rest would be said yes to unread.
 */
export function askedTargets(policy: Policy, call: Call, callFacts: CallFacts): readonly ElementTarget[] {
  const level = (target: ElementTarget): number =>
    RISK_LEVELS.indexOf(riskOf({ ...call, targets: [target] }, callFacts, policy).level);
  const all = call.targets.filter((target) => target.kind === 'element');
  const acting = all.filter(({ intent }) => !READ_ONLY_INTENTS.has(intent));
  const ranked = acting.map((target) => ({ target, level: level(target) })).sort((a, b) => b.level - a.level);
  const grave = eachOnce(
    ranked.map(({ target }) => target),
    callFacts,
  );
  const shown = grave.reduce((count, target) => count + 1 + pressedCount(target, callFacts), 0);
  if (shown > MAX_ASKED)
    throw new Failure(
      'call.bad-arguments',
      `a person has to approve this, and it acts on ${String(shown)} elements, of which ${String(MAX_ASKED)} can be shown: split the gesture or form into several calls`,
    );
  return grave.length > 0 ? grave : eachOnce(all, callFacts).slice(0, MAX_ASKED);
}

function pressedCount(target: ElementTarget, { elements }: CallFacts): number {
  const facts = elements.get(target);
  return facts === undefined ? 0 : pressedBy(target, facts).length;
}

function eachOnce(targets: readonly ElementTarget[], { elements }: CallFacts): readonly ElementTarget[] {
  const known = new Set<string>();
  return targets.filter((target) => {
    const facts = elements.get(target);
    if (facts === undefined) return false;
    const key = JSON.stringify([facts.document, facts.ref, facts.fingerprint]);
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  });
}
