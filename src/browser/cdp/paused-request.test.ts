import { describe, expect, it } from 'vitest';
import { judgedUrl } from './paused-request.js';

describe('judgedUrl', () => {
  it.each([
    ['', undefined],
    ['about:blank', undefined],
    ['about:blank#x', undefined],
    ['about:blank?x', undefined],
    ['chrome-error://chromewebdata/', undefined],
    // Everything else is judged, and by what made it.
    ['about:srcdoc', 'about:srcdoc'],
    ['about:blankety', 'about:blankety'],
    ['https://a.example/', 'https://a.example/'],
    ['blob:https://a.example/1-2', 'https://a.example/1-2'],
    ['blob:null/1-2', 'null/1-2'],
    ['filesystem:https://a.example/temporary/x', 'https://a.example/temporary/x'],
    ['file:///etc/passwd', 'file:///etc/passwd'],
    ['data:text/html,x', 'data:text/html,x'],
    ['chrome://settings', 'chrome://settings'],
  ])('%s is judged as %s', (url, judged) => {
    expect(judgedUrl(url)).toBe(judged);
  });
});
