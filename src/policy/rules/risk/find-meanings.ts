import { JA, ZH } from './words/cjk.js';
import { DE } from './words/de.js';
import { EN } from './words/en.js';
import { ES } from './words/es.js';
import { FR } from './words/fr.js';
import { IT } from './words/it.js';
import { MEANINGS } from './words/lexicon.js';
import type { Lexicon, Meaning } from './words/lexicon.js';
import { MORE } from './words/more.js';
import { PT } from './words/pt.js';
import { RU } from './words/ru.js';
import { asLatin, fold, isUnspaced } from './read-label.js';
import type { ReadLabel } from './read-label.js';

interface Entry {
  readonly meaning: Meaning;
  readonly words: readonly string[];
  readonly place: 'anywhere' | 'first' | 'whole' | 'whole-no-link';
}

/** Where a meaning was found, counted in words (in characters for unspaced scripts). */
export interface Hit {
  readonly start: number;
  readonly end: number;
}

export type Meanings = ReadonlyMap<Meaning, readonly Hit[]>;

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
  table ??= compile([EN, DE, FR, ES, PT, IT, RU, ZH, JA, MORE]);
  const found = new Map<Meaning, Hit[]>();
  const add = (meaning: Meaning, hit: Hit): void => {
    const hits = found.get(meaning);
    if (hits === undefined) found.set(meaning, [hit]);
    else hits.push(hit);
  };
  for (const [start, word] of words.entries()) {
    for (const entry of table.byFirstWord.get(word) ?? []) {
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

const LONGEST_GAP = 3;

function stands(entry: Entry, words: readonly string[], start: number, isLink: boolean): boolean {
  if (entry.place !== 'anywhere' && start > 0) return false;
  if (entry.place === 'whole-no-link' && isLink) return false;
  if (entry.place.startsWith('whole') && words.length !== entry.words.length) return false;
  let at = start;
  let gap = 0;
  for (const word of entry.words) {
    if (word === GAP) {
      gap = LONGEST_GAP;
      continue;
    }
    while (words[at] !== word && gap > 0) {
      at++;
      gap--;
    }
    if (words[at] !== word) return false;
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
      for (const written of fold(lexicon[meaning] ?? '').split('|')) {
        const entry = written.trim();
        const mark = entry.charAt(0);
        const text = /^[=^~]/u.test(entry) ? entry.slice(1) : entry;
        if (isUnspaced(text)) {
          const place = text.endsWith('$') ? 'last' : placeOf(mark);
          put(byFirstCharacter, text.charAt(0), { meaning, text: text.replace('$', ''), place });
          continue;
        }
        const words = text.split(/[\s'’-]+/u).map(asLatin);
        const [first = ''] = words;
        if (first !== '') put(byFirstWord, first, { meaning, words, place: placeOf(mark) });
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
