import { describe, expect, test } from 'vitest';
import type { Call, ElementFacts, CallFacts, UrlTarget } from '../../../core/index.js';
import { describeUrl } from '../../../network/address/describe-url.js';
import { compileOpenedHosts } from '../../../network/address/opened-hosts.js';
import { createOwnListeners } from '../../../network/address/own-listeners.js';
import { at, call, policy, factsWith } from '../../../../tests/fixtures/policy-facts.js';
import { riskOf } from './risk-of.js';

const read = (url: string) =>
  describeUrl(url, { own: createOwnListeners(() => []), opened: compileOpenedHosts(['localhost:3000']) });
const plain = policy();
const picky = policy({}, [], [], {
  from: 'high',
  trustedDomains: ['docs.example', '*.trusted.example'],
  sensitiveDomains: ['bank.example', 'admin.*', '/settings', 'shop.example/console'],
});

function clicking(facts: Partial<ElementFacts>, judged = plain, page = 'https://shop.example.com/cart') {
  const target = at('click');
  return riskOf(call({ targets: [target] }), factsWith({ target, facts }, { url: page, facts: read(page) }), judged)
    .level;
}

function going(from: string | undefined, to: string, judged = picky, change: Partial<Call> = {}) {
  const target: UrlTarget = { kind: 'url', url: to };
  const on = from === undefined ? {} : factsWith(undefined, { url: from, facts: read(from) });
  const callFacts: CallFacts = { elements: new Map(), granted: [], ...on, urls: new Map([[target, read(to)]]) };
  return riskOf(call({ tool: 'browser_navigate', effect: 'leave', targets: [target], ...change }), callFacts, judged)
    .level;
}

