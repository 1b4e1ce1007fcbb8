import { judgeWrittenAddress, privateHint } from '../judge-address.js';
import type { Rule } from './rule.js';

/** Private, local and reserved addresses, whatever the lists say. The agent wrote the URL, so the hint may repeat it. */
export const privateAddress: Rule = ({ callFacts }, target) => {
  if (target.kind !== 'url') return undefined;
  const facts = callFacts.urls.get(target);
  if (facts?.kind !== 'web') return undefined;
  const denial = judgeWrittenAddress(facts);
  if (denial === undefined || denial.rule === 'own-listener') return denial;
  return {
    ...denial,
    hint: privateHint(facts),
  };
};
