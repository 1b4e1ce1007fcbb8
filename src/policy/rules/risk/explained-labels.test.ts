import { describe, expect, test } from 'vitest';
import type { ElementFacts, RiskLevel } from '../../../core/index.js';
import { at, call, factsWith, policy } from '../../../../tests/fixtures/policy-facts.js';
import { riskOf } from './risk-of.js';

function clicking(facts: Partial<ElementFacts>): RiskLevel {
  const target = at('click');
  return riskOf(call({ targets: [target] }), factsWith({ target, facts }), policy()).level;
}

const button = (name: string): Partial<ElementFacts> => ({ name, tag: 'button', type: 'button', role: 'button' });

describe('other words on a button do not explain its command away', () => {
  test.each([
    ...['Delete account Read more', 'Delete account - learn more', 'Delete account. This is permanent.'],
    ...['Delete account FAQ', 'Delete account Help', 'Learn more Delete account', 'Delete account is permanent'],
    ...['Delete your account and all data. This is permanent and cannot be undone', 'Who needs it? Delete account'],
    ...['Konto löschen Mehr erfahren', 'Supprimer le compte En savoir plus', 'Eliminar cuenta Más información'],
    ...['Excluir conta Saiba mais', 'Elimina account Scopri di più', 'Удалить аккаунт Подробнее', '删除账户 了解更多'],
    ...['खाता हटाएं और जानें', 'Hesabı sil Daha fazla bilgi', 'Usuń konto Dowiedz się więcej'],
    ...['Account verwijderen Meer informatie', 'Pay €50 View details', 'Pay now View details', 'Pay now Terms'],
    ...['Buy now View terms', 'Buy now Free returns info', 'Why wait? Buy now', 'Confirm and pay Read our terms'],
    ...['Pay $99.00 by clicking you agree to our terms and policy', 'Pay fees', 'Pay by card', 'Pay total'],
    ...['Place order. By placing your order you agree to our terms', 'Close account. Learn what happens'],
  ])('%s', (name) => {
    expect(clicking(button(name))).toBe('critical');
  });

  test.each([
    ...['Delete project Deletes what you have', 'Delete project This will delete everything that is in it'],
    ...['Delete Learn more', 'Revoke access Learn more', 'Transfer ownership This is permanent'],
    ...['Erase disk Learn how', 'Send message Help', 'Cancel subscription. See details'],
    ...['Permanently delete project Learn more', 'Yes, delete it. What is gone is gone'],
  ])('%s asks', (name) => {
    expect(clicking(button(name))).toBe('high');
  });

  test.each([
    ...['Read more about deleting your account', 'How to delete your account', 'Delete filter', 'Order history'],
    ...['Learn more about how to delete your account', 'Delete failed', 'Payment failed', 'Your account was deleted'],
    ...['Close account settings', 'Confirm payment method', 'Order details', 'Payment options', 'What is a refund?'],
    ...['Send help', 'Help', 'FAQ', 'Was ist ein Konto?', 'Wie lösche ich mein Konto?', 'Comment supprimer mon compte'],
    ...['如何删除账户', 'アカウントを削除する方法', '付款记录', 'Do not delete', 'Auto delete is on', 'Pay history'],
    ...['Start here: how to pay', 'Tips for those who send. Learn more', 'Search help', 'Show what was sent'],
  ])('%s does not', (name) => {
    expect(['low', 'medium']).toContain(clicking(button(name)));
  });

  test.each(['Send money abroad. It is easy and fast, and there are no fees at all. Learn more'])(
    'nor does a card of text that is pressed as a whole: %s',
    (name) => {
      expect(['low', 'medium']).toContain(clicking({ name, tag: 'div', role: 'clickable' }));
    },
  );

  test('nor a link to a page about it', () => {
    const facts = { tag: 'a', role: 'link', href: 'https://shop.example/about/closing' };
    expect(['low', 'medium']).toContain(clicking({ ...facts, name: 'Delete account Read more' }));
  });
});
