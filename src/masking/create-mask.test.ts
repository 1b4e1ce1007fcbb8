import { describe, expect, it } from 'vitest';
import type { SecretContent } from '../core/seals/secret-class.js';
import { mintSecret } from '../core/seals/secret-mint.js';
import { ALL, ESCAPED, PACKED, PLAIN, SPLIT } from '../../tests/contracts/masking/spellings.js';
import { createMask, findLeaks } from './index.js';

const secret = (name: string, value: string, more: Partial<SecretContent> = {}) =>
  mintSecret(name, { value, origins: ['https://a.example'], ...more });

const STRONG = {
  PHRASE: 'Tr0ub4dor&"3<li>née/+%7Ex',
  KEY: 'pk_test_9Ab3Xy7Qw2Lm5Rt8',
  TICKET: 'eyJ0eXAiOiJKV1QifQ.eyJuIjo3fQ.k2_Zp-4w',
  WORT: 'ключ-замок-鍵-7ß',
  PEM: '-----BEGIN BOX-----\nAAEC+xyz/uvw==\n-----END BOX-----',
};
const WEAK = { SIGNS: 'p@$$w!#z', SHORT: 'kx7q2v', WORD: 'zebrastripe' };

describe.each(Object.entries(STRONG))('a secret like %s', (name, value) => {
  const mask = createMask(Object.entries(STRONG).map(([key, other]) => secret(key, other)));
  it.each(Object.entries(ALL))('%s', (_, spell) => {
    const spelled = spell(value);
    const masked = mask(`before ${spelled} after`);
    expect(masked).toContain(`<${name}>`);
    expect(masked).not.toContain(spelled);
    expect(masked).toMatch(/^before .* after$/su);
    expect(mask(masked)).toBe(masked);
  });
});

describe.each(Object.entries(WEAK))('a secret like %s, known by its marks', (name, value) => {
  const mask = createMask([secret(name, value)]);
  const told = { ...PLAIN, ...ESCAPED, ...PACKED, spans: SPLIT['in spans'], halves: SPLIT['in two elements'] };
  it.each(Object.entries(told))('%s', (_, spell = String) => {
    expect(mask(`before ${spell(value)} after`)).toMatch(/^before .*<[A-Z]+>.* after$/su);
  });
});

describe('what is no secret stays', () => {
  const all = Object.entries({ ...STRONG, ...WEAK, OTP: '493021' }).map(([name, value]) => secret(name, value));
  const mask = createMask(all);
  it.each([
    ['an article', 'Zebra stripes deter flies; a zebra, striped, stands in the grass. Short words: kx 7 q 2 v.'],
    ['numbers', '4930210, 1493021, 49.3021, 0.493021, 493021.5, 4.930.210, 49, 30, 21 and 49302'],
    ['a picture', `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk'.repeat(30)}`],
    ['digests', 'sha256 5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8 a493021f'],
    ['code', 'const a = `<DIV>${x}</DIV>`; if (a<b && c>d) { s = "\\u00e9\\n" + "%41%42" + "&amp;&lt;"; }'],
    ['other placeholders', 'type {{KEY}} or <secret:KEY/> or <NOBODY>'],
    ['our placeholders', 'the field shows <KEY> and <PHRASE>'],
    ['the words in a secret', 'pk_test_ and pk_live_ keys; BEGIN BOX and END BOX; the key 鍵 and ключ'],
    ['half a secret', STRONG.KEY.slice(0, 12)],
    [
      'a snapshot',
      '- main [ref=e1]\n  - link "Zebra" [ref=e2]\n  - link "stripe" [ref=e3]\n  - text: 49\n  - text: 3021x',
    ],
    ['escapes without end', '%%%25%2 \\\\\\ \\u00 \\x &amp &#38 &; &#; =\n= %E4%'],
    ['odd units', '\ud800 \udc00 \uffff \uf7c3\uf7a9 \0'],
  ])('%s', (_, text) => {
    expect(mask(text)).toBe(text);
  });
});

