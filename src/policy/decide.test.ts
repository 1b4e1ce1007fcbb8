import { describe, expect, test } from 'vitest';
import type { Call, CallFacts, UrlTarget } from '../core/index.js';
import { describeUrl } from '../network/address/describe-url.js';
import { compileOpenedHosts } from '../network/address/opened-hosts.js';
import { createOwnListeners } from '../network/address/own-listeners.js';
import { decide } from './decide.js';
import type { Policy } from './policy.js';
import { HERE, at, call, policy, factsWith } from '../../tests/fixtures/policy-facts.js';

const own = createOwnListeners(() => []);
own.add('127.0.0.1', 7717);
const read = (url: string) =>
  describeUrl(url, { own, opened: compileOpenedHosts(['localhost:3000', '127.0.0.1:7717']) });

function goTo(policyNow: Policy, url: string, change: Partial<Call> = {}, granted: readonly string[] = []) {
  const target: UrlTarget = { kind: 'url', url };
  const callFacts: CallFacts = { elements: new Map(), urls: new Map([[target, read(url)]]), granted };
  return decide(
    policyNow,
    call({ tool: 'browser_navigate', effect: 'leave', targets: [target], ...change }),
    callFacts,
  );
}

function on(url: string, element?: Parameters<typeof factsWith>[0]): CallFacts {
  return factsWith(element, { url, facts: read(url) });
}

describe('where the agent may go', () => {
  const listed = policy({ allow: ['example.com', '*.shop.example'], block: ['ads.example.com', '*.track.example'] });
  test.each([
    ['https://example.com/', 'allow', 'allow'],
    ['http://example.com:8080/', 'allow', 'allow'],
    ['https://a.b.shop.example/', 'allow', 'allow'],
    ['about:blank', 'allow', 'blank'],
    ['https://www.example.com/', 'deny', 'policy.origin-not-allowed'],
    ['https://shop.example/', 'deny', 'policy.origin-not-allowed'],
    ['https://evilshop.example/', 'deny', 'policy.origin-not-allowed'],
    ['https://93.184.216.34/', 'deny', 'policy.origin-not-allowed'],
    ['https://exаmple.com/', 'deny', 'policy.origin-not-allowed'],
    ['https://ads.example.com/', 'deny', 'policy.origin-blocked'],
    ['https://x.track.example/', 'deny', 'policy.origin-blocked'],
    ['https://example.com@evil.net/', 'deny', 'policy.bad-url'],
    ['file:///etc/passwd', 'deny', 'policy.scheme-not-allowed'],
    ['javascript:alert(1)', 'deny', 'policy.scheme-not-allowed'],
    ['data:text/html,x', 'deny', 'policy.scheme-not-allowed'],
    ['blob:https://example.com/1', 'deny', 'policy.scheme-not-allowed'],
    ['http://10.0.0.1/', 'deny', 'policy.private-address'],
    ['http://intranet/', 'deny', 'policy.private-address'],
    ['http://localhost:3000/', 'deny', 'policy.origin-not-allowed'],
  ])('%s: %s, %s', (url, kind, by) => {
    const verdict = goTo(listed, url);
    expect(verdict.kind).toBe(kind);
    expect(verdict.kind === 'deny' ? verdict.code : verdict.rule).toBe(by);
  });

  test('absent means every public origin, empty means none', () => {
    expect(goTo(policy(), 'https://anything.com/').kind).toBe('allow');
    expect(goTo(policy({ allow: [] }), 'https://anything.com/').kind).toBe('deny');
    expect(goTo(policy({ load: ['anything.com'], allow: [] }), 'https://anything.com/').kind).toBe('deny');
  });

  test('a refusal prints the exact flag that opens it', () => {
    expect(goTo(policy(), 'http://localhost:5173/x')).toMatchObject({
      hint: expect.stringContaining('--allow-private localhost:5173') as string,
    });
    expect(goTo(policy(), 'http://[::1]:81/')).toMatchObject({
      hint: expect.stringContaining('--allow-private [::1]:81') as string,
    });
    expect(goTo(policy({ allow: [] }), 'https://a.com/x')).toMatchObject({
      hint: expect.stringContaining('--allow https://a.com') as string,
    });
  });

  test('what the operator opened is open, and our own listeners never are', () => {
    expect(goTo(policy(), 'http://localhost:3000/').kind).toBe('allow');
    const verdict = goTo(policy(), 'http://127.0.0.1:7717/');
    expect(verdict).toMatchObject({ kind: 'deny', rule: 'own-listener', code: 'policy.private-address' });
    expect(JSON.stringify(verdict)).not.toContain('--allow-private');
  });

  test('a person may be asked for what only allow lacks', () => {
    const asking = policy({ allow: ['a.com'], block: ['bad.com'] }, [], ['navigate_off_allowlist']);
    expect(goTo(asking, 'https://b.com/')).toMatchObject({ kind: 'ask', rule: 'navigate_off_allowlist' });
    expect(goTo(asking, 'https://b.com/', {}, ['https://b.com']).kind).toBe('allow');
    expect(goTo(asking, 'https://b.com/', {}, ['http://b.com']).kind).toBe('ask');
    expect(goTo(asking, 'https://bad.com/', {}, ['https://bad.com'])).toMatchObject({ code: 'policy.origin-blocked' });
    expect(goTo(asking, 'http://10.0.0.1/', {}, ['http://10.0.0.1'])).toMatchObject({ code: 'policy.private-address' });
  });

  test('a team narrows, and its edge is not asked about', () => {
    const team = { name: 'web', hasBrowser: true, allowedDomains: [['a.com', 'c.com']] };
    const asking = policy({ allow: ['a.com', 'b.com'] }, [], ['navigate_off_allowlist']);
    const principal = { id: 't', team };
    expect(goTo(asking, 'https://a.com/', { principal }).kind).toBe('allow');
    expect(goTo(asking, 'https://b.com/', { principal })).toMatchObject({ kind: 'deny', rule: 'team' });
    expect(goTo(asking, 'https://c.com/', { principal }).kind).toBe('ask');
    expect(goTo(policy(), 'https://b.com/', { principal }).kind).toBe('deny');
    expect(
      goTo(policy(), 'https://b.com/', {
        principal: { id: 't', team: { name: 'w', hasBrowser: true, allowedDomains: [[]] } },
      }).kind,
    ).toBe('deny');
  });

  test('a rule about an origin holds for where a call goes', () => {
    expect(goTo(policy({}, [{ when: { origin: 'bank.com' }, then: 'ask' }]), 'https://bank.com/x')).toMatchObject({
      kind: 'ask',
      rule: 'rules[0]',
    });
  });

  test('observing lets the lists pass, and nothing else', () => {
    const watching = policy({ allow: [], block: ['bad.com'], observe: true });
    expect(goTo(watching, 'https://b.com/')).toMatchObject({ kind: 'allow', rule: 'observe' });
    expect(goTo(watching, 'https://bad.com/')).toMatchObject({ kind: 'allow', rule: 'observe' });
    expect(goTo(watching, 'http://10.0.0.1/').kind).toBe('deny');
    expect(goTo(watching, 'file:///x').kind).toBe('deny');
    const principal = { id: 't', team: { name: 'web', hasBrowser: true, allowedDomains: [['a.com']] } };
    expect(goTo(watching, 'https://b.com/', { principal }).kind).toBe('deny');
  });
});

