import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ElementFacts, Target } from '../../core/index.js';
import { decide, observed } from '../decide.js';
import { HERE, at, call, policy, factsWith } from '../../../tests/fixtures/policy-facts.js';

describe('sensitive fields', () => {
  test.each([
    ['type', '<SHOP_PASSWORD>', 'allow'],
    ['type', 'hunter2', 'deny'],
    ['type', '', 'deny'],
    ['type', undefined, 'deny'],
    ['type', 'x<SHOP_PASSWORD>', 'deny'],
    ['type', '<SHOP_PASSWORD>\n', 'deny'],
    ['type', '<A><B>', 'deny'],
    ['type', '<shop>', 'deny'],
    ['select', '12', 'deny'],
    ['drag', undefined, 'deny'],
    ['press', 'Enter', 'allow'],
    ['press', 'Tab', 'allow'],
    ['press', 'a', 'deny'],
    ['press', 'Shift+A', 'deny'],
    ['press', 'Control+v', 'deny'],
    ['press', undefined, 'deny'],
    ['click', undefined, 'allow'],
    ['hover', undefined, 'allow'],
  ] as const)('%s %j: %s', (intent, text, kind) => {
    const target = at(intent, text);
    const verdict = decide(
      policy(),
      call({ targets: [target] }),
      factsWith({ target, facts: { sensitive: 'password' } }),
    );
    expect(verdict.kind).toBe(kind);
    if (verdict.kind === 'deny') expect(verdict.code).toBe('policy.password-field');
  });

  test('one such field among many refuses the whole form', () => {
    const [name, secret] = [at('type', 'Ann'), at('type', 'hunter2')];
    const callFacts = factsWith({ target: name, facts: { tag: 'input' } });
    const both = new Map([
      ...callFacts.elements,
      ...factsWith({ target: secret, facts: { sensitive: 'card' } }).elements,
    ]);
    expect(decide(policy(), call({ targets: [name, secret] }), { ...callFacts, elements: both })).toMatchObject({
      code: 'policy.password-field',
    });
  });
});

