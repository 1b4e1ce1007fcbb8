import { describe, expect, it } from 'vitest';
import { isFacts } from './wire-check.js';

const FACTS = {
  ...{ n: 1, origin: 'https://shop.example', role: 'textbox', name: 'Card number', tag: 'input' },
  ...{ editable: true, disabled: false, visible: true },
};

describe('the facts that a renderer sends', () => {
  it.each([{}, { sensitive: 'card' }, { around: { says: 'Pay?' } }, { download: true }, { held: undefined }])(
    '%j is taken',
    (more) => {
      expect(isFacts({ ...FACTS, ...more })).toBe(true);
    },
  );

  it.each([
    ...[{ sensitive: 'none' }, { sensitive: 1 }, { name: undefined }, { editable: 1 }, { around: { says: 1 } }],
    ...[{ form: {} }, { sends: false }, { editor: 'text' }],
  ])('%j is refused', (more) => {
    expect(isFacts({ ...FACTS, ...more })).toBe(false);
  });
});
