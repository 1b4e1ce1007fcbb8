import { describe, expect, it } from 'vitest';
import { mintSecret } from '../core/seals/secret-mint.js';
import { createMask } from './index.js';

const VALUES = [
  'zebra-Quartz_91+7',
  'sk-live-4f9aQ2xZ8LmN0pRt7Vw3',
  'hunter2!!',
  'a much longer phrase, of several words: 4711 + 0815 = 5526, and then some more until it is wrapped over lines',
];

const bytesOf = (text: string): number[] => [...Buffer.from(text)];
const list = (text: string, write: (byte: number) => string, between: string): string =>
  bytesOf(text).map(write).join(between);

function bits(text: string, size: number, alphabet: string): string {
  const all = list(text, (byte) => byte.toString(2).padStart(8, '0'), '');
  const groups = all.match(new RegExp(`.{1,${size}}`, 'gu')) ?? [];
  return groups.map((group) => alphabet[parseInt(group.padEnd(size, '0'), 2)] ?? '').join('');
}

const A_TO_Z = 'abcdefghijklmnopqrstuvwxyz';
const BASE32 = `${A_TO_Z.toUpperCase()}234567`;
const wrapped = (text: string): string => (text.match(/.{1,64}/gu) ?? []).join('\n');

function base85(text: string, alphabet: string): string {
  const bytes = Buffer.from(text);
  const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  let out = '';
  for (let at = 0; at < padded.length; at += 4) {
    const number = padded.readUInt32BE(at);
    out += [4, 3, 2, 1, 0].map((power) => alphabet[Math.floor(number / 85 ** power) % 85] ?? '').join('');
  }
  return out.slice(0, out.length - (padded.length - bytes.length));
}

function base58(text: string): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let out = '';
  for (let rest = BigInt(`0x${Buffer.from(text).toString('hex')}`); rest > 0n; rest /= 58n) {
    out = (alphabet[Number(rest % 58n)] ?? '') + out;
  }
  return out;
}

function uuencode(text: string): string {
  const bytes = Buffer.from(text);
  const alphabet = Array.from({ length: 64 }, (_, i) => (i === 0 ? '`' : String.fromCharCode(32 + i))).join('');
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 45) {
    const line = bytes.subarray(at, at + 45);
    lines.push(`${alphabet[line.length] ?? ''}${bits(line.toString('latin1'), 6, alphabet)}`);
  }
  return lines.join('\n');
}

const ASCII85 = Array.from({ length: 85 }, (_, i) => String.fromCharCode(33 + i)).join('');
const Z85 = `0123456789${A_TO_Z}${A_TO_Z.toUpperCase()}.-:+=^!/*?&<>()[]{}@%$#`;
const RFC1924 = `0123456789${A_TO_Z.toUpperCase()}${A_TO_Z}!#$%&()*+-;<=>?@^_\`{|}~`;
const base64 = (text: string, times: number): string =>
  times === 0 ? text : base64(Buffer.from(text).toString('base64'), times - 1);
const hex = (byte: number, size: number): string => byte.toString(16).padStart(size, '0');
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'а',
  e: 'е',
  o: 'ο',
  p: 'р',
  c: 'с',
  x: 'х',
  v: 'ν',
  i: 'і',
};

