import { expect, test } from 'vitest';
import type { Call, ElementFacts, ElementTarget, Sight } from '../core/index.js';
import { digestOf, openState, sealState } from './approval-digest.js';

const target: ElementTarget = { kind: 'element', at: { by: 'ref', ref: 'e1' }, intent: 'click' };
const element: ElementFacts = {
  ...{ ref: 'e1', role: 'button', name: 'Pay', tag: 'button', frameOrigin: 'https://a.example', document: 'd' },
  ...{ editable: false, disabled: false, fingerprint: 'f' },
  form: { method: 'post', action: 'https://a.example/pay', hasPassword: false, amount: '€ 5' },
};
const call: Call = {
  ...{ tool: 'browser_click', capability: 'action', effect: 'act', principal: { id: 'local' }, targets: [target] },
  scope: { principal: 'local', session: 'default' },
  arguments: { a: 1, b: { c: 2, d: 3 } },
};
const sight = (more: Partial<ElementFacts> = {}, page: Partial<Sight['page']> = {}): Sight => ({
  ...{ urls: new Map(), granted: [] },
  page: { tab: 't1', url: 'https://a.example/?x=1', origin: 'https://a.example', document: 'd', ...page },
  elements: new Map([[target, { ...element, ...more }]]),
});
const digest = digestOf(call, sight());

test('the order of keys and the query of the page do not matter', () => {
  expect(digestOf({ ...call, arguments: { b: { d: 3, c: 2 }, a: 1 } }, sight())).toBe(digest);
  expect(digestOf(call, sight({}, { url: 'https://a.example/?x=2#y' }))).toBe(digest);
});

test.each<[string, Call, Sight]>([
  ['caller', { ...call, scope: { ...call.scope, principal: 'eve' } }, sight()],
  ['session', { ...call, scope: { ...call.scope, session: 'other' } }, sight()],
  ['tool', { ...call, tool: 'browser_type' }, sight()],
  ['argument', { ...call, arguments: { a: 1, b: { c: 2, d: '3' } } }, sight()],
  ['document', call, sight({}, { document: 'd2' })],
  ['page', call, sight({}, { url: 'https://a.example/other' })],
  ['fingerprint', call, sight({ fingerprint: 'g' })],
  ['what it shows', call, sight({ shown: 'Read' })],
  [
    'amount',
    call,
    sight({ form: { method: 'post', action: 'https://a.example/pay', hasPassword: false, amount: '€ 9' } }),
  ],
  [
    'destination',
    call,
    sight({ form: { method: 'post', action: 'https://b.example/', hasPassword: false, amount: '€ 5' } }),
  ],
  ['identity', call, { ...sight(), identity: 'me' }],
])('another %s is another question', (_, otherCall, otherSight) => {
  expect(digestOf(otherCall, otherSight)).not.toBe(digest);
});

test('a state is good for its caller, whole, and for its time', () => {
  const state = { question: 'q1', digest, expiresAt: 1000 };
  const sealed = sealState(call.scope, state);
  expect(openState(call.scope, sealed, 999)).toEqual(state);
  expect(openState(call.scope, sealed, 1000)).toBe('expired');
  expect(openState({ ...call.scope, principal: 'eve' }, sealed, 0)).toBe('forged');
  expect(openState({ ...call.scope, session: 'other' }, sealed, 0)).toBe('forged');
  const [payload = '', mac = ''] = sealed.split('.');
  const longer = Buffer.from(JSON.stringify({ ...state, expiresAt: 9e15 })).toString('base64url');
  for (const forged of [
    '',
    '.',
    payload,
    `${payload}.`,
    `${longer}.${mac}`,
    `${sealed}.x`,
    `${payload}.${mac.replace(/^./u, 'g')}`,
  ])
    expect(openState(call.scope, forged, 0)).toBe('forged');
});
