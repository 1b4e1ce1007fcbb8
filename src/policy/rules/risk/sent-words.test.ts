import { describe, expect, test } from 'vitest';
import type { ElementFacts, RiskLevel, Target } from '../../../core/index.js';
import { at, call, factsWith, policy } from '../../../../tests/fixtures/policy-facts.js';
import { riskOf } from './risk-of.js';

function judging(facts: Partial<ElementFacts>, target: Target & { kind: 'element' } = at('click')): RiskLevel {
  return riskOf(call({ targets: [target] }), factsWith({ target, facts }), policy()).level;
}

const sending = (name: string, field: string, value: string): Partial<ElementFacts> => ({
  name,
  tag: 'button',
  type: 'submit',
  role: 'button',
  form: {
    method: 'post',
    action: 'https://shop.example/items/5',
    hasPassword: false,
    fields: [
      { name: 'q', value: 'delete' },
      { name: field, value },
    ],
  },
});

describe('a form that says in a field what it does', () => {
  test.each([
    ['Apply', 'action', 'delete'],
    ['Apply', 'action2', 'Delete permanently'],
    ['Go', 'action', 'delete_selected'],
    ['Go', 'bulk_action', 'Delete selected users'],
    ['Ausführen', 'op', 'remove'],
    ['Save', 'cmd', 'purge'],
    ['×', '_method', 'delete'],
    ['OK', '_method', 'DELETE'],
  ])('"%s" with %s=%s asks', (name, field, value) => {
    expect(judging(sending(name, field, value))).toBe('high');
  });

  test.each([
    ['Apply', 'action', 'edit'],
    ['Apply', 'action', 'Mark as read'],
    ['Save', 'task', 'Remove the old fridge'],
    ['Save', 'title', 'delete'],
    ['Cancel', 'action', 'delete'],
    ['Search', 'action', 'Delete filter'],
    ['Sign out', '_method', 'delete'],
    ['Unfollow', '_method', 'delete'],
    ['Save', '_method', 'put'],
  ])('"%s" with %s=%s does not', (name, field, value) => {
    expect(['low', 'medium']).toContain(judging(sending(name, field, value)));
  });
});

describe('a slider is judged by what it says, however it is moved', () => {
  const slider = (name: string): Partial<ElementFacts> => ({ name, role: 'slider', tag: 'input', type: 'range' });
  test.each(['Slide to pay', 'Slide to delete'])('%s', (name) => {
    expect(['high', 'critical']).toContain(judging(slider(name), at('type', '100')));
  });
  test('and an ordinary one asks nobody', () => {
    expect(['low', 'medium']).toContain(judging(slider('Volume'), at('type', '100')));
  });
});

describe('the icon of a nameless button, in the spelling of its library', () => {
  test.each(['bi bi-trash3-fill', 'bi-trash2', 'TrashIcon', 'icon-Trash', 'DeleteForever2'])('%s', (hint) => {
    expect(judging({ name: '', tag: 'button', role: 'button', hint })).toBe('high');
  });
  test.each(['bi bi-cabinet2', 'CombineIcon', 'Airplane2'])('not %s', (hint) => {
    expect(['low', 'medium']).toContain(judging({ name: '', tag: 'button', role: 'button', hint }));
  });
});
