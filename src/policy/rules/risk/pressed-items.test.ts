import { describe, expect, test } from 'vitest';
import type { ElementFacts, RiskLevel } from '../../../core/index.js';
import { at, call, factsWith, policy } from '../../../../tests/fixtures/policy-facts.js';
import { riskOf } from './risk-of.js';

function clicking(facts: Partial<ElementFacts>): RiskLevel {
  const target = at('click');
  return riskOf(call({ targets: [target] }), factsWith({ target, facts }), policy()).level;
}

describe('an item of a list or a cell of a table, which many menus are made of', () => {
  test.each(
    ['listitem', 'row', 'cell', 'gridcell'].flatMap((role) =>
      [
        'Delete',
        'Delete account',
        'Remove this file',
        'Konto löschen',
        'Send',
        'Send message',
        'Pay',
        'Pay now',
        '删除',
      ].map((name) => [role, name] as const),
    ),
  )('%s "%s" asks', (role, name) => {
    expect(['high', 'critical']).toContain(clicking({ role, name, tag: 'li' }));
  });

  test('also where only what is shown says it', () => {
    expect(clicking({ role: 'cell', name: '', shown: 'Delete account', tag: 'td' })).toBe('critical');
  });

  test.each([
    ...['Buy milk', 'Send the invoice to Bob tomorrow', 'Bob Delete account request 3:45', 'Your file was deleted'],
    ...['Invoice 4711 Pay 20.00 Open', 'John: please send money', 'Order history', 'Sent', 'Deleted items'],
    'Delete all the old things in the cellar before winter',
  ])('"%s" does not', (name) => {
    expect(['low', 'medium']).toContain(clicking({ role: 'listitem', name, tag: 'li' }));
  });

  test.each(['heading', 'tab', 'option', 'treeitem'])('nor does a %s, which opens or chooses', (role) => {
    expect(['low', 'medium']).toContain(clicking({ role, name: 'Delete account', tag: 'div' }));
  });
});

test.each([
  { role: 'textbox', tag: 'input', type: 'button' },
  { role: 'slider', tag: 'button', type: 'button' },
])('a button that is called a field is a button: %j', (facts) => {
  expect(clicking({ ...facts, name: 'Delete account' })).toBe('critical');
});

test('a button that opens a list shows what is chosen in it', () => {
  expect(clicking({ role: 'combobox', tag: 'button', type: 'button', name: 'Delete account' })).toBe('low');
});
