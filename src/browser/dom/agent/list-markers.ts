import { attribute, flatParent, forEachFlatChild, hasAttribute, isElement, localName } from './dom-primordials.js';
import type { Styles } from './styles.js';

const MAX_ITEMS = 2_000;
const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

interface Numbers {
  readonly of: ReadonlyMap<Element, number>;
  /** Counted from one, so that the order of the lines says the same. */
  readonly isPlain: boolean;
}

/** The letters and numbers that the browser paints before the items of a list, where their order does not say them. */
export class ListMarkers {
  readonly #styles: Styles;
  readonly #known = new Map<Element, Numbers>();

  constructor(styles: Styles) {
    this.#styles = styles;
  }

  of(item: Element): string {
    if (localName(item) !== 'li') return '';
    const list = flatParent(item);
    if (list === null || localName(list) !== 'ol') return '';
    const { display, listStyleType, listStyleImage } = this.#styles.of(item);
    if (display !== 'list-item' || listStyleImage !== 'none') return '';
    const numbers = this.#numbersOf(list);
    const number = numbers.of.get(item);
    if (number === undefined || (listStyleType === 'decimal' && numbers.isPlain)) return '';
    const text = written(number, listStyleType);
    // What a style sheet writes in its place is text of its own.
    return text === '' || this.#styles.pseudo(item, '::marker').content !== 'normal' ? '' : `${text}. `;
  }

  #numbersOf(list: Element): Numbers {
    const known = this.#known.get(list);
    if (known !== undefined) return known;
    const items: Element[] = [];
    forEachFlatChild(list, (child) => {
      if (isElement(child) && localName(child) === 'li' && items.length < MAX_ITEMS) items.push(child);
    });
    const isReversed = hasAttribute(list, 'reversed');
    let next = integer(attribute(list, 'start')) ?? (isReversed ? items.length : 1);
    const of = new Map<Element, number>();
    for (const item of items) {
      next = integer(attribute(item, 'value')) ?? next;
      of.set(item, next);
      next += isReversed ? -1 : 1;
    }
    const numbers = { of, isPlain: items.every((item, i) => of.get(item) === i + 1) };
    this.#known.set(list, numbers);
    return numbers;
  }
}

function integer(text: string | null): number | undefined {
  const number = Number.parseInt(text ?? '', 10);
  return Number.isSafeInteger(number) ? number : undefined;
}

function written(number: number, type: string): string {
  switch (type) {
    case 'decimal':
      return String(number);
    case 'lower-alpha':
    case 'lower-latin':
      return letters(number);
    case 'upper-alpha':
    case 'upper-latin':
      return letters(number).toUpperCase();
    case 'lower-roman':
      return roman(number);
    case 'upper-roman':
      return roman(number).toUpperCase();
    default:
      return '';
  }
}

function letters(number: number): string {
  let text = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  return text;
}

function roman(number: number): string {
  if (number <= 0 || number >= 4_000) return String(number);
  let rest = number;
  let text = '';
  for (const [value, sign] of ROMAN) for (; rest >= value; rest -= value) text += sign;
  return text;
}
