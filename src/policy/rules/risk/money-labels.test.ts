import { describe, expect, test } from 'vitest';
import type { ElementFacts, RiskLevel } from '../../../core/index.js';
import { at, call, factsWith, policy } from '../../../../tests/fixtures/policy-facts.js';
import { riskOf, riskOfQuestion } from './risk-of.js';

const form = { method: 'post', action: 'https://bank.example/x', hasPassword: false } as const;
const sending = (name: string) => ({ ...form, fields: [{ name, value: '500.00' }] });

function clicking(facts: Partial<ElementFacts>): RiskLevel {
  const target = at('click');
  return riskOf(call({ targets: [target] }), factsWith({ target, facts }), policy()).level;
}

describe('money', () => {
  test.each([
    ...['Transfer €500', 'Wire €500', 'Transfer', 'Transferir R$ 500', 'Transferir 500 €', 'Transférer 500 €'],
    ...['Charge my card', 'Débiter ma carte', 'Sell all', 'Liquidate position', 'Cash out', 'Deposit $20'],
    ...['Lastschrift erteilen', 'Überweisen 20 €'],
  ])('%s', (name) => {
    expect(clicking({ name, type: 'submit', form })).toBe('critical');
    expect(clicking({ name, tag: 'button', role: 'button' })).toBe('critical');
  });

  test.each<readonly [string, Partial<ElementFacts>]>([
    ['an amount in the words of a button', { name: 'Zap €500', form }],
    ['an unknown word on a form that sends an amount', { name: 'Zap', form: sending('amount') }],
    ['the same in a hidden field of another language', { name: 'Zap', form: sending('betrag') }],
    ['a noun for money on such a form', { name: 'Deposit', form: sending('amount') }],
    ['the same in Italian', { name: 'Bonifico', form: sending('importo') }],
    ['an unknown word on a form that goes to an account', { name: 'Zap', form: sending('iban') }],
  ])('%s asks', (_, facts) => {
    expect(clicking({ type: 'submit', ...facts })).toBe('high');
  });

  test.each<readonly [string, Partial<ElementFacts>]>([
    ['a search by amount', { name: 'Search', form: sending('amount') }],
    ['a filter by amount', { name: 'Apply filter', form: sending('amount') }],
    ['a calculation that is asked for', { name: 'Calculate', form: { ...sending('amount'), method: 'get' } }],
    ...['Cancel', 'Back', 'Calculate', 'Preview', 'Check', 'Zurück', 'Prüfen', 'Annuler', 'Volver', 'Anteprima'].map(
      (name): readonly [string, Partial<ElementFacts>] => [
        `"${name}" beside an amount`,
        { name, form: sending('amount') },
      ],
    ),
    ['an amount to choose', { name: '€ 5', form }],
    ['a range to choose', { name: '$10 – $20', form }],
    ['the page of deposits', { name: 'Deposit', type: 'button' }],
    ['an answer that is begun', { name: 'Reply to all', type: 'button' }],
    ['options beside a price', { name: 'Options', form: sending('price') }],
    ['what goes into a cart', { name: 'Add to cart – $20', form }],
    ['a row of orders', { name: 'Order 4711, $20.00', type: 'button' }],
    ['a card that shows a price', { name: 'Blue shirt $20', type: 'button' }],
    ['a chip with a price', { name: 'Under $50', role: 'radio', tag: 'input' }],
    ['a heading of transfers', { name: 'Transfers', role: 'tab' }],
    ['a file that is transferred', { name: 'Transfer files', type: 'button' }],
  ])('%s does not', (_, facts) => {
    expect(['low', 'medium']).toContain(clicking({ type: 'submit', ...facts }));
  });

  const transfer = { ...form, fields: [...sending('amount').fields, { name: 'iban', value: 'DE44' }] };
  test.each(['Send', 'Submit', 'Save', 'Continue', 'OK', 'Zap', ''])('"%s" sends an account and an amount', (name) => {
    expect(clicking({ name, type: 'submit', form: transfer })).toBe('critical');
  });

  test.each(['Cancel', 'Calculate', 'Search'])('"%s" on the same form does not pay', (name) => {
    expect(['low', 'medium']).toContain(clicking({ name, type: 'submit', form: transfer }));
  });

  test('what is saved with an amount alone is saved', () => {
    expect(clicking({ name: 'Save', type: 'submit', form: sending('amount') })).toBe('medium');
  });

  test('a notice of what was paid', () => {
    expect(riskOfQuestion('Payment of $20 was received').level).toBe('low');
  });

  test.each(['Transfer €500 to Eve?', 'Wire €500 to Eve?', 'Charge your card $99?', 'Sell all shares?'])(
    '%s',
    (text) => {
      expect(riskOfQuestion(text).level).toBe('critical');
    },
  );
});

test.each(['Hard reset', 'Fire employee', 'Email everyone', 'Nuke everything'])('%s', (name) => {
  expect(clicking({ name, type: 'submit', form })).toBe('high');
});
