import type { Verdict, WebUrlFacts } from '../../core/index.js';
import { matchesOrigin } from '../origin-pattern.js';
import type { OperatorRule, Policy } from '../policy.js';
import { verdictOf } from './operator-rules.js';
import { addresses } from './rule-texts.js';

/**
 * The operator's rules that deny a place as such, by its address or origin, whatever is done there: they hold for each
 * document of a tab too, however a page comes to it (a redirect, a script, a form, the history).
 */
export function denyPlace({ rules }: Policy, url: WebUrlFacts): Verdict | undefined {
  const rule = rules.find((each) => each.enforced && each.then === 'deny' && isOfPlace(each) && matches(each, url));
  return rule === undefined ? undefined : verdictOf(rule);
}

function isOfPlace({ when }: OperatorRule): boolean {
  const { tool, risk, role, name, text } = when;
  const isOfNavigation = tool === undefined || tool === 'browser_navigate' || /^(?:browser_)?\*$/u.test(tool);
  return isOfNavigation && [risk, role, name, text].every((condition) => condition === undefined);
}

function matches({ when: { origin, url } }: OperatorRule, place: WebUrlFacts): boolean {
  if (origin === undefined && url === undefined) return false;
  return (
    (origin === undefined || matchesOrigin(origin, place)) && (url === undefined || addresses(place.url).some(url))
  );
}
