import { describe, expect, it } from 'vitest';
import { pressableKey } from './keys.js';

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

  it.each(['Control+v', 'Control+V', 'Meta+v', 'Control+Shift+v', 'Shift+Insert'])('refuses to paste by %s', (key) => {
    expect(() => pressableKey(key)).toThrow('policy.capability-off');
  });
});
