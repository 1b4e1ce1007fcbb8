import { textContent } from './dom-primordials.js';

// Compiling a class like \p{L} takes milliseconds, most pages never need it: plain letters are looked for first.
const ASCII_WORD = /[0-9A-Za-z]/u;
const BEYOND_ASCII = /[^\0-\x7F]/u;

/** Does it say anything, or is it only space, punctuation and pictures? */
export function hasWord(text: string): boolean {
  return ASCII_WORD.test(text) || (BEYOND_ASCII.test(text) && /[\p{L}\p{N}]/u.test(text));
}

/** Letters and digits only: icons, punctuation and case make no difference. */
export function lettersOf(text: string): string {
  const lower = text.toLowerCase();
  return BEYOND_ASCII.test(lower) ? lower.replace(/[^\p{L}\p{N}]+/gu, '') : lower.replace(/[^0-9a-z]+/gu, '');
}

/** Does an element that is not walked hold anything to read? */
export function readsLikeText(element: Element): boolean {
  const text = textContent(element) ?? '';
  return text.length > 2 && hasWord(text.slice(0, 2_000));
}
