import { describe, expect, it } from 'vitest';
import { Failure } from '../../core/index.js';
import { webFetch } from './web-fetch.js';

const URL = 'https://example.com/';

function refusalOf(input: object): string {
  try {
    webFetch.prepare({ url: URL, ...input });
    return 'accepted';
  } catch (error) {
    return error instanceof Failure ? `${error.code}: ${error.hint ?? ''}` : String(error);
  }
}

describe('request headers', () => {
  it.each([
    'Host',
    'hOsT',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Upgrade',
    'TE',
    'Trailer',
    'Expect',
    'Cookie',
    'Proxy-Authorization',
    'proxy-anything',
    'Sec-Fetch-Site',
    'X-HTTP-Method-Override',
    'Accept-Encoding',
  ])('%s is ours', (name) => {
    expect(refusalOf({ headers: { [name]: 'x' } })).toBe(
      `call.bad-arguments: headers: ${name.toLowerCase()} cannot be set`,
    );
  });

  it.each(['Range', 'If-Range', 'x-range'])('%s would show a secret in pieces', (name) => {
    const refusal = refusalOf({ headers: { [name]: 'bytes=11-15' } });
    expect(refusal).toContain(`call.bad-arguments: headers: ${name.toLowerCase()} cannot be set: ask for the whole`);
  });

  it.each([
    ['a line break in a value', { Accept: 'a\r\nHost: evil' }],
    ['a bare line feed', { Accept: 'a\nb' }],
    ['a NUL', { Accept: 'a\u0000' }],
    ['another alphabet that folds to a line break', { Accept: 'a\u560a\u560d' }],
    ['a line break in a name', { 'Accept\r\nHost': 'x' }],
    ['a space in a name', { 'Host ': 'x' }],
    ['a colon in a name', { 'Host:': 'x' }],
    ['an empty name', { '': 'x' }],
    ['the same name twice', { accept: 'a', Accept: 'b' }],
    ['too many', Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`x-${String(i)}`, 'x']))],
    ['a long value', { Accept: 'a'.repeat(5000) }],
    ['a number', { Accept: 1 }],
    ['a list', ['a']],
  ])('%s is refused, and not repeated', (_, headers) => {
    const refusal = refusalOf({ headers });
    expect(refusal).toMatch(/^call\.bad-arguments: headers/u);
    expect(refusal).not.toMatch(/evil|[\r\n]/u);
  });

  it('the prototype is no header', () => {
    const headers: unknown = JSON.parse('{"__proto__": {"Host": "evil"}, "Accept": "x"}');
    expect(webFetch.prepare({ url: URL, headers }).arguments).toEqual({ url: URL, headers: { Accept: 'x' } });
  });

  it('others pass', () => {
    expect(refusalOf({ headers: { Authorization: 'Bearer x', 'X-Api-Key': 'y', 'User-Agent': 'z', Accept: '' } })).toBe(
      'accepted',
    );
  });
});

describe('the request', () => {
  it.each([{ method: 'PUT' }, { method: 'get' }, { method: 'DELETE' }, { body: 'x' }, { method: 'GET', body: 'x' }])(
    '%j is refused',
    (input) => {
      expect(refusalOf(input)).toMatch(/^call\.bad-arguments/u);
    },
  );

  it('touches its address', () => {
    expect(webFetch.prepare({ url: URL }).targets).toEqual([{ kind: 'url', url: URL }]);
  });
});
