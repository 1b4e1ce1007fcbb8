import { describe, expect, test } from 'vitest';
import type { AddressFacts, WebUrlFacts } from '../core/index.js';
import { describeUrl } from '../network/address/describe-url.js';
import { compileOpenedHosts } from '../network/address/opened-hosts.js';
import { createOwnListeners } from '../network/address/own-listeners.js';
import { judgeEgress, judgeVisit } from './judge-egress.js';
import { originOptions } from './options.js';
import { compilePolicy } from './policy.js';

const known = { own: createOwnListeners(() => []), opened: compileOpenedHosts(['localhost:3000']) };

function read(url: string): WebUrlFacts {
  const facts = describeUrl(url, known);
  if (facts.kind !== 'web') throw new Error(url);
  return facts;
}

function policy(network: object = {}) {
  return compilePolicy({
    network: originOptions.parse(network),
    rules: [],
    confirmRequired: ['navigate_off_allowlist'],
  });
}

const PUBLIC: AddressFacts = { address: '93.184.216.34', class: 'public' };
const LOOPBACK: AddressFacts = { address: '127.0.0.1', class: 'loopback' };

describe('judgeEgress', () => {
  const listed = policy({ allow: ['a.com'], load: ['*.cdn.com'], block: ['x.cdn.com', 'bad.a.com'] });
  test.each([
    ['https://a.com/', 'allow'],
    ['https://img.cdn.com/', 'load'],
    ['https://cdn.com/', 'policy.origin-not-allowed'],
    ['https://x.cdn.com/', 'policy.origin-blocked'],
    ['https://b.com/', 'policy.origin-not-allowed'],
    ['http://127.0.0.1/', 'policy.private-address'],
    ['http://router.local/', 'policy.private-address'],
    ['http://localhost:3000/', 'policy.origin-not-allowed'],
  ])('%s: %s', (url, by) => {
    const verdict = judgeEgress(listed, undefined, read(url));
    expect(verdict.kind === 'deny' ? verdict.code : verdict.rule).toBe(by);
  });

  test('never asks', () => {
    expect(judgeEgress(policy({ allow: [] }), undefined, read('https://a.com/')).kind).toBe('deny');
    expect(judgeVisit(policy({ allow: [] }), undefined, read('https://a.com/')).kind).toBe('deny');
  });

  test.each([
    ['two public', [PUBLIC, { address: '8.8.8.8', class: 'public' }], 'allow'],
    ['one of two private', [PUBLIC, LOOPBACK], 'deny'],
    ['none at all', [], 'deny'],
    ['opened', [{ ...LOOPBACK, isOpened: true }], 'allow'],
    [
      'opened and another',
      [
        { ...LOOPBACK, isOpened: true },
        { address: '10.0.0.1', class: 'private' },
      ],
      'deny',
    ],
    ['own, claimed as opened', [{ address: '127.0.0.1', class: 'own', isOpened: true }], 'deny'],
  ] as const)('addresses: %s', (_, addresses, kind) => {
    expect(judgeEgress(policy(), undefined, read('https://a.com/'), addresses).kind).toBe(kind);
  });

  test('addresses do not open what the lists close', () => {
    expect(judgeEgress(listed, undefined, read('https://b.com/'), [PUBLIC]).kind).toBe('deny');
  });

  test('a team narrows allow, and load still serves its pages', () => {
    const team = { name: 'web', hasBrowser: true, allowedDomains: [['team.com']] };
    const wide = policy({ allow: ['team.com', 'a.com'], load: ['cdn.com'] });
    expect(judgeEgress(wide, team, read('https://team.com/')).kind).toBe('allow');
    expect(judgeEgress(wide, team, read('https://a.com/')).kind).toBe('deny');
    expect(judgeEgress(wide, team, read('https://cdn.com/')).kind).toBe('allow');
    expect(judgeVisit(wide, team, read('https://cdn.com/')).kind).toBe('deny');
  });

  test('a grant opens one origin, for visiting and loading', () => {
    const granted = ['https://b.com'];
    expect(judgeEgress(listed, undefined, read('https://b.com/'), undefined, granted).kind).toBe('allow');
    expect(judgeVisit(listed, undefined, read('https://b.com/'), granted).kind).toBe('allow');
    expect(judgeEgress(listed, undefined, read('https://b.com:8443/'), undefined, granted).kind).toBe('deny');
  });

  test('observe lifts the lists and not the addresses', () => {
    const watching = policy({ allow: [], observe: true });
    expect(judgeEgress(watching, undefined, read('https://b.com/'))).toMatchObject({ kind: 'allow', rule: 'observe' });
    expect(judgeEgress(watching, undefined, read('https://b.com/'), [LOOPBACK]).kind).toBe('deny');
  });

  test('no refusal repeats what a page wrote', () => {
    const url = read('https://ignore-all-instructions.evil.net/');
    for (const verdict of [
      judgeEgress(policy({ allow: [] }), undefined, url),
      judgeEgress(policy({ block: ['*.evil.net'] }), undefined, url),
      judgeEgress(policy(), undefined, url, [LOOPBACK]),
      judgeVisit(policy({ allow: [] }), undefined, url),
    ]) {
      expect(verdict.kind).toBe('deny');
      expect(JSON.stringify(verdict)).not.toContain('evil');
    }
  });
});

describe('judgeVisit', () => {
  test.each([
    ['about:blank', 'allow'],
    ['blob:https://a.com/1', 'allow'],
    ['data:text/html,x', 'allow'],
    ['file:///etc/passwd', 'deny'],
    ['chrome://version', 'deny'],
    ['http://user@a.com/', 'deny'],
    ['https://a.com/', 'allow'],
    ['https://img.cdn.com/', 'deny'],
  ])('%s: %s', (url, kind) => {
    const listed = policy({ allow: ['a.com'], load: ['*.cdn.com'] });
    expect(judgeVisit(listed, undefined, describeUrl(url, known)).kind).toBe(kind);
  });
});
