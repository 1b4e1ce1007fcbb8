import { attribute, parentNode, textContent } from './dom-primordials.js';
import { labelsOf } from './labels.js';

const MAX_WORDS = 200;

/** By what a field and its copy have in common. Never by the value: whoever may type elsewhere could guess it so. */
const words = new Set<string>();
/** For copies without any word. */
const places = new WeakSet<Node>();
let isNothingKnown = true;

/**
 * A secret that cannot be found by its letters is in this field. A page that shows a password puts a copy in its place,
 * often as an ordinary text field: whatever is named like this one hides what it holds.
 */
export function rememberCopiesOf(field: Element): void {
  isNothingKnown = false;
  for (const word of wordsOf(field)) words.add(word);
  const parent = parentNode(field);
  if (parent !== null) places.add(parent);
}

export function isCopy(field: Element): boolean {
  if (isNothingKnown) return false;
  const own = wordsOf(field);
  if (own.length > 0) return own.some((word) => words.has(word));
  const parent = parentNode(field);
  return parent !== null && places.has(parent);
}

function wordsOf(field: Element): readonly string[] {
  const named = ['name', 'id', 'placeholder', 'aria-label'].map(
    (name) => [name, attribute(field, name) ?? ''] as const,
  );
  // A text area inside its label is part of the label's text.
  const own = textContent(field) ?? '';
  const labels = labelsOf(field).map((label) => ['label', (textContent(label) ?? '').replace(own, '')] as const);
  return [...named, ...labels].flatMap(([kind, text]) => {
    const said = text.trim().slice(0, MAX_WORDS);
    return said === '' ? [] : [`${kind} ${said}`];
  });
}
