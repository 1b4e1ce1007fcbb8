import { ARABIC } from './arabic.js';
import { CHINESE } from './chinese.js';
import { DUTCH } from './dutch.js';
import { ENGLISH } from './english.js';
import { FRENCH } from './french.js';
import { GERMAN } from './german.js';
import { HINDI } from './hindi.js';
import { ITALIAN } from './italian.js';
import { JAPANESE } from './japanese.js';
import { KOREAN } from './korean.js';
import type { Language } from './language.js';
import { OTHERS } from './others.js';
import { POLISH } from './polish.js';
import { PORTUGUESE } from './portuguese.js';
import { RUSSIAN } from './russian.js';
import { SPANISH } from './spanish.js';
import { TURKISH } from './turkish.js';

export type { Language } from './language.js';

/** Every language counts on every page: what a page says about its language is only a claim. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  PORTUGUESE,
  ITALIAN,
  RUSSIAN,
  CHINESE,
  JAPANESE,
  KOREAN,
  ARABIC,
  HINDI,
  TURKISH,
  POLISH,
  DUTCH,
  OTHERS,
];

/** One list of all languages: its entries, trimmed, each once. */
export function listWords(choose: (language: Language) => string | undefined): readonly string[] {
  const entries = LANGUAGES.flatMap((language) => (choose(language) ?? '').split('|').map((entry) => entry.trim()));
  return [...new Set(entries.filter((entry) => entry !== ''))];
}
