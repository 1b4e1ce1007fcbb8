import type { SecretUse } from '../core/index.js';
import { foldCharacter } from './alphabet.js';
import type { KeptCharacters } from './alphabet.js';
import type { Form } from './form.js';

/**
 * Spellings in which bytes are packed into letters that are worth neither four nor six bits. To read every word of a text
 * in each of them would cost too much; but the beginning of a secret looks the same in each of them wherever it stands,
 * but for where in a group of letters it begins. So these beginnings are looked for, and all that follows goes with them.
 */
export function encodedForms(value: string, use: SecretUse): Form[] {
  const bytes = Buffer.from(value, 'utf8');
  if (use === 'code' || bytes.length < MIN_VALUE) return [];
  const packed = [
    ...BASE32.flatMap((alphabet) => bitForms(bytes, alphabet, 5, 'letters', 16)),
    ...UUENCODED.flatMap((alphabet) => bitForms(bytes, alphabet, 6, 'marks', 12)),
    ...BASE85.flatMap((alphabet) => base85Forms(bytes, alphabet)),
    ...base58Forms(bytes),
    ...base64Forms(bytes),
    ...decimalForms(bytes),
    ...wordForms(bytes),
    digitForm(bytes),
    ...[0, 1].map((first) => indexForm(value, first)),
    arrayForm(value),
  ];
  return packed.flatMap((form) => form ?? []);
}

const MIN_VALUE = 6;
const MIN_FORM = 8;
/** Of a secret that is shown in part: less of it is left alone. */
const MIN_PART = 0.7;
const MAX_BYTES = 256;
const BASE32 = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  '0123456789ABCDEFGHIJKLMNOPQRSTUV',
  '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
];
/** A zero is a backtick or a space, and spaces are not compared. */
const UUENCODED = [
  Array.from({ length: 64 }, (_, i) => (i === 0 ? '`' : String.fromCharCode(32 + i))).join(''),
  Array.from({ length: 64 }, (_, i) => String.fromCharCode(32 + i)).join(''),
];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const BASE85 = [
  Array.from({ length: 85 }, (_, i) => String.fromCharCode(33 + i)).join(''),
  `0123456789${LETTERS}${LETTERS.toUpperCase()}.-:+=^!/*?&<>()[]{}@%$#`,
  `0123456789${LETTERS.toUpperCase()}${LETTERS}!#$%&()*+-;<=>?@^_\`{|}~`,
];
const BASE58 = [
  '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  '123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ',
];

/** `before` and `after`: how many characters beside it may belong to the same text. `least`: so much of it is enough. */
function form(text: string, kept: KeptCharacters, before: number, after: number, least = Infinity): Form | undefined {
  const folded = Array.from(text, (character) => foldCharacter(character, kept));
  const gaps = new Set<number>();
  let size = 0;
  folded.forEach((part, i) => {
    if (part !== '' && i > 0 && folded[i - 1] === '') gaps.add(size);
    size += part.length;
  });
  const whole = folded.join('');
  if (whole.length < MIN_FORM) return undefined;
  const enough = Math.min(whole.length, Math.max(least, MIN_FORM));
  return {
    ...{ text: whole, enough, enoughBeforeEllipsis: enough },
    ...{ kept, strength: kept === 'letters' ? 'strong' : 'weak', head: '', tail: '', before: '', gaps },
    encoded: { before, after },
  };
}

/** Letters of five or six bits each. Where it begins in a group, its first letter is shared with what stands before. */
function bitForms(
  bytes: Buffer,
  alphabet: string,
  bits: 5 | 6,
  kept: KeptCharacters,
  most: number,
): (Form | undefined)[] {
  const group = bits === 5 ? 5 : 3;
  const all = Math.ceil((bytes.length * 8) / bits);
  return Array.from({ length: group }, (_, offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes.subarray(0, 24)]);
    const from = Math.ceil((offset * 8) / bits);
    const to = Math.min(Math.floor((shifted.length * 8) / bits), from + most);
    let text = '';
    for (let i = from; i < to; i += 1) text += alphabet[bitsAt(shifted, i * bits, bits)] ?? '';
    return form(text, kept, 2, all - (to - from) + 2);
  });
}

function bitsAt(bytes: Buffer, at: number, bits: number): number {
  const pair = ((bytes[at >> 3] ?? 0) << 8) | (bytes[(at >> 3) + 1] ?? 0);
  return (pair >> (16 - bits - (at & 7))) & ((1 << bits) - 1);
}

/**
 * Base64 in groups, quotes or lines of any length: runs of it are unpacked elsewhere, and these are none. The letters at
 * its ends are shared with what stands beside it, and go with it.
 */
