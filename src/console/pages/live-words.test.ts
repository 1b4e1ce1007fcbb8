import { expect, it } from 'vitest';
import { shownAddress } from './live-words.js';

it.each([
  ['https://a.example/x?q=1#token', '<bdi>https://a.example/x?q=1</bdi>'],
  ['https://me:pw@a.example/', '<bdi>https://a.example/</bdi>'],
  ['HTTPS://me@a.example/', '<bdi>HTTPS://a.example/</bdi>'],
  ['https://a.example/me@here', '<bdi>https://a.example/me@here</bdi>'],
  ['data:text/html,<b>words of a page</b>', '<bdi>data:</bdi>'],
  ['about:blank', 'no page yet'],
  ['', '<bdi></bdi>'],
  ['https://a.example/\u202Egpj"><script>', '<bdi>https://a.example/gpj&#34;&#62;&#60;script&#62;</bdi>'],
])('an address is shown as text, without what nobody should see: %s', (url, shown) => {
  expect(shownAddress(url).toString()).toBe(shown);
});
