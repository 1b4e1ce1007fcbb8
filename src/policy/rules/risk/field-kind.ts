import { isUnspaced } from '../../../core/index.js';
import type { ElementFacts } from '../../../core/index.js';
import { listWords } from '../../languages/index.js';
import { foldLabel, readLabel } from './read-label.js';

export type FieldKind = 'search' | 'settings' | 'message' | 'text' | 'data';

interface FieldWords {
  readonly whole: ReadonlySet<string>;
  readonly unspaced: readonly string[];
}

function fieldWords(kind: 'search' | 'settings' | 'message'): FieldWords {
  const words = listWords(({ fields }) => fields?.[kind]).map(foldLabel);
  return { whole: new Set(words.filter((word) => !isUnspaced(word))), unspaced: words.filter(isUnspaced) };
}

const SEARCH = fieldWords('search');
const SETTINGS = fieldWords('settings');
const MESSAGE = fieldWords('message');
const UNSPACED: readonly (readonly [FieldKind, readonly string[]])[] = [
  ['search', SEARCH.unspaced],
  ['message', MESSAGE.unspaced],
  ['settings', SETTINGS.unspaced],
];

/** The purpose of a field, from its type, autocomplete and names. */
export function findFieldKind({ role, type, tag, name, editor, autocomplete }: ElementFacts): FieldKind {
  if (editor === 'code') return 'settings';
  if (role === 'searchbox' || type === 'search') return 'search';
  const [read = { words: [], text: '' }] = readLabel(name);
  const has = ({ whole }: FieldWords): boolean => read.words.some((word) => whole.has(word));
  const unspaced = UNSPACED.find(([, parts]) => parts.some((part) => read.text.includes(part)))?.[0];
  if (unspaced !== undefined) return unspaced;
  // A box for SQL is called a query too, and is written in several lines.
  const isLong = tag === 'textarea' || (tag !== 'input' && role === 'textbox');
  if (!isLong && has(SEARCH)) return 'search';
  if (has(SETTINGS)) return 'settings';
  if (isLong) return has(MESSAGE) ? 'message' : 'text';
  if (has(MESSAGE) && (autocomplete === undefined || autocomplete === 'off')) return 'message';
  return 'data';
}
