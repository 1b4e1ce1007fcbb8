import { describe, expect, test } from 'vitest';
import { confirmRequiredOption, originOptions, ruleOptions, rulesOption } from './options.js';
import { compilePolicy } from './policy.js';

const nothing = {
  network: originOptions.parse({}),
  rules: rulesOption.parse(undefined),
  confirmRequired: confirmRequiredOption.parse(undefined),
};

describe('compilePolicy', () => {
  test('absent is not empty', () => {
    expect(compilePolicy(nothing).allow).toBeUndefined();
    expect(compilePolicy({ ...nothing, network: originOptions.parse({ allow: [] }) }).allow).toEqual([]);
  });

  test.each([
    ['network.allow[1]', { network: { ...nothing.network, allow: ['a.com', ','] } }],
    ['network.load[0]', { network: { ...nothing.network, load: ['a.com/path'] } }],
    ['network.block[0]', { network: { ...nothing.network, block: [''] } }],
    [
      'approval.trustedDomains[0]',
      { approval: { from: 'high' as const, trustedDomains: ['*'], sensitiveDomains: [] } },
    ],
    ['rules[0].when.origin', { rules: [{ when: { origin: '*' }, then: 'deny' as const, mode: 'enforce' as const }] }],
  ])('a bad pattern names its key: %s', (path, change) => {
    expect(() => compilePolicy({ ...nothing, ...change })).toThrow(
      expect.objectContaining({ code: 'config.invalid', hint: expect.stringContaining(`${path}:`) as string }),
    );
  });
});

test.each(['', '*', 'a b', '?x', '*.admin.*', 'admin.*.com', 'ftp://a.com'])('no sensitive place: %j', (text) => {
  const approval = { from: 'high' as const, trustedDomains: [], sensitiveDomains: ['/ok', text] };
  expect(() => compilePolicy({ ...nothing, approval })).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('approval.sensitiveDomains[1]:') as string }),
  );
});

describe('options', () => {
  test.each([
    ['an unknown key', { allowed: [] }],
    ['a string for a list', { allow: 'example.com' }],
    ['a comma', { allow: [','] }],
    ['a path', { block: ['https://a.com/x'] }],
  ])('network refuses %s', (_, input) => {
    expect(originOptions.safeParse(input).success).toBe(false);
  });

  test.each([
    ['no condition', { when: {}, then: 'deny' }],
    ['an unknown condition', { when: { path: 'a' }, then: 'deny' }],
    ['a URL that is no regular expression', { when: { url: '/admin' }, then: 'deny' }],
    ['a look-ahead', { when: { name: { matches: '(?=a)' } }, then: 'deny' }],
    ['a back reference', { when: { text: { matches: '(a)\\1' } }, then: 'deny' }],
    ['a broken expression', { when: { url: { matches: '(' } }, then: 'deny' }],
    ['an empty expression', { when: { role: { matches: '' } }, then: 'deny' }],
    ['another verdict', { when: { tool: 'browser_*' }, then: 'maybe' }],
    ['a star in the middle', { when: { tool: 'browser_*_x' }, then: 'deny' }],
    ['an empty name', { when: { name: ' ' }, then: 'deny' }],
  ])('a rule refuses %s', (_, input) => {
    expect(ruleOptions.safeParse(input).success).toBe(false);
  });

  test('a rule may be about risk alone, at one of its levels', () => {
    expect(ruleOptions.safeParse({ when: { risk: 'high' }, then: 'ask' }).success).toBe(true);
    expect(ruleOptions.safeParse({ when: { risk: 'never' }, then: 'ask' }).success).toBe(false);
  });

  test('confirmRequired knows its words', () => {
    expect(confirmRequiredOption.safeParse(['navigate']).success).toBe(false);
    expect(confirmRequiredOption.parse(undefined)).toEqual(['navigate_off_allowlist', 'byob_action']);
  });
});
