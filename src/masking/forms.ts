import type { SecretUse } from '../core/index.js';
import { foldCharacter } from './alphabet.js';
import type { KeptCharacters } from './alphabet.js';
import { decode } from './decode.js';
import { encodedForms } from './encoded-forms.js';
import type { Form } from './form.js';
import { stripStructure } from './strip-structure.js';
import { BYTE_BASE, textView } from './view.js';
import type { View } from './view.js';

/** Shorter values are in every text. */
const MIN_LENGTH = 4;
/** A code's length; longer numbers are known by themselves, whatever is between the digits. */
const MAX_CODE = 11;
const MAX_BEGINNING = 64;

/** The value goes through the same decoders as the text does, so that both end as the same. */
export function formsOf(value: string, use: SecretUse): Form[] {
  const raw = textView(value);
  const plain = decode(raw, 'common') ?? raw;
  const views = [raw, plain, decode(raw, 'rare'), stripStructure(plain), stripStructure(raw)];
  const forms = views.flatMap((view) => (view === undefined ? [] : formsOfView(view, value, use)));
  if (!/^\d+$/u.test(value)) forms.push(...encodedForms(value, use));
  const seen = new Set<string>();
  return forms.filter(({ kept, text }) => {
    const key = `${kept} ${text}`;
    return seen.has(key) || text.length < MIN_LENGTH ? false : seen.add(key);
  });
}

function formsOfView(view: View, value: string, use: SecretUse): Form[] {
  const letters = foldView(view, 'letters');
  const { text } = letters;
  const whole = { ...letters, before: '', enough: text.length, enoughBeforeEllipsis: text.length };
  if (use === 'code' || /^\d{4,11}$/u.test(value)) return [{ ...whole, kept: 'letters', strength: 'code' }];
  if (text.length > MAX_CODE && /^\d+$/u.test(text)) return [{ ...whole, kept: 'letters', strength: 'number' }];
  if (isDistinctive(text, 12)) return strongForms(whole);
  const marks = foldView(view, 'marks');
  const { length } = marks.text;
  return [{ ...marks, before: '', enough: length, enoughBeforeEllipsis: length, kept: 'marks', strength: 'weak' }];
}

function strongForms(whole: Omit<Form, 'kept' | 'strength'>): Form[] {
  const { text, tail } = whole;
  const strong = { kept: 'letters', strength: 'strong' } as const;
  const part = Math.min(Math.ceil(text.length * 0.7), MAX_BEGINNING);
  const enough = minLengthFrom(part, text, (start) => isDistinctive(start, 16));
  const cut = Math.min(Math.ceil(text.length * 0.6), MAX_BEGINNING);
  const enoughBeforeEllipsis = minLengthFrom(cut, text, (start) => isDistinctive(start, 10, 6));
  const forms: Form[] = [{ ...whole, ...strong, enough, enoughBeforeEllipsis }];
  const wholeOnly = (form: string, before: string, end: string): Form => {
    const { length } = form;
    return {
      ...whole,
      ...strong,
      text: form,
      before,
      head: '',
      tail: end,
      enough: length,
      enoughBeforeEllipsis: length,
    };
  };
  const reversed = Array.from(text).reverse().join('');
  const end = minLengthFrom(part, reversed, (start) => isDistinctive(start, 16));
  if (end < text.length) forms.push(wholeOnly(text.slice(-end), text.slice(0, -end), tail));
  forms.push(wholeOnly(reversed, '', ''));
  return forms;
}

function minLengthFrom(least: number, text: string, isEnough: (start: string) => boolean): number {
  for (let size = least; size < Math.min(text.length, least + MAX_BEGINNING); size += 1) {
    if (isEnough(text.slice(0, size))) return size;
  }
  return text.length;
}

/** No everyday text: letters and digits mixed, or scripts, or simply long. */
function isDistinctive(text: string, longEnough: number, mixedEnough = 8): boolean {
  if (text.length >= longEnough) return true;
  const kinds = new Set(Array.from(text, (c) => (/\d/u.test(c) ? -1 : scriptOf(c.codePointAt(0) ?? 0))));
  return text.length >= mixedEnough && kinds.size > 1;
}

/** Letters that look alike were folded into Latin ones: a Russian or Greek word is of one kind all the same. */
function scriptOf(point: number): number {
  const block = point >> 8;
  return block === 3 || block === 4 ? 0 : block;
}

const BYTES = /[\uf780-\uf7ff]/gu;

function foldView({ codes, length }: View, kept: KeptCharacters): Pick<Form, 'text' | 'head' | 'tail' | 'gaps'> {
  const all = Buffer.from(codes.buffer, codes.byteOffset, length * 2)
    .toString('utf16le')
    .replace(BYTES, (byte) => String.fromCharCode(byte.charCodeAt(0) - BYTE_BASE));
  let [text, head, tail] = ['', '', ''];
  const gaps = new Set<number>();
  for (const character of all) {
    const folded = foldCharacter(character, kept);
    if (folded !== '' && tail !== '') gaps.add(text.length);
    if (folded !== '') tail = '';
    else if (text === '') head += character;
    else tail += character;
    text += folded;
  }
  return { text, head, tail, gaps };
}
