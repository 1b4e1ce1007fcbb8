import { expect, it } from 'vitest';
import { hasWords } from './has-words.js';

it.each([
  ['Post now', 'post', true],
  ['Posts', 'post', false],
  ['Pay  now', 'pay now', true],
  ['今すぐ購入する', '購入', true],
  ['ลบบัญชีของฉัน', 'ลบ', true],
  // The ending sticks to the word: "delete" in "to delete", as buttons say it.
  ['계정 삭제하기', '삭제', true],
  ['저장', '삭제', false],
  ['Удалить аккаунт', 'удалить', true],
  ['Удалителей', 'удалить', false],
])('%s has %s: %s', (text, words, expected) => {
  expect(hasWords(text, words)).toBe(expected);
});
