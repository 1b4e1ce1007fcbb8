import { isUnspaced } from '../../../core/unspaced-script.js';
import { PAGE_WORDS } from '../host/page-words.generated.js';
import {
  attribute,
  inputType,
  isElement,
  isInput,
  parentNode,
  querySelectorAll,
  textContent,
  valueOf,
} from './dom-primordials.js';

const MIN_BOXES = 4;
const MAX_BOXES = 8;
/** More boxes than this close together are a puzzle. */
const MAX_AROUND = 12;
const MAX_LEVELS = 4;
const MAX_WORDS = 600;
const BOX = 'input[maxlength="1"]';
const TEXT_TYPES = /^(?:text|tel|number|password)$/u;
/** In scripts without spaces a word has no edges. */
const CODE_PARTS = PAGE_WORDS.codeBoxes.filter(isUnspaced);
const CODE_WHOLE = PAGE_WORDS.codeBoxes.filter((word) => !CODE_PARTS.includes(word));
const CODE_WORDS = new RegExp(
  `(?:^|[^\\p{L}])(?:${CODE_WHOLE.join('|')})(?=$|[^\\p{L}])|${CODE_PARTS.join('|')}`,
  'iu',
);
const PUZZLE_WORDS = /crossword|puzzle|sudoku|hangman|wordle|spelling|kreuzworträtsel/iu;

/**
 * The boxes of a one-time code that is entered one character a box, in order; undefined: this is none of them. They are four
 * to eight close together that take digits or are beside words about a code; a grid of letters has more, or has letters.
 */
export function codeBoxes(element: Element): readonly HTMLInputElement[] | undefined {
  if (!isBox(element)) return undefined;
  let up = parentNode(element);
  for (let level = 0; level < MAX_LEVELS && up !== null && isElement(up); level += 1, up = parentNode(up)) {
    const boxes = boxesIn(up);
    if (boxes.length < MIN_BOXES) continue;
    return boxes.length <= MAX_BOXES && isAlone(up) && isCode(boxes, up) ? boxes : undefined;
  }
  return undefined;
}

function isBox(element: Element): element is HTMLInputElement {
  return isInput(element) && attribute(element, 'maxlength')?.trim() === '1' && TEXT_TYPES.test(inputType(element));
}

function boxesIn(element: Element): HTMLInputElement[] {
  return [...querySelectorAll(element, BOX)].filter(isBox);
}

/** A row of a grid has more rows beside it. */
function isAlone(group: Element): boolean {
  let up = parentNode(group);
  for (let level = 0; level < 2 && up !== null && isElement(up); level += 1, up = parentNode(up))
    if (boxesIn(up).length > MAX_AROUND) return false;
  return true;
}

function isCode(boxes: readonly HTMLInputElement[], group: Element): boolean {
  const values = boxes.map((box) => (valueOf(box) ?? '').trim());
  const around = wordsAround(group);
  const own = boxes.map((box) =>
    ['aria-label', 'name', 'id', 'placeholder'].map((name) => attribute(box, name) ?? '').join(' '),
  );
  const words = [...own, around]
    .join(' ')
    .replace(/([a-z])([A-Z])/gu, '$1 $2')
    .replace(/[_\d-]+/gu, ' ');
  if (PUZZLE_WORDS.test(words)) return false;
  const takesDigits = boxes.every((box) => TEXT_TYPES.test(inputType(box)) && saysDigits(box));
  if (takesDigits || CODE_WORDS.test(words)) return true;
  return values.some((value) => value !== '') && values.every((value) => /^\d?$/u.test(value));
}

function saysDigits(box: HTMLInputElement): boolean {
  if (/^(?:tel|number|password)$/u.test(inputType(box))) return true;
  const pattern = attribute(box, 'pattern') ?? '';
  return attribute(box, 'inputmode')?.toLowerCase() === 'numeric' || /^\^?(?:\[0-9\]|\\d)/u.test(pattern);
}

function wordsAround(group: Element): string {
  const inside = textContent(group) ?? '';
  const parent = parentNode(group);
  const outside = parent !== null && isElement(parent) ? (textContent(parent) ?? '') : '';
  const labels = [group, ...(parent !== null && isElement(parent) ? [parent] : [])].map(
    (one) => `${attribute(one, 'aria-label') ?? ''} ${attribute(one, 'class') ?? ''} ${attribute(one, 'id') ?? ''}`,
  );
  return [...labels, inside, outside.length > MAX_WORDS ? '' : outside].join(' ').slice(0, 2 * MAX_WORDS);
}