describe("the operator's rules", () => {
  const target = at('click');
  const click = call({ targets: [target] });
  const seen = (facts: Partial<ElementFacts> = {}) => factsWith({ target, facts });
  test.each([
    [{ tool: 'browser_click' }, true],
    [{ tool: 'browser_*' }, true],
    [{ tool: '*' }, true],
    [{ tool: 'browser_clic' }, false],
    [{ tool: 'browser_type' }, false],
    [{ origin: '*.example.com' }, true],
    [{ origin: 'example.com' }, false],
    [{ role: 'Button' }, true],
    [{ role: 'link' }, false],
    [{ name: 'buy' }, true],
    [{ name: 'BUY  now' }, true],
    [{ name: 'bu' }, false],
    [{ name: 'now buy' }, false],
    [{ tool: 'browser_click', role: 'button', name: 'now' }, true],
    [{ tool: 'browser_click', role: 'link', name: 'now' }, false],
  ])('%j matches: %s', (when, matching) => {
    const denying = policy({}, [{ when, then: 'deny' }]);
    expect(decide(denying, click, seen()).kind).toBe(matching ? 'deny' : 'allow');
    const watching = policy({}, [{ when, then: 'deny', mode: 'observe' }]);
    expect(decide(watching, click, seen()).kind).toBe('allow');
    expect(observed(watching, click, seen())).toEqual(matching ? ['rules[0] would deny'] : []);
  });

  test.each([
    ['delete', 'Yes, delete', true],
    ['delete', 'Permanently delete…', true],
    ['post', 'Posts', false],
    ['post', 'Re-post', true],
    ['konto löschen', 'KONTO LÖSCHEN!', true],
    ['删除', '删除账户', true],
    ['pay', 'ＰＡＹ', true],
    ['pay', '', false],
  ])('the words %j in %j: %s', (name, label, matching) => {
    const denying = policy({}, [{ when: { name }, then: 'deny' }]);
    expect(decide(denying, click, seen({ name: label })).kind).toBe(matching ? 'deny' : 'allow');
  });

  test.each([
    [{ name: { matches: '(?i)(delete|remove|revoke)' } }, { name: 'Revoke all' }, true],
    [{ name: { matches: '(?i)(delete|remove|revoke)' } }, { name: 'Invoke' }, false],
    [{ name: { matches: '(?i)delete' } }, { name: 'De\u200Blete' }, true],
    [{ name: { matches: '(?i)delete' } }, { name: 'Ｄｅｌｅｔｅ' }, true],
    [{ name: { matches: '(?i)delete' } }, { name: 'Help', shown: 'Delete' }, true],
    [{ name: 'delete' }, { name: 'Help', shown: 'Delete' }, true],
    [{ name: { matches: '^Delete$' } }, { name: 'delete' }, false],
    [{ role: { matches: '^(button|link)$' } }, { role: 'link' }, true],
    [{ role: { matches: '^(button|link)$' } }, { role: 'menuitem' }, false],
    [{ url: { matches: '/cart$' } }, {}, true],
    [{ url: { matches: '/admin' } }, {}, false],
    [{ url: { matches: '/admin' } }, { role: 'link', href: '/%61dmin/users' }, true],
    [{ url: { matches: '^https://evil' } }, { role: 'link', href: 'https://evil.example/' }, true],
    [{ url: { matches: '/cart$' }, name: 'sell' }, {}, false],
    [{ text: { matches: '.' } }, {}, false],
  ])('%j on %j: %s', (when, facts, matching) => {
    const denying = policy({}, [{ when, then: 'deny' }]);
    expect(decide(denying, click, seen(facts)).kind).toBe(matching ? 'deny' : 'allow');
  });

  test.each([
    ['press', 'Enter', true],
    ['press', 'Shift+Space', true],
    ['press', 'ArrowDown', false],
    ['click', undefined, false],
  ] as const)('a rule for a name and the mark of a list: %s %j: %s', (intent, text, matching) => {
    const target = at(intent, text);
    const callFacts = factsWith({ target, facts: { role: 'listbox', tag: 'ul', name: 'Do', marked: 'Archive it' } });
    const denying = policy({}, [{ when: { name: 'archive' }, then: 'deny' }]);
    expect(decide(denying, call({ targets: [target] }), callFacts).kind).toBe(matching ? 'deny' : 'allow');
  });

  test.each([
    [{ text: { matches: '\\b\\d{16}\\b' } }, 'card 4111111111111111', {}, true],
    [{ text: { matches: '\\b\\d{16}\\b' } }, 'card 4111', {}, false],
    [{ text: 'top secret' }, 'this is Top  Secret!', {}, true],
    [{ text: 'secret' }, 'secretary', {}, false],
    [{ name: { matches: 'Buy' } }, 'two', { submit: true }, true],
    [{ name: { matches: 'Buy' } }, 'two', {}, false],
    [{ name: { matches: 'Buy' } }, 'two\n', {}, true],
    [{ url: { matches: '/order$' } }, 'two', { submit: true }, true],
  ])('%j when %j is typed with %j: %s', (when, text, args, matching) => {
    const field = at('type', text);
    const form = { method: 'post', action: '/order', hasPassword: false, submitName: 'Buy' } as const;
    const types = call({ tool: 'browser_type', targets: [field], arguments: args });
    const callFacts = factsWith({ target: field, facts: { role: 'textbox', name: 'Number', tag: 'input', form } });
    expect(decide(policy({}, [{ when, then: 'deny' }]), types, callFacts).kind).toBe(matching ? 'deny' : 'allow');
  });

  test('a rule about a URL is about the URL that is opened, and lets the agent leave', () => {
    const denying = policy({}, [{ when: { url: { matches: '/cart' } }, then: 'deny' }]);
    const back = call({ tool: 'browser_go_back', effect: 'leave', targets: [{ kind: 'page' }] });
    expect(decide(denying, back, seen()).kind).toBe('allow');
    const reads = call({ tool: 'browser_snapshot', effect: 'read', targets: [{ kind: 'page' }] });
    expect(decide(denying, reads, seen()).kind).toBe('deny');
  });

  test('the strictest wins, whatever the order, and allow lifts nothing', () => {
    const then = fc.constantFrom('allow', 'ask', 'deny');
    fc.assert(
      fc.property(fc.array(then, { minLength: 1, maxLength: 5 }), (verdicts) => {
        const strict = policy(
          {},
          verdicts.map((verdict) => ({ when: { tool: '*' }, then: verdict })),
        );
        const expected = verdicts.includes('deny') ? 'deny' : verdicts.includes('ask') ? 'ask' : 'allow';
        expect(decide(strict, click, seen()).kind).toBe(expected);
      }),
    );
    const lifted = policy({ allow: [] }, [{ when: { tool: '*' }, then: 'allow' }]);
    expect(decide(lifted, click, seen()).kind).toBe('deny');
  });
});

