import { dropInvisible, isUnspaced } from '../../../core/index.js';

/** A label, ready to be compared: its words, and the run-together text for scripts that have no spaces. */
export interface ReadLabel {
  readonly words: readonly string[];
  readonly text: string;
}

/** Longer names are a card's whole text; what a control does stands at its beginning or nowhere. */
const MAX_CHARACTERS = 400;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const MARKS = /[\u0300-\u036F]/gu;
const HUMP = /(\p{Ll}|\d)(?=\p{Lu})/gu;
const LOOKALIKE_SCRIPTS = /[\u0370-\u058F\u0250-\u02AF]/u;
/** Letters and signs that stand for nothing but themselves. */
const ORDINARY =
  /^[ -~\u00A1-\u00AC\u00AE-\u017F\u0400-\u045F\u2019\u2026\u3041-\u3096\u30A1-\u30FC\u3400-\u9FFF、。]*$/u;

/** Pictures that stand for a word on buttons all over the web. */
const PICTURES: Readonly<Record<string, string>> = { '🗑': ' delete ', '📤': ' send ', '📨': ' send ', '💸': ' pay ' };
const PICTURE = /[🗑📤📨💸]/gu;

const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('аaеeоoрpсcуyхxіiјjѕsԁdҽeһhѵvԛqԝwкkмmтtвbнhոnօoսuցgɡgɑaοoαaνvτtιiρpκkυuεeηnχx'.matchAll(/(.)(.)/gu)).map(
    ([, alike = '', latin = '']) => [alike, latin],
  ),
);

/**
 * Every reading of a label that a person could see in it: as it is, and with humps taken for word edges
 * (`deleteAccount`). Invisible characters, accents, case, width and look-alike letters make no difference.
 */
export function readLabel(label: string): readonly ReadLabel[] {
  const short = label.slice(0, MAX_CHARACTERS);
  const plain = ORDINARY.test(short) ? short : plainly(short);
  const whole = readText(plain);
  if (!/\p{Ll}\p{Lu}/u.test(plain)) return [whole];
  return [whole, readText(plain.replace(HUMP, '$1 '))];
}

function plainly(label: string): string {
  const seen = dropInvisible(label).replace(PICTURE, (picture) => PICTURES[picture] ?? picture);
  return seen.normalize('NFKC').replace(/[\u200C\u200D]/gu, '');
}

function readText(text: string): ReadLabel {
  const folded = foldLabel(text);
  const words = joinSpelled((folded.match(WORD) ?? []).map(asWord));
  return { words, text: isUnspaced(folded) ? folded.replace(/[\s\p{P}]+/gu, '') : '' };
}

/** Case, accents and ligatures; kana keep their marks, which make other letters of them. */
export function foldLabel(text: string): string {
  const lower = text.toLowerCase();
  // Most labels are plain ASCII.
  if (!/[^\u0000-\u007F]/u.test(lower)) return lower;
  const bare = lower.normalize('NFKD').replace(MARKS, '').normalize('NFC');
  return /[ßı]/u.test(bare) ? bare.replace(/ß/gu, 'ss').replace(/ı/gu, 'i') : bare;
}

/** A word as words are compared: without what its script adds to it, or the Latin word that it looks like. */
export function asWord(word: string): string {
  return WITH_ADDITIONS.test(word) ? withoutAdditions(word) : asLatin(word);
}

/** Arabic and Devanagari. */
const WITH_ADDITIONS = /[\u0600-\u06FF\u0900-\u097F]/u;
/** Vowel signs and the line that stretches a word; the dot below a Devanagari letter. */
const ADDED_SIGNS = /[\u0640\u064B-\u065F\u0670\u093C]/gu;
/** The article, and "and", "for" and "with" before it; "and" alone. At least three letters stay. */
const ARABIC_PREFIX = /^(?:[وفبك]?ال|لل|و)(?=\p{L}{3})/u;

/** Spellings that differ from writer to writer are one: the alefs, final ya, ta marbuta, and the two signs for a nasal. */
function withoutAdditions(word: string): string {
  return word
    .replace(ADDED_SIGNS, '')
    .replace(/[أإآٱ]/gu, 'ا')
    .replace(/ى/gu, 'ي')
    .replace(/ة/gu, 'ه')
    .replace(/ँ/gu, 'ं')
    .replace(ARABIC_PREFIX, '');
}

/** A word that mixes scripts, or is made of look-alikes only, is read as the Latin word that it looks like. */
function asLatin(word: string): string {
  if (!LOOKALIKE_SCRIPTS.test(word)) return word;
  const latin = Array.from(word, (letter) => LOOKALIKES[letter] ?? letter).join('');
  return /^[a-z0-9]+$/u.test(latin) && (/[a-z]/u.test(word) || !COMMON.has(word)) ? latin : word;
}

// Words of Cyrillic letters that all look Latin, and mean something of their own.
const COMMON = new Set([
  'а',
  'о',
  'у',
  'с',
  'в',
  'к',
  'но',
  'на',
  'не',
  'он',
  'от',
  'то',
  'так',
  'как',
  'кто',
  'вот',
  'счет',
  'там',
  'тут',
  'нет',
]);

/** `D e l e t e` is one word. */
function joinSpelled(words: readonly string[]): readonly string[] {
  if (words.length < 3 || !words.some((word) => word.length === 1)) return words;
  const joined: string[] = [];
  for (let start = 0; start < words.length;) {
    let end = start;
    while (words[end]?.length === 1) end++;
    if (end - start >= 3) joined.push(words.slice(start, end).join(''));
    else joined.push(...words.slice(start, Math.max(end, start + 1)));
    start = Math.max(end, start + 1);
  }
  return joined;
}
