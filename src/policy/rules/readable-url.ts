import { denyDoubtful, denyScheme } from '../judge-egress.js';
import type { Rule } from './rule.js';

/** An ambiguous URL is not opened, nor is any scheme but http and https (and about:blank). */
export const readableUrl: Rule = ({ callFacts }, target) => {
  if (target.kind !== 'url') return undefined;
  const facts = callFacts.urls.get(target);
  if (facts === undefined) return denyDoubtful('the address was not read');
  switch (facts.kind) {
    case 'doubtful':
      return denyDoubtful(facts.why);
    case 'other-scheme':
      return denyScheme();
    case 'blank':
      return { kind: 'allow', rule: 'blank', reason: 'an empty page' };
    case 'web':
      return undefined;
  }
};
