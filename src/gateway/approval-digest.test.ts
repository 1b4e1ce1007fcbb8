import { expect, test } from 'vitest';
import type { Call, ElementFacts, ElementTarget, CallFacts } from '../core/index.js';
import { approvalDigest, openState, sealState } from './approval-digest.js';

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
const callFacts = (more: Partial<ElementFacts> = {}, page: Partial<CallFacts['page']> = {}): CallFacts => ({
  ...{ urls: new Map(), granted: [] },
  page: { tab: 't1', url: 'https://a.example/?x=1', origin: 'https://a.example', document: 'd', ...page },
  elements: new Map([[target, { ...element, ...more }]]),
});
const digest = approvalDigest(call, callFacts());

test('the order of keys and the query of the page do not matter', () => {
  expect(approvalDigest({ ...call, arguments: { b: { d: 3, c: 2 }, a: 1 } }, callFacts())).toBe(digest);
  expect(approvalDigest(call, callFacts({}, { url: 'https://a.example/?x=2#y' }))).toBe(digest);
});

test.each<[string, Call, CallFacts]>([
  ['caller', { ...call, scope: { ...call.scope, principal: 'eve' } }, callFacts()],
  ['session', { ...call, scope: { ...call.scope, session: 'other' } }, callFacts()],
  ['tool', { ...call, tool: 'browser_type' }, callFacts()],
  ['argument', { ...call, arguments: { a: 1, b: { c: 2, d: '3' } } }, callFacts()],
  ['document', call, callFacts({}, { document: 'd2' })],
  ['page', call, callFacts({}, { url: 'https://a.example/other' })],
  ['fingerprint', call, callFacts({ fingerprint: 'g' })],
  ['what it shows', call, callFacts({ shown: 'Read' })],
  [
    'amount',
    call,
    callFacts({ form: { method: 'post', action: 'https://a.example/pay', hasPassword: false, amount: '€ 9' } }),
  ],
  [
    'destination',
    call,
    callFacts({ form: { method: 'post', action: 'https://b.example/', hasPassword: false, amount: '€ 5' } }),
  ],
  ['identity', call, { ...callFacts(), identity: 'me' }],
])('another %s is another question', (_, otherCall, otherSight) => {
  expect(approvalDigest(otherCall, otherSight)).not.toBe(digest);
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