describe('clicks', () => {
  const site = 'https://shop.example.com';
  const form = { method: 'post', action: `${site}/step`, hasPassword: false } as const;
  const link = { role: 'link', tag: 'a' } as const;
  test.each<readonly [string, Partial<ElementFacts>, string]>([
    ['a swap of anything', { name: 'Swap' }, 'low'],
    ['a swap beside an amount of money', { name: 'Swap', around: { amount: '120 €' } }, 'high'],
    ['a swap in a form with an amount', { name: 'Swap', type: 'submit', form: { ...form, amount: '9 €' } }, 'high'],
    ['a swap of tokens', { name: 'Swap tokens' }, 'critical'],
    ['an icon with only a hint', { name: '', hint: 'fa-trash' }, 'high'],
    ['an icon whose file says delete', { name: '', hint: 'delete-outline' }, 'high'],
    ['a name that hides what is shown', { name: 'Next', shown: 'Delete everything' }, 'high'],
    ['an image that submits', { name: 'Place order', tag: 'input', type: 'image', form }, 'critical'],
    ['a nameless submit beside an amount', { name: '', type: 'submit', form: { ...form, amount: '9 €' } }, 'high'],
    ['the same without one', { name: '', type: 'submit', form }, 'medium'],
    ['a confirm beside an amount', { name: 'OK', type: 'submit', form: { ...form, amount: '9 €' } }, 'high'],
    ['a next beside an amount', { name: 'Options', type: 'submit', form: { ...form, amount: '9 €' } }, 'medium'],
    ['a form that goes to pay', { name: 'Go', type: 'submit', form: { ...form, action: `${site}/pay` } }, 'critical'],
    [
      'and one that only names it',
      { name: 'Go', type: 'submit', form: { ...form, action: `${site}/payment-methods` } },
      'medium',
    ],
    [
      'a form that closes an account',
      { name: 'Go', type: 'submit', form: { ...form, action: `${site}/account/close` } },
      'critical',
    ],
    ['no submit, no form', { name: 'Go', type: 'button', form: { ...form, action: `${site}/pay` } }, 'low'],
    ['a link that deletes by GET', { ...link, name: '12', href: `${site}/x?action=delete&id=1` }, 'high'],
    ['in another spelling', { ...link, name: '12', href: `${site}/Posts/5/De%6Cete` }, 'high'],
    ['a link about deleting', { ...link, name: 'Read', href: `${site}/how-to-delete-files` }, 'low'],
    ['a manual about deleting', { ...link, name: 'Delete files', href: `${site}/docs/delete` }, 'medium'],
    [
      'a link that only runs script',
      { ...link, name: 'Publish all of our new articles right now', href: `javascript:go()` },
      'high',
    ],
    ['a headline', { ...link, name: 'Publish all of our new articles right now', href: `${site}/a` }, 'low'],
    ['a link to another domain', { ...link, name: 'Partner', href: 'https://other.example/' }, 'medium'],
    ['a link to the same one', { ...link, name: 'Partner', href: 'https://www.example.com/' }, 'low'],
    ['a tab called Send', { role: 'tab', name: 'Send' }, 'medium'],
    ['a field called Delete', { role: 'textbox', name: 'Delete', tag: 'input', type: 'text' }, 'low'],
    ['Delete filter in a search', { name: 'Delete filter', type: 'submit', form: { ...form, method: 'get' } }, 'low'],
    ['Delete filter in the settings', { name: 'Delete filter', type: 'submit', form }, 'high'],
  ])('%s', (_, facts, level) => {
    expect(clicking(facts)).toBe(level);
  });

  const says = (text: string, amount?: string) => ({ around: { says: text, ...(amount !== undefined && { amount }) } });
  test.each<readonly [string, Partial<ElementFacts>, string]>([
    [
      'a yes in a dialog that deletes',
      { name: 'Confirm', ...says('Delete repository? This cannot be undone.') },
      'high',
    ],
    ['without a question mark', { name: 'OK', ...says('This permanently deletes 3 files. Delete them.') }, 'high'],
    ['one that closes an account', { name: 'Yes', ...says('Do you really want to close your account?') }, 'critical'],
    ['one that pays', { name: 'Continue', ...says('Pay this invoice now?') }, 'critical'],
    ['in German', { name: 'Ja', ...says('Konto wirklich löschen?') }, 'critical'],
    ['in Chinese', { name: '确定', ...says('确定要删除账户吗？') }, 'critical'],
    ['in French', { name: 'Confirmer', ...says('Voulez-vous supprimer ce fichier ?') }, 'high'],
    ['one that sends', { name: 'Proceed', ...says('Send this message to 300 people?') }, 'high'],
    ['one that only submits', { name: 'Submit', ...says('Delete all of your data?') }, 'high'],
    ['a nameless one', { name: '', ...says('Delete this photo?') }, 'high'],
    ['a continue beside a total', { name: 'Continue', ...says('', '€ 49.00') }, 'high'],
    [
      'a form whose button only says yes',
      { name: 'Confirm', type: 'submit', form, ...says('Delete the project') },
      'high',
    ],
    ['but not the way back', { name: 'Cancel', ...says('Delete repository?') }, 'low'],
    ['nor the cross', { name: 'Close', ...says('Delete repository?') }, 'low'],
    ['nor what tells what has happened', { name: 'OK', ...says('Your order is complete. Thank you.') }, 'low'],
    ['nor a banner', { name: 'OK', ...says('We use cookies to make this site work.') }, 'low'],
    ['nor going on with something else', { name: 'Continue shopping', ...says('', '€ 49.00') }, 'low'],
    ['nor what says itself what it does', { name: 'Details', ...says('Delete repository?', '€ 9') }, 'low'],
    [
      'nor a sign-up',
      { name: 'Continue', ...says('Create your account. Already have an account? Cancel any time.') },
      'low',
    ],
    [
      'nor what can be done later',
      { name: 'OK', ...says('Welcome. You can delete your data in the settings.') },
      'low',
    ],
    [
      'but what is for good',
      { name: 'OK', ...says('Please note. We delete your data. This cannot be undone.') },
      'high',
    ],
    ['nor a harmless question', { name: 'Yes', ...says('Show the next page?') }, 'low'],
  ])('%s', (_, facts, level) => {
    expect(clicking(facts)).toBe(level);
  });

  test('a trusted site lowers medium to low and nothing else; a sensitive one raises it', () => {
    const trusted = 'https://docs.example/';
    expect(clicking({ name: 'Save' }, picky)).toBe('medium');
    expect(clicking({ name: 'Save' }, picky, trusted)).toBe('low');
    expect(clicking({ name: 'Delete' }, picky, trusted)).toBe('high');
    expect(clicking({ name: 'Pay' }, picky, trusted)).toBe('critical');
    expect(clicking({ name: 'Save', frameOrigin: 'https://evil.example' }, picky, trusted)).toBe('medium');
    expect(clicking({ name: 'Save' }, picky, 'https://www.bank.example/')).toBe('high');
    expect(clicking({ name: 'Help' }, picky, 'https://www.bank.example/')).toBe('low');
  });
});

