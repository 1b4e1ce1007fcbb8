import { expect, test } from 'vitest';
import type { ElementFacts } from '../../../core/index.js';
import { at, call, policy, factsWith } from '../../../../tests/fixtures/policy-facts.js';
import { riskOf } from './risk-of.js';

const judged = policy({}, [], [], { from: 'high', trustedDomains: ['docs.example'], sensitiveDomains: [] });

function giving(facts: Partial<ElementFacts>): string {
  const target = at('upload', 'report.pdf');
  return riskOf(call({ tool: 'browser_upload', targets: [target] }), factsWith({ target, facts }), judged).level;
}

test.each<readonly [string, Partial<ElementFacts>, string]>([
  ['a file field', { role: 'button', tag: 'input', type: 'file', name: 'Choose file' }, 'medium'],
  ['something nameless', { role: 'generic', tag: 'div', name: '' }, 'medium'],
  ['what also sends', { role: 'button', tag: 'button', name: 'Publish now' }, 'high'],
])('giving a file to %s is of risk %s', (_, facts, level) => {
  expect(giving(facts)).toBe(level);
});
