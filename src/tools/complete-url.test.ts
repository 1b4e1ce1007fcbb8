import { expect, test } from 'vitest';
import { completeUrl } from './complete-url.js';

test.each([
  ['localhost:3000', 'http://localhost:3000'],
  ['localhost', 'http://localhost'],
  ['LocalHost:3000/a?b#c', 'http://LocalHost:3000/a?b#c'],
  ['app.localhost:8080/x', 'http://app.localhost:8080/x'],
  ['127.0.0.1:4173/', 'http://127.0.0.1:4173/'],
  ['[::1]:4173/', 'http://[::1]:4173/'],
  ['example.com/x', 'https://example.com/x'],
  ['example.com:8443/x', 'https://example.com:8443/x'],
  ['bücher.example?q', 'https://bücher.example?q'],
  [' example.com ', 'https://example.com'],
])('%s is %s', (text, url) => {
  expect(completeUrl(text)).toBe(url);
});

test.each([
  'http://example.com/',
  'https:example.com',
  'javascript:1',
  'javascript:alert(1)',
  'data:text/html,x',
  'data:1',
  'file:///etc/passwd',
  'about:blank',
  'mailto:ann@example.com',
  'view-source:http://localhost/',
  'blob:https://example.com/1',
  'user@example.com',
  'example.com\\@evil.example',
  '//example.com/',
  'word',
  'localhostile:80x',
  '',
])('%s stays as it is', (text) => {
  expect(completeUrl(text)).toBe(text);
});