describe('the page the agent is on', () => {
  const listed = policy({ allow: ['shop.example.com'], load: ['cdn.example'] });
  const reads = call({ tool: 'browser_snapshot', effect: 'read', targets: [{ kind: 'page' }] });
  test.each([
    ['https://shop.example.com/', 'read', 'allow'],
    ['https://cdn.example/', 'read', 'deny'],
    ['https://cdn.example/', 'act', 'deny'],
    ['https://cdn.example/', 'ask', 'deny'],
    ['https://cdn.example/', 'leave', 'allow'],
    ['https://cdn.example/', 'navigate', 'allow'],
    ['about:blank', 'read', 'allow'],
    ['about:blank', 'act', 'deny'],
    ['chrome-error://chromewebdata/', 'read', 'allow'],
    ['chrome-error://chromewebdata/', 'act', 'deny'],
    ['chrome://version', 'read', 'deny'],
    ['data:text/html,x', 'read', 'deny'],
    ['blob:https://shop.example.com/1', 'read', 'allow'],
    ['blob:https://cdn.example/1', 'read', 'deny'],
  ] as const)('%s, effect %s: %s', (page, effect, kind) => {
    const verdict = decide(listed, { ...reads, effect }, on(page));
    expect(verdict.kind).toBe(kind);
    if (verdict.kind === 'deny') expect(verdict.code).toBe('policy.origin-not-allowed');
  });

  test("the page's leave does not open a URL, nor the URL's the page", () => {
    const target: UrlTarget = { kind: 'url', url: 'https://evil.com/' };
    const callFacts = { ...on(HERE), urls: new Map([[target, read(target.url)]]) };
    expect(decide(listed, call({ effect: 'read', targets: [{ kind: 'page' }, target] }), callFacts).kind).toBe('deny');
  });

  test('an unread page or URL is refused', () => {
    const { pageUrl, ...unread } = on(HERE);
    expect(pageUrl).toBeDefined();
    expect(decide(policy(), reads, unread).kind).toBe('deny');
    expect(decide(policy(), call({ effect: 'leave', targets: [{ kind: 'url', url: HERE }] }), on(HERE)).kind).toBe(
      'deny',
    );
  });

  test('a frame outside allow is not acted in', () => {
    const target = at('click');
    const act = call({ targets: [target] });
    const inFrame = (frameOrigin: string) => on(HERE, { target, facts: { frameOrigin } });
    expect(decide(listed, act, inFrame('https://shop.example.com')).kind).toBe('allow');
    expect(decide(listed, act, inFrame('https://cdn.example'))).toMatchObject({ rule: 'frame-origin' });
    expect(decide(listed, act, inFrame('null')).kind).toBe('deny');
    expect(decide(policy(), act, inFrame('null')).kind).toBe('allow');
    expect(decide(policy({ block: ['cdn.example'] }), act, inFrame('https://cdn.example'))).toMatchObject({
      code: 'policy.origin-blocked',
    });
  });

  test('what was not seen is not touched', () => {
    const act = call({ targets: [at('click')] });
    expect(decide(policy(), act, on(HERE))).toMatchObject({ code: 'policy.changed' });
    expect(decide(policy(), act, { elements: new Map(), urls: new Map(), granted: [] })).toMatchObject({
      code: 'session.none',
    });
  });

  test('silence is denial', () => {
    expect(decide(policy(), call({ targets: [] }), on(HERE))).toMatchObject({ kind: 'deny', rule: 'silence' });
  });
});
