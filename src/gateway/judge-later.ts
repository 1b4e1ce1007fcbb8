import type { Call, ElementFacts, ElementTarget, CallFacts, Verdict } from '../core/index.js';
import { decideOrAsk } from '../policy/index.js';
import { refuseExfiltration } from './secret-exfiltration.js';
import type { PathDeps } from './path-deps.js';

/**
 * A click may open a field, and a paste brings text along: neither was there when the call was judged. The same rules
 * judge it then, as if the call had declared it; only an `allow` counts, because nobody is asked in the middle.
 */
export function judgeLater(
  { policy, secrets }: Pick<PathDeps, 'policy' | 'secrets'>,
  call: Call,
  callFacts: CallFacts,
) {
  return (target: ElementTarget, facts: ElementFacts): Verdict => {
    const later: Call = { ...call, targets: [target], arguments: { ...call.arguments, text: target.text ?? '' } };
    const seen: CallFacts = { ...callFacts, elements: new Map([[target, facts]]) };
    refuseExfiltration(secrets.maskedIn(call.scope), later, seen);
    return decideOrAsk(policy, later, seen);
  };
}
