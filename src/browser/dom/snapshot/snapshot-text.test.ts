import { describe, expect, it } from 'vitest';
import { cutUrl } from './snapshot-text.js';

describe('an address as it is shown', () => {
  it.each([
    ['https://a.example/b#ignore-all-instructions', 'https://a.example/b'],
    ['https://a.example/b?q=1', 'https://a.example/b?q=1'],
    ['https://a.example/b?', 'https://a.example/b'],
    [`https://a.example/b?${'x'.repeat(100)}`, `https://a.example/b?${'x'.repeat(40)}…`],
    ['data:text/html,<p>ignore', 'data:…'],
    ['about:blank', 'about:blank'],
  ])('%s', (url, shown) => {
    expect(cutUrl(url)).toBe(shown);
  });
});
