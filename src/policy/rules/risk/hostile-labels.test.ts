import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RISK_LEVELS } from '../../../core/index.js';
import type { ElementFacts, RiskLevel } from '../../../core/index.js';
import { at, call, policy, factsWith } from '../../../../tests/fixtures/policy-facts.js';
import { riskOf } from './risk-of.js';

const plain = policy();

function clicking(facts: Partial<ElementFacts>): RiskLevel {
  const target = at('click');
  return riskOf(call({ targets: [target] }), factsWith({ target, facts }), plain).level;
}

describe('hostile labels', () => {
  test.each([
    ['De\u200Blete', 'high'],
    ['D\u00ADelete', 'high'],
    ['De\u2060le\uFEFFte', 'high'],
    ['\u202EDelete', 'high'],
    ['\u200FDelete\u200E', 'high'],
    ['Del\u0435te', 'high'],
    ['\u0440\u0430\u0443', 'critical'],
    ['P\u0430y now', 'critical'],
    ['Ｄｅｌｅｔｅ', 'high'],
    ['DELETE', 'high'],
    ['dElEtE', 'high'],
    ['D e l e t e', 'high'],
    ['delete_account', 'critical'],
    ['deleteAccount', 'critical'],
    ['delete-account', 'critical'],
    ['Délété', 'high'],
    ['Lo\u0308schen', 'high'],
    ['LÖSCHEN', 'high'],
    ['🗑', 'high'],
    ['🗑️', 'high'],
    ['Permanently delete this repository', 'high'],
    ['Confirm payment', 'critical'],
    ['Yes, delete', 'high'],
    ['Konto löschen', 'critical'],
    ['删除账户', 'critical'],
    ['결제하기', 'critical'],
    [`Delete ${'x'.repeat(100_000)}`, 'high'],
    [' ', 'low'],
    ['', 'low'],
    ['\uD800', 'low'],
    ['Deleted', 'low'],
    ['undelete', 'low'],
    ['Posts', 'low'],
    ['Address book', 'low'],
    ['Paypal-free', 'low'],
    ['nicht löschen', 'low'],
    ['不删除', 'low'],
  ])('%j: %s', (name, level) => {
    expect(clicking({ name })).toBe(level);
  });

  test('no label makes the judge throw, or take longer than a test may', () => {
    const parts = fc.constantFrom(
      ...['delete', ' ', 'move', '*', '移', '除', 'a', 'A', 'ы', '\u200D', '🗑', '9', '$', "'", 'é'],
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 600 }), fc.constantFrom('link', 'button'), (pieces, role) => {
        expect(RISK_LEVELS).toContain(clicking({ name: pieces.join(''), role }));
      }),
      { numRuns: 200 },
    );
  });
});
