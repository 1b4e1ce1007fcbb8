import { describe, expect, test } from 'vitest';
import type { ElementFacts, CallFacts, UrlTarget } from '../../../core/index.js';
import { describeUrl } from '../../../network/address/describe-url.js';
import { compileOpenedHosts } from '../../../network/address/opened-hosts.js';
import { createOwnListeners } from '../../../network/address/own-listeners.js';
import { at, call, policy, factsWith } from '../../../../tests/fixtures/policy-facts.js';
import { riskOf } from './risk-of.js';

const read = (url: string) => describeUrl(url, { own: createOwnListeners(() => []), opened: compileOpenedHosts([]) });
const plain = policy();

function clicking(facts: Partial<ElementFacts>, judged = plain, page = 'https://shop.example.com/cart') {
  const target = at('click');
  return riskOf(call({ targets: [target] }), factsWith({ target, facts }, { url: page, facts: read(page) }), judged)
    .level;
}

function going(from: string | undefined, to: string, judged = plain) {
  const target: UrlTarget = { kind: 'url', url: to };
  const on = from === undefined ? {} : factsWith(undefined, { url: from, facts: read(from) });
  const callFacts: CallFacts = { elements: new Map(), granted: [], ...on, urls: new Map([[target, read(to)]]) };
  return riskOf(call({ tool: 'browser_navigate', effect: 'leave', targets: [target] }), callFacts, judged).level;
}

describe('places that are known', () => {
  const elsewhere = 'https://a.example/';
  test.each([
    'https://mail.google.com/mail/u/0/',
    'https://gmail.com/',
    'https://outlook.live.com/mail/0/',
    'https://outlook.office.com/',
    'https://mail.yahoo.com/',
    'https://mail.proton.me/',
    'https://www.icloud.com/mail/',
    'https://app.fastmail.com/',
    'https://www.gmx.net/',
    'https://web.de/',
    'https://mail.zoho.eu/',
    'https://mail.yandex.ru/',
    'https://webmail.uni.example/',
    'https://uni.example/roundcube/',
    'http://mail.corp.example/',
    'https://www.chase.com/',
    'https://www.commerzbank.de/',
    'https://meine.deutsche-bank.de/',
    'https://www.bankofamerica.com/',
    'https://www.kreissparkasse-x.de/',
    'https://banking.dkb.de/',
    'https://onlinebanking.example.com/',
    'https://first.bank/',
    'https://admin.example.com/',
    'https://example.com/admin',
    'https://example.com/%61dmin/users',
    'https://blog.example/wp-admin/post.php',
    'https://us-east-1.console.aws.amazon.com/',
    'https://portal.azure.com/',
  ])('%s is high', (url) => {
    expect(going(elsewhere, url, plain)).toBe('high');
    expect(going(undefined, url, plain)).toBe('high');
    const link = { role: 'link', tag: 'a', name: 'More', href: url } as const;
    expect(clicking(link, plain, elsewhere)).toBe('high');
    expect(going(elsewhere, url, policy({}, [], [], { builtinSensitive: false }))).toBe('medium');
    // To be trusted lowers what is medium, never what is high.
    expect(going(elsewhere, url, policy({}, [], [], { trustedDomains: [new URL(url).host] }))).toBe('high');
  });

  test.each([
    ['https://example.com/', 'https://settings.example.com/', 'medium'],
    ['https://example.com/', 'https://account.example.com/', 'medium'],
    ['https://example.com/', 'https://billing.example.com/', 'medium'],
    ['https://github.com/', 'https://github.com/settings', 'medium'],
    ['https://github.com/settings', 'https://github.com/settings/keys', 'low'],
    // Inside, nothing more is asked, and leaving is leaving.
    ['https://mail.google.com/mail/u/0/', 'https://mail.google.com/mail/u/0/?search=x', 'low'],
    ['https://example.com/admin', 'https://example.com/admin/users', 'low'],
    ['https://example.com/admin', 'https://example.com/', 'low'],
    ['https://example.com/admin', 'https://example.com/webmail', 'high'],
    ['https://example.com/', 'https://example.com/admin', 'high'],
    ['https://mail.example.com/', 'https://admin.example.com/', 'high'],
    // What sounds like it and is not.
    [elsewhere, 'https://mailchimp.com/', 'medium'],
    [elsewhere, 'https://www.mail-archive.com/', 'medium'],
    [elsewhere, 'https://www.admin.ch/', 'medium'],
    [elsewhere, 'https://admin.ch/', 'medium'],
    [elsewhere, 'https://data.worldbank.org/', 'medium'],
    [elsewhere, 'https://www.foodbank.org.au/', 'medium'],
    [elsewhere, 'https://bankrate.com/', 'medium'],
    [elsewhere, 'https://en.wikipedia.org/wiki/Bank', 'medium'],
    [elsewhere, 'https://example.com/administration', 'medium'],
    [elsewhere, 'https://example.com/blog/admin', 'medium'],
    [elsewhere, 'https://example.com/?next=/admin', 'medium'],
    [elsewhere, 'https://burbank.example/', 'medium'],
  ] as const)('%s to %s: %s', (from, to, level) => {
    expect(going(from, to, plain)).toBe(level);
  });

  test('the operator excepts their own, and nothing that they list themselves', () => {
    const judged = policy({}, [], [], { sensitiveDomains: ['!mail.corp.example', '!/admin', 'hr.corp.example'] });
    expect(going(elsewhere, 'https://mail.corp.example/', judged)).toBe('medium');
    expect(going(elsewhere, 'https://mail.other.example/', judged)).toBe('high');
    expect(going(elsewhere, 'https://hr.corp.example/admin', judged)).toBe('high');
  });

  test('reading and acting there have the risk that they have elsewhere', () => {
    const inbox = 'https://mail.google.com/mail/u/0/';
    expect(clicking({ name: 'Next' }, plain, inbox)).toBe('low');
    expect(clicking({ name: 'Save' }, plain, inbox)).toBe('medium');
    expect(clicking({ name: 'Send' }, plain, inbox)).toBe('high');
  });
});
