import { describe, expect, it } from 'vitest';
import { clipboardAction, pressableKey } from './keys.js';

describe('pressableKey', () => {
  it.each([
    ['Enter', 'Enter'],
    ['a', 'a'],
    ['Control+a', 'Control+a'],
    ['Control+Shift+ArrowLeft', 'Control+Shift+ArrowLeft'],
    ['+', '+'],
    ['Control++', 'Control++'],
    [' ', 'Space'],
    ['Shift+Tab', 'Shift+Tab'],
  ])('%s', (key, pressed) => {
    expect(pressableKey(key)).toBe(pressed);
  });

  it.each(['', 'enter', 'Ctrl+a', 'Control+', 'a+b', 'Enter\n', 'Power', 'ä', 'Control+Enter+a'])(
    'refuses %j',
    (key) => {
      expect(() => pressableKey(key)).toThrow('call.bad-arguments');
    },
  );
});

describe('clipboardAction', () => {
  it.each([
    ...['Control+v', 'Control+V', 'Meta+v', 'Control+Shift+v', 'Shift+Insert'].map((key) => [key, 'paste']),
    ...['Control+c', 'Meta+C', 'Control+Insert'].map((key) => [key, 'copy']),
    ...['Control+x', 'Meta+x', 'Shift+Delete'].map((key) => [key, 'cut']),
    ...['v', 'Shift+V', 'Insert', 'Delete', 'Control+a', 'Alt+c'].map((key) => [key, undefined]),
  ])('%s: %s', (key, action) => {
    expect(clipboardAction(key ?? '')).toBe(action);
  });
});
