import { describe, expect, it } from 'vitest';
import { headersForOtherOrigin, headersWithoutBody, shownHeaders } from './fetch-headers.js';

describe('what follows a redirect to another origin', () => {
  it('is nothing that could be a key', () => {
    const given = {
      Authorization: 'a',
      'X-API-Key': 'b',
      'PRIVATE-TOKEN': 'c',
      'x-anything': 'd',
      ACCEPT: 'application/json',
      'Content-Type': 'text/plain',
    };
    expect(headersForOtherOrigin(given)).toEqual({ ACCEPT: 'application/json', 'Content-Type': 'text/plain' });
  });

  it('describes no body that is not there', () => {
    expect(headersWithoutBody({ 'content-TYPE': 'x', 'Content-Encoding': 'y', Accept: 'z' })).toEqual({ Accept: 'z' });
  });
});

describe('what is shown of an answer', () => {
  it('is on the list', () => {
    const shown = shownHeaders({
      'set-cookie': ['session=1'],
      'set-cookie2': 'x',
      authorization: 'x',
      'x-secret': 'x',
      'content-type': 'text/html',
      etag: 'W/"1"',
    });
    expect(shown).toEqual({ 'content-type': 'text/html', etag: 'W/"1"' });
  });

  it('is one line without what cannot be seen, and not long', () => {
    const { link, etag } = shownHeaders({ link: `a\u0085b\u200b\tc`, etag: 'x'.repeat(5000) });
    expect(link).toBe('ab c');
    expect(etag).toHaveLength(1001);
  });
});