const SPELLINGS: Record<string, (value: string) => string> = {
  'octal escapes': (v) => list(v, (b) => `\\${b.toString(8).padStart(3, '0')}`, ''),
  'octal escapes in JSON': (v) => list(v, (b) => `\\\\${b.toString(8).padStart(3, '0')}`, ''),
  'an octal list': (v) => list(v, (b) => b.toString(8), ' '),
  'octal numbers': (v) => list(v, (b) => `0o${b.toString(8)}`, ', '),
  'long unicode escapes': (v) => list(v, (b) => `\\U${hex(b, 8)}`, ''),
  'a U+ list': (v) => list(v, (b) => `U+${hex(b, 4).toUpperCase()}`, ' '),
  'a U+ list with commas': (v) => list(v, (b) => `u+${hex(b, 4)}`, ', '),
  'a PowerShell sum': (v) => list(v, (b) => `[char]${b}`, '+'),
  'a PowerShell sum in hex': (v) => list(v, (b) => `[char]0x${hex(b, 2)}`, ' + '),
  'an SQL sum': (v) => list(v, (b) => `CHAR(${b})`, '||'),
  'an SQL sum with spaces': (v) => list(v, (b) => `CHR(${b})`, ' || '),
  'a Basic sum': (v) => list(v, (b) => `ChrW(${b})`, ' & '),
  'a PHP sum': (v) => list(v, (b) => `chr(${b})`, '.'),
  'a script sum': (v) => list(v, (b) => `String.fromCharCode(${b})`, '+'),
  'script arguments': (v) => `String.fromCharCode(${list(v, String, ',')})`,
  'code points': (v) => `String.fromCodePoint(${list(v, (b) => `0x${hex(b, 2)}`, ', ')})`,
  'binary digits': (v) => list(v, (b) => b.toString(2).padStart(8, '0'), ' '),
  'binary digits in one run': (v) => list(v, (b) => b.toString(2).padStart(8, '0'), ''),
  'seven binary digits': (v) => list(v, (b) => b.toString(2).padStart(7, '0'), ' '),
  'binary digits as they come': (v) => list(v, (b) => b.toString(2), ' '),
  'binary digits with full stops': (v) => list(v, (b) => b.toString(2), '.'),
  'hex digit by digit': (v) => Array.from(list(v, (b) => hex(b, 2), '')).join(' '),
  'hex words of eight bytes': (v) =>
    (list(v, (b) => hex(b, 2), '').match(/.{1,16}/gu) ?? []).map((w) => `0x${w}`).join(' '),
  'hex words of four bytes': (v) =>
    (list(v, (b) => hex(b, 2), '').match(/.{1,8}/gu) ?? []).map((w) => `0x${w}`).join(', '),
  'binary numbers': (v) => list(v, (b) => `0b${b.toString(2).padStart(8, '0')}`, ', '),
  'a list of Rust': (v) => list(v, (b) => `${b}u8`, ', '),
  'a list of Rust in hex': (v) => list(v, (b) => `0x${hex(b, 2)}u8`, ', '),
  'a list of Java': (v) => list(v, (b) => `(byte) ${b}`, ', '),
  'a list of large numbers': (v) => list(v, (b) => `${b}n`, ', '),
  'a list of an assembler': (v) => list(v, (b) => `${hex(b, 2)}h`, ','),
  'a dump of hex words': (v) => {
    const words = list(v, (b) => hex(b, 2), '').match(/.{1,4}/gu) ?? [];
    return words.map((word) => (word.slice(2) + word.slice(0, 2)).padStart(4, '0')).join(' ');
  },
  'a decimal list': (v) => list(v, String, ', '),
  base32: (v) => bits(v, 5, BASE32),
  'base32 in small letters': (v) => bits(v, 5, BASE32).toLowerCase(),
  'base32 after something': (v) => bits(`key=${v}`, 5, BASE32),
  'base32 in the middle': (v) => bits(`the key is ${v} and that is all`, 5, BASE32),
  'base32 over lines': (v) => wrapped(bits(`the long text before ${v} and after`, 5, BASE32)),
  'base32 with the hex alphabet': (v) => bits(v, 5, '0123456789ABCDEFGHIJKLMNOPQRSTUV'),
  "Crockford's base32": (v) => bits(v, 5, '0123456789ABCDEFGHJKMNPQRSTVWXYZ'),
  base58,
  ascii85: (v) => base85(v, ASCII85),
  'ascii85 of Adobe': (v) => `<~${base85(v, ASCII85)}~>`,
  Z85: (v) => base85(v, Z85),
  'base85 of RFC 1924': (v) => base85(v, RFC1924),
  uuencode,
  'base64 in groups': (v) => (base64(v, 1).match(/.{1,4}/gu) ?? []).join(' '),
  'base64 in short lines': (v) => (base64(v, 1).match(/.{1,7}/gu) ?? []).join('\n'),
  'base64 letter by letter': (v) => Array.from(base64(v, 1)).join(' '),
  'base64 in quotes': (v) => (base64(v, 1).match(/.{1,5}/gu) ?? []).map((part) => `"${part}"`).join(' + '),
  'base64 in groups after something': (v) => (base64(`key=${v}`, 1).match(/.{1,4}/gu) ?? []).join(' '),
  'three decimal digits each': (v) => list(v, (b) => String(b).padStart(3, '0'), ''),
  'decimal digits in one run': (v) => list(v, String, ''),
  'base64 three times': (v) => base64(v, 3),
  'base64 five times': (v) => base64(v, 5),
  'base64 of hex of base64': (v) => base64(Buffer.from(base64(v, 1)).toString('hex'), 1),
  'an index map': (v) => JSON.stringify(Object.fromEntries(Array.from(v, (c, i) => [i, c]))),
  'an index map from one': (v) => JSON.stringify(Object.fromEntries(Array.from(v, (c, i) => [i + 1, c]))),
  'a query of letters': (v) => Array.from(v, (c, i) => `k${i}=${encodeURIComponent(c)}`).join('&'),
  'a map of letters': (v) => JSON.stringify(Object.fromEntries(Array.from(v, (c, i) => [`k${i}`, c]))),
  'a list of maps of letters': (v) => JSON.stringify(Array.from(v, (c) => ({ c }))),
  'words of letters': (v) => Array.from(v, (c, i) => `c${i}=${c}`).join(' '),
  'an array of letters': (v) => JSON.stringify(Array.from(v)),
  'look-alike letters': (v) => v.replace(/[aeopcxvi]/gu, (c) => LOOK_ALIKES[c] ?? c),
  'mathematical letters': (v) => v.replace(/[a-z]/gu, (c) => String.fromCodePoint(0x1d41a + c.charCodeAt(0) - 97)),
  'circled letters': (v) => v.replace(/[a-z]/gu, (c) => String.fromCharCode(0x24d0 + c.charCodeAt(0) - 97)),
  'boxed letters': (v) => v.replace(/[a-z]/gu, (c) => String.fromCodePoint(0x1f170 + c.charCodeAt(0) - 97)),
  'flag letters': (v) => v.replace(/[a-z]/gu, (c) => `${String.fromCodePoint(0x1f1e6 + c.charCodeAt(0) - 97)}\u200b`),
};

