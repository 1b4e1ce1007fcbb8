import { cut } from './cut.js';
import { lettersOf } from './letters.js';
import { fold } from './names.js';
import { hasAttribute, isSelect, valueOf } from './natives.js';
import { areaOf, type Rect } from './rects.js';
import { sensitiveKind } from './sensitive.js';
import type { Walk } from './walk.js';

export interface ShownName {
  readonly text: string;
  readonly marks: readonly string[];
  /** What is seen is not in the name, so it is shown beside it. */
  readonly differs: boolean;
}

/** A name that nobody can see on the page may be this long before it is cut and marked. */
const SHORT = 60;
const CAPPED = 100;
const UNNAMED = new Set(['row', 'cell', 'gridcell', 'listitem', 'article', 'list', 'rowgroup']);

const NAMING = ['aria-label', 'aria-labelledby', 'title'];

/**
 * The name to show: the accessible name, checked against what a person sees. What only assistive technology would
 * say still names the control, but a long unseen text is a place to write to the model, so it is cut and marked.
 */
export function shownName(
  walk: Walk,
  element: Element,
  role: string,
  seenText: string,
  acts: boolean,
  rect: Rect | undefined,
): ShownName {
  const seen = fold(seenText);
  if (UNNAMED.has(role) && !NAMING.some((name) => hasAttribute(element, name))) return NONE;
  const { text, from } = walk.sight.names.of(element, role === 'clickable' ? 'generic' : role);
  if (copiesSecret(element, text)) return NONE;
  if (UNNAMED.has(role) && from === 'content') return NONE;
  if (text === '') return acts && !UNNAMED.has(role) ? { text: cut(seen, 120), marks: [], differs: false } : NONE;
  if (from === 'placeholder') return placeholder(element, text, rect);
  if (from === 'native' && STRUCTURE.has(role) && !isSelect(element) && !lettersOf(seen).includes(lettersOf(text))) {
    // A caption or legend that is there for nobody to see.
    walk.hiddenTexts += 1;
    return NONE;
  }
  if (from === 'content' || seen !== '') return compare(text, seen, from === 'content', role);
  const room = rect === undefined ? 0 : areaOf(rect) / 128;
  if (text.length > SHORT && text.length > room)
    return { text: cut(text, CAPPED), marks: ['screen-reader'], differs: false };
  return { text, marks: [], differs: false };
}

const NONE: ShownName = { text: '', marks: [], differs: false };

function compare(name: string, seen: string, fromContent: boolean, role: string): ShownName {
  if (name === seen) return { text: name, marks: [], differs: false };
  const plainName = lettersOf(name);
  const plainSeen = lettersOf(seen);
  if (plainName === plainSeen) return { text: name, marks: [], differs: false };
  if (plainSeen === '') {
    return name.length > SHORT && fromContent
      ? { text: cut(name, CAPPED), marks: ['screen-reader'], differs: false }
      : { text: name, marks: [], differs: false };
  }
  const contains = plainName.includes(plainSeen) || plainSeen.includes(plainName);
  const extra = name.length - seen.length;
  if (contains && extra <= SHORT) return { text: name, marks: [], differs: false };
  if (!fromContent && STRUCTURE.has(role))
    return { text: cut(name, CAPPED), marks: name.length > CAPPED ? ['screen-reader'] : [], differs: true };
  return { text: extra > SHORT ? cut(name, CAPPED) : name, marks: ['name differs'], differs: true };
}

/** Containers are named for what they are, not by what is in them. */
const STRUCTURE = new Set(
  'group figure list radiogroup tablist menu menubar toolbar tree listbox grid table treegrid tabpanel region navigation main banner contentinfo complementary search form dialog alertdialog row article status log iframe'.split(
    ' ',
  ),
);

/** A page that writes a secret field's value into its name or placeholder does not get it shown that way. */
function copiesSecret(element: Element, text: string): boolean {
  if (text === '' || sensitiveKind(element) === undefined) return false;
  const value = valueOf(element) ?? '';
  return value.length > 2 && text.includes(value);
}

function placeholder(element: Element, text: string, rect: Rect | undefined): ShownName {
  if (sensitiveKind(element) !== undefined && /[\d•*]{3,}/u.test(text)) return NONE;
  if (rect !== undefined && (rect.right - rect.left < 12 || rect.bottom - rect.top < 6)) return NONE;
  return { text: cut(text, 200), marks: [], differs: false };
}