function base64Forms(bytes: Buffer): (Form | undefined)[] {
  return [0, 1, 2].map((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes.subarray(0, MAX_BYTES)]);
    const isWhole = shifted.length % 3 === 0;
    const text = shifted.toString('base64url').slice(offset === 0 ? 0 : offset + 1, isWhole ? undefined : -1);
    return form(text, 'letters', offset === 0 ? 0 : 1, isWhole ? 0 : 1);
  });
}

/** Character codes without anything between them. */
function decimalForms(bytes: Buffer): (Form | undefined)[] {
  const codes = Array.from(bytes.subarray(0, MAX_BYTES), String);
  return [codes, codes.map((code) => code.padStart(3, '0'))].map((all) => form(all.join(''), 'letters', 0, 0));
}

const hexWord = (value: number): string => value.toString(16).padStart(4, '0');
const WORDS: readonly (readonly [size: 2 | 4, write: (bytes: Buffer, at: number) => string])[] = [
  [2, (bytes, at) => String(bytes.readUInt16LE(at))],
  [2, (bytes, at) => String(bytes.readUInt16BE(at))],
  [2, (bytes, at) => hexWord(bytes.readUInt16LE(at))],
  [4, (bytes, at) => String(bytes.readInt32LE(at))],
  [4, (bytes, at) => String(bytes.readInt32BE(at))],
];

/** Words of several bytes, as typed arrays and hex dumps are printed. Zeros fill the last one up where nothing follows. */
function wordForms(bytes: Buffer): (Form | undefined)[] {
  return WORDS.map(([size, write]) => {
    const count = Math.ceil(Math.min(bytes.length, MAX_BYTES) / size);
    const padded = Buffer.concat([bytes.subarray(0, count * size), Buffer.alloc(size)]);
    const words = Array.from({ length: count }, (_, i) => write(padded, i * size));
    const full = Math.floor(bytes.length / size);
    const whole = words.slice(0, full).join('').replace(/-/gu, '').length;
    // Fewer words tell less than a part of the secret that is shown anyway: whoever lists numbers would learn its beginning.
    const least = full * size >= MIN_PART * bytes.length ? whole : Infinity;
    return form(words.join(''), 'letters', 0, 0, least);
  });
}

/** Five letters for four bytes: only whole groups look the same wherever they stand. */
function base85Forms(bytes: Buffer, alphabet: string): (Form | undefined)[] {
  const all = Math.ceil((bytes.length * 5) / 4) + 4;
  const short = bytes.length < 11 ? [form(base85(bytes, alphabet), 'marks', 0, 2)] : [];
  const groups = Array.from({ length: 4 }, (_, skipped) => {
    const inner = bytes.subarray(skipped, skipped + 8);
    return inner.length < 8 ? undefined : form(base85(inner, alphabet), 'marks', skipped === 0 ? 0 : 5, all);
  });
  return [...short, ...groups];
}

function base85(bytes: Buffer, alphabet: string): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const size = Math.min(4, bytes.length - at);
    const padded = Buffer.concat([bytes.subarray(at, at + size), Buffer.alloc(4 - size)]);
    let number = padded.readUInt32BE(0);
    let group = '';
    for (let i = 0; i < 5; i += 1) {
      group = (alphabet[number % 85] ?? '') + group;
      number = Math.floor(number / 85);
    }
    text += group.slice(0, size + 1);
  }
  return text;
}

/** Hex digit by digit, whatever stands between them. */
function digitForm(bytes: Buffer): Form | undefined {
  return form(bytes.subarray(0, MAX_BYTES).toString('hex'), 'letters', 0, 0);
}

/** One number of all bytes: known only where nothing stands beside it. */
function base58Forms(bytes: Buffer): (Form | undefined)[] {
  if (bytes.length > MAX_BYTES) return [];
  const number = BigInt(`0x${bytes.toString('hex')}`);
  const digits: number[] = [];
  for (let rest = number; rest > 0n; rest /= 58n) digits.unshift(Number(rest % 58n));
  const size = Math.min(digits.length, 24);
  return BASE58.map((alphabet) => {
    const text = digits.map((digit) => alphabet[digit] ?? '').join('');
    return form(text.slice(0, size), 'letters', 0, text.length - size);
  });
}

/** `{"0":"z","1":"e"}`: its letters with their places. Marks are not compared, and leave their place alone. */
function indexForm(value: string, first: number): Form | undefined {
  const characters = Array.from(value).slice(0, MAX_BYTES);
  return form(characters.map((character, i) => `${i + first}${character}`).join(''), 'letters', 0, 0);
}

/** `["z","e"]`. Quotes and spaces are not compared. */
function arrayForm(value: string): Form | undefined {
  return form(Array.from(value).slice(0, MAX_BYTES).join(','), 'marks', 0, 0);
}