describe('where a call goes', () => {
  test.each([
    [undefined, 'https://a.example/', 'medium'],
    ['https://a.example/', 'https://b.a.example/x', 'low'],
    ['https://a.co.uk/', 'https://b.co.uk/', 'medium'],
    ['https://a.github.io/', 'https://b.github.io/', 'medium'],
    ['https://a.example/', 'https://docs.example/', 'low'],
    ['https://a.example/', 'https://x.trusted.example/', 'low'],
    ['https://a.example/', 'https://trusted.example/', 'medium'],
    ['https://a.example/', 'https://bank.example/', 'high'],
    ['https://a.example/', 'https://login.bank.example/', 'high'],
    ['https://a.example/', 'https://foodbank.example/', 'medium'],
    ['https://a.example/', 'https://admin.a.example/', 'high'],
    ['https://a.example/', 'https://administration.a.example/', 'low'],
    ['https://a.example/', 'https://a.example/settings', 'high'],
    ['https://a.example/', 'https://a.example/%73ettings/keys', 'high'],
    ['https://a.example/', 'https://a.example//Settings', 'high'],
    ['https://a.example/', 'https://a.example/settings-help', 'low'],
    ['https://shop.example/', 'https://shop.example/console/x', 'high'],
    ['https://shop.example/', 'https://shop.example/consoles', 'low'],
    ['https://a.example/', 'https://a.example/users/7/delete', 'high'],
    ['https://a.example/', 'https://a.example/unsubscribe?u=1', 'high'],
  ] as const)('%s to %s: %s', (from, to, level) => {
    expect(going(from, to)).toBe(level);
  });

  test('a link inside a sensitive place asks no more, one into it does', () => {
    const link = (href: string) => ({ role: 'link', tag: 'a', name: 'More', href }) as const;
    expect(clicking(link('https://bank.example/b'), picky, 'https://bank.example/a')).toBe('low');
    expect(clicking(link('https://bank.example/b'), picky, 'https://a.example/')).toBe('high');
    expect(clicking(link('https://bank.example/x/delete'), picky, 'https://bank.example/a')).toBe('high');
  });
});

