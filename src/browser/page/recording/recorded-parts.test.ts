import { describe, expect, it } from 'vitest';
import { recordedBody, recordedHeaders, recordedQuery, recordedUrl } from './recorded-parts.js';

const BASE = 'https://shop.example/a/b';

describe('addresses in a recording', () => {
  it.each([
    ['an ordinary one stays', 'https://shop.example/list?page=2&q=red%20shoes', undefined],
    ['a relative one is read from its request', '../c?x=1', 'https://shop.example/c?x=1'],
    ['no user and password', 'https://ann:hunter2@shop.example/', 'https://shop.example/'],
    ['no fragment', 'https://shop.example/#access_token=abcdef123', 'https://shop.example/'],
    ['no token', 'https://shop.example/?access_token=abcdef123&a=1', 'https://shop.example/?access_token=left-out&a=1'],
    ['no script or data', 'data:text/html,secret', 'data:left-out'],
    [
      'nothing too long, and no piece of it',
      `https://shop.example/${'x'.repeat(5_000)}`,
      'https://shop.example/left-out',
    ],
    ['no web token in a path', 'https://shop.example/eyJhbGciOi0.eyJzdWIiOjE.abc', 'https://shop.example/left-out'],
  ])('%s', (_, url, shown) => {
    expect(recordedUrl(url, BASE)).toBe(shown ?? url);
  });

  it('a long value is left out whole', () => {
    expect(recordedQuery(`https://shop.example/?a=${'x'.repeat(501)}&b=2`)).toEqual([
      { name: 'a', value: 'left-out' },
      { name: 'b', value: '2' },
    ]);
  });
});

describe('headers in a recording', () => {
  it('are shown by an allowlist, and those of cookies and authorization not at all', () => {
    const given = {
      'Content-Type': 'text/html',
      Cookie: 'sid=1',
      'set-cookie': 'sid=1',
      Authorization: 'Bearer x',
      'proxy-authorization': 'x',
      'www-authenticate': 'x',
      'x-api-thing': 'value',
      etag: '"value"',
      location: '/next?session_id=abcdef12',
      server: 'bearer abcdef1234.56',
    };
    expect(recordedHeaders(given, BASE)).toEqual([
      { name: 'Content-Type', value: 'text/html' },
      { name: 'x-api-thing', value: 'left-out' },
      { name: 'etag', value: 'left-out' },
      { name: 'location', value: 'https://shop.example/next?session_id=left-out' },
      { name: 'server', value: 'left-out' },
    ]);
  });
});

it('a body that reads like a credential is left out, another stays', () => {
  expect(recordedBody('{"access_token":"abcdefgh"}')).toBeUndefined();
  expect(recordedBody('user=ann&password=hunter2-long')).toBeUndefined();
  expect(recordedBody('{"apples":3}')).toBe('{"apples":3}');
});
