import { expect, test } from 'vitest';
import { sayWhatHolds } from './set-permission-policy.js';

test.each([
  ['deny', {}, [], ''],
  ['allow', {}, [], 'the operator lets none be granted, all stay refused'],
  ['allow', {}, ['geolocation'], 'granted: geolocation; all others stay refused'],
  ['deny', { camera: 'allow' }, [], 'not granted, the operator does not let them be: camera'],
  [
    'raise',
    { camera: 'allow', geolocation: 'allow', midi: 'deny' },
    ['geolocation'],
    'granted: geolocation; not granted, the operator does not let them be: camera',
  ],
  ['raise', { camera: 'ask-human' }, [], 'ask-human: a request is refused while a person is asked'],
] as const)('%s %j with %j', (mode, per, granted, says) => {
  expect(sayWhatHolds(mode, per, granted).join('; ')).toMatch(says === '' ? /^$/u : new RegExp(`^${says}`, 'u'));
});