describe('keys and typing', () => {
  const site = 'https://shop.example.com';
  const field = { role: 'textbox', tag: 'input', type: 'text', editable: true } as const;
  const doing = (
    target: ReturnType<typeof at>,
    facts: Partial<ElementFacts>,
    change: { args?: Call['arguments']; identity?: string; page?: string } = {},
  ) => {
    const page = change.page ?? `${site}/cart`;
    const callFacts = {
      ...factsWith({ target, facts }, { url: page, facts: read(page) }),
      ...(change.identity !== undefined && { identity: change.identity }),
    };
    return riskOf(call({ targets: [target], arguments: change.args ?? {} }), callFacts, picky).level;
  };
  const pays = { method: 'post', action: `${site}/x`, hasPassword: false, submitName: 'Pay now' } as const;

  test.each([
    ['Enter in a form that pays', at('press', 'Enter'), { ...field, form: pays }, {}, 'critical'],
    ['submit in one', at('type', 'x'), { ...field, form: pays }, { args: { submit: true } }, 'critical'],
    ['a line break in one', at('type', 'x\n'), { ...field, form: pays }, {}, 'critical'],
    [
      'Enter in a form whose button only says yes',
      at('press', 'Enter'),
      { ...field, form: { ...pays, submitName: 'Confirm' }, around: { says: 'Delete this project?' } },
      {},
      'high',
    ],
    ['only typing there', at('type', 'x'), { ...field, form: pays }, {}, 'medium'],
    ['another key there', at('press', 'Tab'), { ...field, form: pays }, {}, 'low'],
    [
      'Enter in a search',
      at('press', 'Enter'),
      { ...field, role: 'searchbox', form: { ...pays, method: 'get', submitName: 'Go' } },
      {},
      'low',
    ],
    ['Enter on a button', at('press', 'Enter'), { name: 'Delete' }, {}, 'high'],
    ['Space on a button', at('press', 'Space'), { name: 'Delete' }, {}, 'high'],
    ['Escape on a button', at('press', 'Escape'), { name: 'Delete' }, {}, 'low'],
    ['Enter in a chat', at('press', 'Enter'), { ...field, tag: 'div', name: 'Message #general' }, {}, 'high'],
    ['Control+Enter in a text', at('press', 'Control+Enter'), { ...field, tag: 'textarea', name: 'Body' }, {}, 'high'],
    ['Enter in a text that pays', at('press', 'Enter'), { ...field, tag: 'textarea', form: pays }, {}, 'critical'],
    [
      'Enter in a text whose form only filters',
      at('press', 'Enter'),
      { ...field, tag: 'textarea', name: 'Words', form: { ...pays, method: 'get', submitName: 'Filter' } },
      {},
      'low',
    ],
    ['Enter in a text', at('press', 'Enter'), { ...field, tag: 'textarea', name: 'Body' }, {}, 'low'],
    ['the key Delete on a list', at('press', 'Delete'), { role: 'row', tag: 'tr' }, {}, 'high'],
    ['the key Delete in a field', at('press', 'Delete'), field, {}, 'low'],
    ['a search', at('type', 'x'), { ...field, type: 'search' }, {}, 'low'],
    ['"Search keywords"', at('type', 'x'), { ...field, name: 'Search keywords' }, {}, 'low'],
    ['a name', at('type', 'x'), { ...field, name: 'Full name' }, {}, 'medium'],
    ['a comment', at('type', 'x'), { ...field, tag: 'textarea', name: 'Your thoughts' }, {}, 'low'],
    ['an editor', at('type', 'x'), { ...field, tag: 'textarea', editor: 'code', name: '' }, {}, 'medium'],
    ['an editor as somebody', at('type', 'x'), { ...field, editor: 'code', name: '' }, { identity: 'me' }, 'high'],
    [
      'an editor on a sensitive site',
      at('type', 'x'),
      { ...field, editor: 'code', name: '' },
      { page: 'https://bank.example/' },
      'high',
    ],
    [
      'an editor on a trusted site',
      at('type', 'x'),
      { ...field, editor: 'code', name: '' },
      { page: 'https://docs.example/', identity: 'me' },
      'high',
    ],
    ['an option of a menu', at('select', 'Delete'), { role: 'button', name: 'Actions' }, {}, 'high'],
    ['an option of a list', at('select', 'Delete'), { role: 'combobox', tag: 'select' }, {}, 'medium'],
    ['hovering', at('hover'), { name: 'Delete' }, {}, 'low'],
  ] as const)('%s', (_, target, facts, change, level) => {
    expect(doing(target, facts, change)).toBe(level);
  });
});

describe('an action on the page as a whole', () => {
  const level = (change: Partial<Call>) => riskOf(call(change), factsWith(), policy()).level;
  const TARGETS: readonly Call['targets'][] = [[{ kind: 'page' }], [{ kind: 'session' }], []];

  test.each(TARGETS)('is high where its tool declares nothing: %j', (...targets) => {
    expect(level({ effect: 'act', targets })).toBe('high');
  });

  test.each(TARGETS)('is what its tool declares: %j', (...targets) => {
    expect(level({ effect: 'act', risk: 'medium', targets })).toBe('medium');
    expect(level({ effect: 'act', risk: 'low', targets })).toBe('low');
  });

  test.each(TARGETS)('reading it is low: %j', (...targets) => {
    expect(level({ effect: 'read', targets })).toBe('low');
    expect(level({ effect: 'leave', targets })).toBe('low');
  });
});

describe('tools that declare the risk of a page as a whole', () => {
  const script = (page: string, identity?: string, judged = plain) => {
    const running = call({
      tool: 'eval_js',
      capability: 'eval',
      targets: [{ kind: 'page', text: 'document.title' }],
      risk: 'medium',
      riskSignedIn: 'high',
    });
    const facts = factsWith(undefined, { url: page, facts: read(page) });
    return riskOf(running, { ...facts, ...(identity === undefined ? {} : { identity }) }, judged).level;
  };
  test('as declared, more where somebody is signed in or the site is sensitive', () => {
    expect(script('https://news.example.com/')).toBe('medium');
    expect(script('https://news.example.com/', 'ann')).toBe('high');
    expect(script('https://bank.example/', undefined, picky)).toBe('high');
  });
  test('a key for whatever has the focus declares nothing and stays medium', () => {
    const pressing = call({ tool: 'browser_press', targets: [{ kind: 'page', text: 'x' }] });
    expect(riskOf(pressing, factsWith(undefined), plain).level).toBe('medium');
  });
});
