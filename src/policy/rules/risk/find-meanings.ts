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
import { fold, isUnspaced } from './read-label.js';
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

interface Table {
  readonly byFirstWord: ReadonlyMap<string, readonly Entry[]>;
  readonly unspaced: readonly { readonly meaning: Meaning; readonly text: string; readonly whole: boolean }[];
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
  if (text !== '') {
    for (const entry of table.unspaced) {
      if (entry.whole && (isLink || text !== entry.text)) continue;
      const start = text.lastIndexOf(entry.text);
      if (start >= 0) add(entry.meaning, { start, end: start + entry.text.length });
    }
  }
  return found;
}

function stands(entry: Entry, words: readonly string[], start: number, isLink: boolean): boolean {
  if (entry.place !== 'anywhere' && start > 0) return false;
  if (entry.place === 'whole-no-link' && isLink) return false;
  if (entry.place.startsWith('whole') && words.length !== entry.words.length) return false;
  return entry.words.every((word, offset) => words[start + offset] === word);
}

function compile(lexicons: readonly Lexicon[]): Table {
  const byFirstWord = new Map<string, Entry[]>();
  const unspaced: { meaning: Meaning; text: string; whole: boolean }[] = [];
  for (const lexicon of lexicons) {
    for (const meaning of MEANINGS) {
      for (const written of lexicon[meaning]?.split('|') ?? []) {
        const mark = written.trim().charAt(0);
        const text = fold(written.trim().replace(/^[=^~]/u, ''));
        if (isUnspaced(text)) {
          unspaced.push({ meaning, text: text.replace(/\s+/gu, ''), whole: mark === '=' });
          continue;
        }
        const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
        const [first] = words;
        if (first === undefined) continue;
        const entries = byFirstWord.get(first) ?? [];
        entries.push({ meaning, words, place: placeOf(mark) });
        byFirstWord.set(first, entries);
      }
    }
  }
  return { byFirstWord, unspaced };
}

function placeOf(mark: string): Entry['place'] {
  if (mark === '=') return 'whole-no-link';
  if (mark === '~') return 'whole';
  return mark === '^' ? 'first' : 'anywhere';
}