describe('overlaps', () => {
  const mask = createMask([secret('LONG', 'tiger9tiger9'), secret('SHORTER', 'tiger9tig')]);
  it('leave no tail of the longer', () => {
    expect(mask('tiger9tiger9')).toBe('<LONG>');
    expect(mask('tiger9tig')).toBe('<SHORTER>');
    expect(mask('xtiger9tigtiger9tiger9')).not.toMatch(/tig/u);
  });
});

describe('what an agent registered', () => {
  it('says nothing of another secret that it reaches into', () => {
    const kept = secret('KEPT', 'zebra-Key_9Ab3Xy7Qw2');
    const guess = secret('GUESS', 'your key is zeb', { isAgents: true });
    expect(createMask([kept, guess])('your key is zebra-Key_9Ab3Xy7Qw2')).toBe('your key is <KEPT>');
  });
});

describe('a one-time code', () => {
  const code = secret('OTP', '493021', { use: 'code' });
  const mask = createMask([code]);
  it.each(['493021', '493 021', '493-021', '4 9 3 0 2 1', 'code=493021&x', '验证码493021', '"493021"', '493021.'])(
    'is hidden in %s',
    (text) => {
      expect(mask(text)).toContain('<OTP>');
    },
  );
  it.each(['4930210', 'x493021', '493021_', '1.493021', '493,021', '493 0 21', 'a493021f'])('is not in %s', (text) => {
    expect(mask(text)).toBe(text);
  });
  it.each(Object.entries({ ...ESCAPED, ...PACKED, 'in spans': SPLIT['in spans'] }))('%s', (_, spell = String) => {
    expect(mask(`before ${spell('493021')} after`)).toContain('<OTP>');
  });
  it('is hidden where it was used, where nobody knows, and in what is ours', () => {
    expect(mask('493021', 'https://a.example')).toBe('<OTP>');
    expect(mask('493021', 'https://shop.example')).toBe('493021');
    expect(mask('493021', 'null')).toBe('<OTP>');
    expect(mask('493021')).toBe('<OTP>');
    expect(mask.segments([{ text: 'order 493021', origin: 'https://shop.example' }, { text: '493021' }])).toEqual([
      'order 493021',
      '<OTP>',
    ]);
  });
});

describe('JSON stays JSON', () => {
  const mask = createMask([secret('KEY', STRONG.KEY), secret('PHRASE', STRONG.PHRASE), secret('OTP', '493021')]);
  const [first, second] = [STRONG.KEY.slice(0, 12), STRONG.KEY.slice(12)];
  it.each([
    [{ a: STRONG.PHRASE, [STRONG.KEY]: [STRONG.KEY] }],
    [Array.from(STRONG.KEY)],
    [{ [first]: second }],
    [[first, [second, 'rest']]],
    [{ codes: [...Buffer.from(STRONG.KEY)], rest: 1 }],
    [{ otp: 493021 }],
    [{ text: JSON.stringify({ inner: STRONG.PHRASE }) }],
  ])('%j', (value) => {
    const masked = mask(JSON.stringify(value));
    expect(() => void JSON.parse(masked)).not.toThrow();
    expect(masked).toMatch(/<[A-Z]+>/u);
    expect(mask(masked)).toBe(masked);
  });
});

describe('which secrets', () => {
  const here = secret('HERE', STRONG.KEY);
  const there = secret('THERE', STRONG.KEY, { origins: ['https://b.example'] });
  const other = secret('OTHER', 'zq81-mmvp-0042', { origins: ['https://b.example'] });
  const list = [here, there, other];
  it('stand in a text where they do not belong', () => {
    const text = `q=${Buffer.from(STRONG.KEY).toString('base64')}`;
    expect(findLeaks(list, 'nothing', ['https://c.example'])).toEqual([]);
    expect(findLeaks(list, text, ['https://a.example'])).toEqual([]);
    expect(findLeaks(list, text, ['https://c.example'])).toEqual([here, there]);
    expect(findLeaks(list, 'ZQ81%2Dmmvp-0042', ['https://a.example'])).toEqual([other]);
  });
});