const WORDS: Readonly<Record<string, (bytes: Buffer, at: number) => number>> = {
  'numbers of two bytes': (b, at) => b.readUInt16LE(at),
  'numbers of two bytes, the high one first': (b, at) => b.readUInt16BE(at),
  'numbers of four bytes': (b, at) => b.readInt32LE(at),
  'numbers of four bytes, the high one first': (b, at) => b.readInt32BE(at),
};
for (const [name, read] of Object.entries(WORDS)) {
  const size = name.includes('four') ? 4 : 2;
  SPELLINGS[name] = (v) => {
    const bytes = Buffer.from(v);
    const padded = Buffer.concat([bytes, Buffer.alloc((size - (bytes.length % size)) % size)]);
    return JSON.stringify(Array.from({ length: padded.length / size }, (_, i) => read(padded, i * size)));
  };
}

/** Of twelve characters in a row anywhere in the spelling, none may be left. */
function leftOf(spelled: string, masked: string): string[] {
  const pieces = Array.from({ length: Math.max(1, spelled.length - 11) }, (_, i) => spelled.slice(i, i + 12));
  return pieces.filter((piece) => masked.includes(piece));
}

/** Something else is in these beside the secret: words around it, or how an inner layer was filled up. */
const HAS_MORE = /script|code points|middle|over lines|five times|after something/u;

describe.each(Object.entries(SPELLINGS))('%s', (name, spell) => {
  it.each(VALUES)('%s', (value) => {
    const mask = createMask([mintSecret('KEY', { value, origins: ['https://a.example'] })]);
    const spelled = spell(value);
    const masked = mask(`Before it: ${spelled} and after.`);
    expect(masked).toContain('<KEY>');
    if (!HAS_MORE.test(name)) expect(leftOf(spelled, masked).slice(0, 3)).toEqual([]);
    expect(masked.startsWith('Before it: ')).toBe(true);
    expect(masked.endsWith(' and after.')).toBe(true);
    expect(mask(masked)).toBe(masked);
  });
});

it('leaves what is none of it as it is', () => {
  const secrets = VALUES.map((value, i) => mintSecret(`KEY_${i}`, { value, origins: ['https://a.example'] }));
  const mask = createMask(secrets);
  for (const text of [
    'Permissions are 0644, 0755 and 0777; C:\\Users\\Ada, \\172\\145 and nothing more.',
    'Call CHAR(65), then CHR(10) || CHR(13); U+0041 is a letter, U+2028 a line separator.',
    'Sizes: 1362717562, 1969321517, 27514, 20793; 12u8, 14u8, 100u8; 7ah, 65h; 10n, 20n, 30n, 40n.',
    'Flags: 01111010 00000001 10000000 11111111. Colours: 255, 128, 0; 12, 14, 100, 101, 98, 114.',
    bits('Nothing secret is in this sentence, but it is long enough to look like it.', 5, BASE32),
    base85('Nothing secret is in this sentence, but it is long enough to look like it.', ASCII85),
    uuencode('Nothing secret is in this sentence, but it is long enough to look like it.'),
    base64('Nothing secret is in this sentence.', 5),
    JSON.stringify(Object.fromEntries(Array.from('ordinary letters', (c, i) => [i, c]))),
    Array.from('ordinary letters', (c, i) => `k${i}=${c}`).join('&'),
    'Это обычный русский текст, и в нём нет ничего тайного. Αυτό είναι ελληνικό κείμενο.',
  ]) {
    expect(mask(text)).toBe(text);
  }
});

it('tags and escapes in braces are letters too', () => {
  const mask = createMask([mintSecret('KEY', { value: 'zebra-Key_9Ab3Xy7Qw2', origins: [] })]);
  const points = Array.from('zebra-Key_9Ab3Xy7Qw2', (character) => character.charCodeAt(0));
  const tags = points.map((point) => String.fromCodePoint(0xe0000 + point)).join('');
  const braces = points.map((point) => `\\x{${point.toString(16)}}`).join('');
  for (const spelled of [tags, braces]) expect(mask(`before ${spelled} after`)).toBe('before <KEY> after');
});
