import { describe, expect, it } from 'vitest';
import { HeaderRules } from './header-rules.js';
import type { PausedRequest } from './header-rules.js';

const origin = 'https://app.example.com';
const rules = new HeaderRules();
rules.put('app', [origin], [{ name: 'Authorization', value: 'Bearer s3cret' }]);

const ask = (given: Partial<PausedRequest>): string | undefined =>
  rules
    .apply({ url: `${origin}/x`, method: 'GET', headers: {}, isTop: false, asker: origin, ...given })
    ?.map(({ name, value }) => `${name}=${value}`)
    .join();

const OURS = 'Authorization=Bearer s3cret';

describe('headers of an identity', () => {
  it('go with requests of its own pages', () => {
    expect(ask({ headers: { Accept: '*/*' } })).toBe(`Accept=*/*,${OURS}`);
  });

  it('take the place of what the page set under that name', () => {
    expect(ask({ headers: { authorization: 'Basic eDp5' } })).toBe(OURS);
  });

  it('go with a link from anywhere', () => {
    expect(ask({ isTop: true, asker: 'https://evil.example' })).toBe(OURS);
  });

  it.each<[string, Partial<PausedRequest>]>([
    ['another host', { url: 'https://evil.example/' }],
    ['a subdomain', { url: 'https://x.app.example.com/' }],
    ['a longer name', { url: 'https://app.example.com.evil.example/' }],
    ['another port', { url: 'https://app.example.com:8443/' }],
    ['another scheme', { url: 'http://app.example.com/' }],
    ['a name before an @', { url: 'https://app.example.com@evil.example/' }],
    ['a blob', { url: 'blob:https://app.example.com.evil/1' }],
    ['a foreign page that fetches', { asker: 'https://evil.example' }],
    ['a foreign page that says nothing', { asker: undefined }],
    ['a frame in a foreign page', { asker: 'https://evil.example', headers: { Referer: `${origin}/` } }],
    ['a foreign form', { isTop: true, method: 'POST', headers: { Origin: 'https://evil.example' } }],
    ['a form of a hidden origin', { isTop: true, method: 'POST', headers: { Origin: 'null' } }],
    ['a foreign referrer', { headers: { referer: 'https://evil.example/' } }],
  ])('do not go to or for %s', (_, request) => {
    expect(ask(request)).toBeUndefined();
  });

  it('are taken off where a redirect leads elsewhere', () => {
    const headers = { Accept: '*/*', authorization: 'Bearer s3cret' };
    expect(ask({ url: 'https://evil.example/', headers })).toBe('Accept=*/*');
  });

  it("leave another site's own header alone", () => {
    expect(ask({ url: 'https://evil.example/', headers: { authorization: 'Bearer other' } })).toBeUndefined();
  });
});
