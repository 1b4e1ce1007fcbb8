import { cut } from './cut-text.js';
import { activeDescendant } from './dom-primordials.js';

const MAX_WORDS = 200;

/**
 * What Enter takes in a list, menu or field that moves a mark among its items instead of the focus
 * (`aria-activedescendant`), by its words.
 */
export function markedItem(element: Element, wordsOn: (item: Element) => string): string | undefined {
  const item = activeDescendant(element);
  if (item === null || item === element) return undefined;
  const words = wordsOn(item);
  return words === '' ? undefined : cut(words, MAX_WORDS);
}
