import { expect, test } from 'vitest';
import { nearestWord } from './nearest-word.js';

const COMMANDS = ['serve', 'stop', 'approvals', 'audit', 'console', 'config', 'doctor', 'add', 'remove'];

test.each([
  ['serv', 'serve'],
  ['sevre', 'serve'],
  ['aprovals', 'approvals'],
  ['appro', 'approvals'],
  ['Doctor', 'doctor'],
  ['conosle', 'console'],
  ['ad', 'add'],
])('%s is %s', (typed, meant) => {
  expect(nearestWord(typed, COMMANDS)).toBe(meant);
});

test.each(['xyzzy', 'q', '', '…', 'a'.repeat(10_000), 'install'])('%s is nothing that is known', (typed) => {
  expect(nearestWord(typed, COMMANDS)).toBeUndefined();
});

test('spelling of an argument', () => {
  expect(nearestWord('maxTokens', ['max_tokens', 'mode'])).toBe('max_tokens');
  expect(nearestWord('uri', ['url', 'wait_for'])).toBe('url');
});
