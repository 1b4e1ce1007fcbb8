import { expect, test } from 'vitest';
import type { ElementFacts } from '../../../core/index.js';
import { at, call, policy, factsWith } from '../../../../tests/fixtures/policy-facts.js';
import { riskOf } from './risk-of.js';

const site = 'https://shop.example.com';
const pays = { method: 'post', action: `${site}/x`, hasPassword: false, submitName: 'Pay now' } as const;
const field = { role: 'textbox', tag: 'input', type: 'text', editable: true, name: 'Town' } as const;
const select = { role: 'combobox', tag: 'select', editable: true, name: 'Do' } as const;
const slider = { role: 'slider', tag: 'input', type: 'range', editable: true } as const;
const body = { role: 'generic', tag: 'body', name: '' } as const;

function riskAs(identity: string | undefined, target: ReturnType<typeof at>, facts: Partial<ElementFacts>) {
  const callFacts = { ...factsWith({ target, facts }), ...(identity !== undefined && { identity }) };
  return riskOf(call({ targets: [target] }), callFacts, policy()).level;
}

const ACTIVATES = ['Shift', 'Control', 'Alt', 'Meta', 'Control+Shift'].flatMap((modifier) =>
  ['Space', ' ', 'Enter', 'NumpadEnter'].map((key) => `${modifier}+${key}`),
);

test.each(['Space', ' ', 'Enter', ...ACTIVATES])('"%s" on a button is a click', (key) => {
  expect(riskAs(undefined, at('press', key), { name: 'Delete' })).toBe('high');
  expect(riskAs(undefined, at('press', key), { name: 'Read' })).toBe('low');
});

test.each(['Delete', 'Backspace', 'Shift+Delete', 'Meta+Backspace', 'Control+Delete'])('%s', (key) => {
  expect(riskAs(undefined, at('press', key), { role: 'row', tag: 'tr', name: '' })).toBe('high');
  expect(riskAs(undefined, at('press', key), field)).toBe('low');
});

test.each<readonly [string, ReturnType<typeof at>, Partial<ElementFacts>, string]>([
  ['what is opened to choose', at('select', 'One'), { role: 'button', name: 'Pay now' }, 'critical'],
  ['an option of a list of the page', at('select', 'Delete'), { role: 'combobox', tag: 'div', name: 'Do' }, 'high'],
  ['an option of a native list', at('select', 'Delete'), select, 'medium'],
  [
    'by its value, where its change acts',
    at('select', '7'),
    { ...select, options: ['Delete'], mayChangeSend: true },
    'high',
  ],
  ['a select that sends its form', at('select', 'One'), { ...select, form: pays, mayChangeSend: true }, 'critical'],
  ['a key in it', at('press', 'ArrowDown'), { ...select, form: pays, mayChangeSend: true }, 'critical'],
  [
    'a key that may choose any',
    at('press', 'd'),
    { ...select, options: ['Keep', 'Delete'], mayChangeSend: true },
    'high',
  ],
  ['leaving it', at('press', 'Tab'), { ...select, form: pays, mayChangeSend: true }, 'low'],
  ['one that does not', at('select', 'One'), { ...select, form: pays }, 'low'],
  ['a drag of a button', at('drag'), { name: 'Pay now' }, 'critical'],
  ['a drag of a card', at('drag'), { role: 'listitem', tag: 'li', name: 'Card' }, 'medium'],
  ['a slider that pays', at('drag'), { ...slider, name: 'Slide to pay' }, 'critical'],
  ['a slider of a form that pays', at('drag'), { ...slider, name: 'Go', form: pays }, 'critical'],
  ['the volume', at('drag'), { ...slider, name: 'Volume' }, 'medium'],
  ['End on a slider that pays', at('press', 'End'), { ...slider, name: 'Slide to pay' }, 'critical'],
])('%s', (_, target, facts, level) => {
  expect(riskAs(undefined, target, facts)).toBe(level);
});

test.each<readonly [string, Partial<ElementFacts>, string, string]>([
  ['#', body, 'low', 'medium'],
  ['Control+s', { ...field, form: pays }, 'low', 'critical'],
  ['Control+a', { ...field, form: pays }, 'low', 'low'],
  ['a', { ...field, form: pays }, 'low', 'low'],
  ['ArrowDown', body, 'low', 'low'],
])('the shortcut %s as nobody and as somebody', (key, facts, asNobody, asSomebody) => {
  expect(riskAs(undefined, at('press', key), facts)).toBe(asNobody);
  expect(riskAs('me', at('press', key), facts)).toBe(asSomebody);
});

const box = { role: 'checkbox', tag: 'input', type: 'checkbox', editable: false, name: 'On', form: pays } as const;

test('Enter in a box or circle sends its form, Space only ticks it', () => {
  for (const facts of [box, { ...box, role: 'radio', type: 'radio' }, { ...box, role: 'button' }]) {
    expect(riskAs(undefined, at('press', 'Enter'), facts)).toBe('critical');
    expect(riskAs(undefined, at('press', 'Shift+NumpadEnter'), facts)).toBe('critical');
    expect(riskAs(undefined, at('press', 'Space'), facts)).toBe('low');
  }
  expect(riskAs(undefined, at('press', 'Enter'), { ...box, type: 'reset', name: 'Clear' })).toBe('low');
});

test('a key in a list with a mark is judged by what is marked', () => {
  const menu = { role: 'menu', tag: 'ul', name: 'File' } as const;
  for (const key of ['Enter', 'Space', 'Control+Enter']) {
    expect(riskAs(undefined, at('press', key), { ...menu, marked: 'Delete' })).toBe('high');
    expect(riskAs(undefined, at('press', key), { ...menu, marked: 'Open' })).toBe('low');
  }
  expect(riskAs(undefined, at('press', 'ArrowDown'), { ...menu, marked: 'Delete' })).toBe('low');
  expect(riskAs(undefined, at('press', 'Enter'), { ...field, marked: 'Delete' })).toBe('high');
  expect(riskAs(undefined, at('press', 'x'), { ...field, marked: 'Delete' })).toBe('low');
});

test('an option is only chosen, unless script hears of it', () => {
  const option = { role: 'option', tag: 'option', name: '', shown: 'Delete' } as const;
  expect(riskAs(undefined, at('click'), option)).toBe('medium');
  expect(riskAs(undefined, at('click'), { ...option, mayChangeSend: true })).toBe('high');
});
