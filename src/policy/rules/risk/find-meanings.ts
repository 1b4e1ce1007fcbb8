import { isUnspaced } from '../../../core/index.js';
import { LANGUAGES } from '../../languages/index.js';
import { MEANINGS } from '../../languages/lexicon.js';
import type { Lexicon, Meaning } from '../../languages/lexicon.js';
import { asWord, foldLabel } from './read-label.js';
import type { ReadLabel } from './read-label.js';

interface Entry {
  readonly meaning: Meaning;
  readonly words: readonly string[];
  readonly place: 'anywhere' | 'first' | 'whole' | 'whole-no-link';
}

/** Where a meaning was found, counted in words (in characters for unspaced scripts). */
export interface WordHit {
  readonly start: number;
  readonly end: number;
}

export type Meanings = ReadonlyMap<Meaning, readonly WordHit[]>;

interface UnspacedEntry {
  readonly meaning: Meaning;
  readonly text: string;
  readonly place: Entry['place'] | 'last';
}

interface Table {
  readonly byFirstWord: ReadonlyMap<string, readonly Entry[]>;
  readonly byFirstCharacter: ReadonlyMap<string, readonly UnspacedEntry[]>;
}

let table: Table | undefined;

/** Every meaning in a label, in whatever language: a word list is small, and a page's language is only a claim. */
export function findMeanings({ words, text }: ReadLabel, isLink: boolean): Meanings {
  // Made when first needed: a start does not wait for it.
  table ??= compile(LANGUAGES.map(({ labels }) => labels));
  const found = new Map<Meaning, WordHit[]>();
  const add = (meaning: Meaning, hit: WordHit): void => {
    const hits = found.get(meaning);
    if (hits === undefined) found.set(meaning, [hit]);
    else hits.push(hit);
  };
  for (const [start, word] of words.entries()) {
    const known = table.byFirstWord.get(word) ?? [];
    const stems = word.length > STEM_KEY ? table.byFirstWord.get(`${word.slice(0, STEM_KEY)}${STEM}`) : undefined;
    for (const entry of stems === undefined ? known : [...known, ...stems]) {
      if (stands(entry, words, start, isLink)) add(entry.meaning, { start, end: start + entry.words.length });
    }
  }
  if (text === '') return found;
  for (let start = 0; start < text.length; start++) {
    for (const { meaning, text: part, place } of table.byFirstCharacter.get(text.charAt(start)) ?? []) {
      if (!text.startsWith(part, start) || !standsAt(place, text, part, isLink)) continue;
      add(meaning, { start, end: start + part.length });
    }
  }
  return found;
}

const MAX_GAP = 3;
/** A stem is found by its first letters, and has at least as many. */
const STEM_KEY = 3;
const STEM = '+';
const MAX_ENDING = 7;

function keyOf(word: string): string {
  return word.endsWith(STEM) ? `${word.slice(0, STEM_KEY)}${STEM}` : word;
}

function fits(word: string | undefined, entry: string): boolean {
  if (word === undefined || !entry.endsWith(STEM)) return word === entry;
  const stem = entry.slice(0, -STEM.length);
  return word.startsWith(stem) && word.length - stem.length <= MAX_ENDING;
}

function stands(entry: Entry, words: readonly string[], start: number, isLink: boolean): boolean {
  if (entry.place !== 'anywhere' && start > 0) return false;
  if (entry.place === 'whole-no-link' && isLink) return false;
  if (entry.place.startsWith('whole') && words.length !== entry.words.length) return false;
  let at = start;
  let gap = 0;
  for (const word of entry.words) {
    if (word === GAP) {
      gap = MAX_GAP;
      continue;
    }
    while (!fits(words[at], word) && gap > 0) {
      at++;
      gap--;
    }
    if (!fits(words[at], word)) return false;
    at++;
    gap = 0;
  }
  return true;
}

function standsAt(place: UnspacedEntry['place'], text: string, part: string, isLink: boolean): boolean {
  switch (place) {
    case 'anywhere':
      return true;
    case 'first':
      return text.startsWith(part);
    case 'last':
      return text.endsWith(part);
    case 'whole':
      return text === part;
    case 'whole-no-link':
      return !isLink && text === part;
  }
}

const GAP = '*';

function compile(lexicons: readonly Lexicon[]): Table {
  const byFirstWord = new Map<string, Entry[]>();
  const byFirstCharacter = new Map<string, UnspacedEntry[]>();
  for (const lexicon of lexicons) {
    for (const meaning of MEANINGS) {
      for (const written of foldLabel(lexicon[meaning] ?? '').split('|')) {
        const entry = written.trim();
        const mark = entry.charAt(0);
        const text = /^[=^~]/u.test(entry) ? entry.slice(1) : entry;
        if (isUnspaced(text)) {
          const place = text.endsWith('$') ? 'last' : placeOf(mark);
          put(byFirstCharacter, text.charAt(0), { meaning, text: text.replace('$', ''), place });
          continue;
        }
        const words = text.split(/[\s'’-]+/u).map(asWord);
        const [first = ''] = words;
        if (first !== '') put(byFirstWord, keyOf(first), { meaning, words, place: placeOf(mark) });
      }
    }
  }
  return { byFirstWord, byFirstCharacter };
}

function put<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

function placeOf(mark: string): Entry['place'] {
  if (mark === '=') return 'whole-no-link';
  if (mark === '~') return 'whole';
  return mark === '^' ? 'first' : 'anywhere';
}