describe('confirmRequired: form_submit', () => {
  const every = policy({}, [], ['form_submit:all']);
  const some = policy({}, [], ['form_submit']);
  const form = { method: 'post', action: HERE, hasPassword: false } as const;
  const withPassword = { ...form, hasPassword: true };
  test.each([
    [at('click'), {}, { form, tag: 'button', type: 'submit' }, 'ask'],
    [at('click'), {}, { form, tag: 'button' }, 'ask'],
    [at('click'), {}, { form, tag: 'button', type: 'button' }, 'allow'],
    [at('click'), {}, { form, tag: 'input', type: 'image' }, 'ask'],
    [at('click'), {}, { tag: 'button' }, 'allow'],
    [at('type', 'x'), { submit: true }, { form, tag: 'input' }, 'ask'],
    [at('type', 'x'), { submit: false }, { form, tag: 'input' }, 'allow'],
    [at('type', 'x\n'), {}, { form, tag: 'input' }, 'ask'],
    [at('type', 'x\n'), {}, { form, tag: 'textarea' }, 'allow'],
    [at('press', 'Enter'), { key: 'Enter' }, { form, tag: 'input' }, 'ask'],
    [at('press', 'Enter'), { key: 'Enter' }, { tag: 'div' }, 'allow'],
  ] as const)('%j %j: %s', (target, args, facts, kind) => {
    const targets: Target[] = target.intent === 'press' ? [{ kind: 'page', text: 'Enter' }, target] : [target];
    const sends = call({ targets, arguments: args });
    const seen = factsWith({ target, facts });
    expect(decide(every, sends, seen).kind).toBe(kind);
    // Without a password in the form and without an identity it is an ordinary form.
    expect(decide(some, sends, seen).kind).toBe('allow');
    expect(decide(some, sends, { ...seen, identity: 'shop' }).kind).toBe(kind);
    const secret = 'form' in facts ? { ...facts, form: withPassword } : facts;
    expect(decide(some, sends, factsWith({ target, facts: secret })).kind).toBe(kind);
  });

  test('Enter without an element asks, because the focus may be in a form', () => {
    const press = call({
      tool: 'browser_press',
      targets: [{ kind: 'page', text: 'Enter' }],
      arguments: { key: 'Enter' },
    });
    expect(decide(every, press, factsWith()).kind).toBe('ask');
    expect(decide(some, press, { ...factsWith(), identity: 'shop' }).kind).toBe('ask');
    expect(decide(some, press, factsWith()).kind).toBe('allow');
  });
});

describe('the rest of confirmRequired', () => {
  const target = at('click');
  const click = call({ targets: [target] });
  const attached = { isAttached: true };
  test.each([
    ['file_download', call({ tool: 'browser_download', targets: [target] }), {}, {}],
    ['file_download', click, { role: 'link', tag: 'a', download: true }, {}],
    ['file_upload', call({ tool: 'browser_upload', targets: [target] }), {}, {}],
    ['file_upload', click, { tag: 'input', type: 'file' }, {}],
    ['byob_action', click, {}, attached],
    ['byob_action', call({ tool: 'browser_reload', effect: 'navigate', targets: [{ kind: 'page' }] }), {}, attached],
    ['byob_action', call({ tool: 'browser_go_back', effect: 'leave', targets: [{ kind: 'page' }] }), {}, attached],
  ] as const)('%s asks', (word, doing, facts, around) => {
    const seen = { ...factsWith({ target, facts: { name: 'Report', ...facts } }), ...around };
    expect(decide(policy({}, [], [word]), doing, seen)).toMatchObject({ kind: 'ask', rule: word });
    expect(decide(policy({}, [], ['navigate_off_allowlist']), doing, seen).kind).toBe('allow');
  });

  test("reading and closing in the operator's own browser asks nothing", () => {
    const reads = call({ tool: 'browser_snapshot', effect: 'read', targets: [{ kind: 'page' }] });
    const closes = call({ tool: 'browser_close', effect: 'leave', targets: [{ kind: 'session' }] });
    for (const doing of [reads, closes])
      expect(decide(policy({}, [], ['byob_action']), doing, { ...factsWith(), ...attached }).kind).toBe('allow');
  });
});
