import type { AttributePart, ComplexSelector, SelectorList, SelectorPart } from '../host/selector/parts.js';
import { queryRoots } from './query-deep.js';
import {
  attributes,
  formElements,
  isElement,
  isInput,
  inputType,
  localName,
  matchesSelector,
  nextSibling,
  parentNode,
  previousSibling,
  querySelectorAll,
} from './dom-primordials.js';
import { numberFor } from './element-ids.js';
import { isPrivateAttribute, sensitiveKind } from './sensitive.js';

const MAX_MILLISECONDS = 1_500;
/** A value that is longer was not looked at for secrets. */
export const MAX_COMPARED = 20_000;

export interface PartsQuery {
  /** As it was given, to have the browser say whether it is CSS at all. */
  readonly selector: string;
  readonly list: SelectorList;
  /** Attribute values that hold a secret: whatever is compared with one does not match. Undefined: none was looked for. */
  readonly masked?: readonly string[];
  readonly most: number;
}

/**
 * Matches a selector part by part, as the browser would, but for what must not be compared: secret values count as if
 * they were not there, inside `:not()` and `:has()` too.
 */
export function queryParts({ selector, list, masked, most }: PartsQuery): number[] | 'bad-selector' | 'too-slow' {
  try {
    matchesSelector(document.documentElement, selector);
    const matcher = new PartsMatcher(masked);
    const found: number[] = [];
    for (const all of queryRoots('*')) {
      for (const element of all) {
        if (found.length >= most) return found;
        if (matcher.list(element, list)) found.push(numberFor(element));
      }
    }
    return found;
  } catch (error) {
    return error instanceof TooSlow ? 'too-slow' : 'bad-selector';
  }
}

class TooSlow extends Error {}

class PartsMatcher {
  readonly #masked: ReadonlySet<string>;
  readonly #isCut: boolean;
  readonly #end = performance.now() + MAX_MILLISECONDS;
  #steps = 0;

  constructor(masked: readonly string[] | undefined) {
    this.#masked = new Set(masked);
    this.#isCut = masked !== undefined;
  }

  list(element: Element, list: SelectorList): boolean {
    return list.some((complex) => this.#complex(element, complex, complex.length - 1));
  }

  /** From the last compound to the first; with an anchor, the first one is relative to that. */
  #complex(element: Element, steps: ComplexSelector, at: number, anchor?: Element): boolean {
    const step = steps[at];
    if (step === undefined || !this.#compound(element, step.parts)) return false;
    if (at === 0 && anchor === undefined) return true;
    const isLeft = (other: Element): boolean =>
      at === 0 ? other === anchor : this.#complex(other, steps, at - 1, anchor);
    switch (step.combinator) {
      case '>': {
        const up = parentElement(element);
        return up !== undefined && isLeft(up);
      }
      case '+': {
        const before = elementBefore(element);
        return before !== undefined && isLeft(before);
      }
      case '~':
        for (let other = elementBefore(element); other !== undefined; other = elementBefore(other))
          if (isLeft(other)) return true;
        return false;
      case ' ':
      case '':
        for (let up = parentElement(element); up !== undefined; up = parentElement(up)) if (isLeft(up)) return true;
        return false;
    }
  }

  #compound(element: Element, parts: readonly SelectorPart[]): boolean {
    this.#steps += 1;
    if (this.#steps % 500 === 0 && performance.now() > this.#end) throw new TooSlow();
    // What the browser decides goes first: it is faster than what follows it.
    const isLate = (part: SelectorPart): boolean => 'list' in part;
    return (
      parts.every((part) => isLate(part) || this.#part(element, part)) &&
      parts.every((part) => !isLate(part) || this.#part(element, part))
    );
  }

  #part(element: Element, part: SelectorPart): boolean {
    switch (part.is) {
      case 'plain':
        return matchesSelector(element, part.text);
      case 'never':
        return false;
      case 'attribute':
        return this.#mayCompare(element, part) && matchesSelector(element, part.text);
      case 'value-state':
        return !holdsSecretField(element) && matchesSelector(element, part.text);
      case 'any':
        return this.list(element, part.list);
      case 'none':
        return !this.list(element, part.list);
      case 'has':
        return part.list.some((complex) => this.#has(element, complex));
      case 'nth':
        return this.#isNth(element, part);
    }
  }

  #mayCompare(element: Element, { name, comparesText, isShape }: AttributePart): boolean {
    if (!isShape && sensitiveKind(element) !== undefined) return false;
    if (name === 'value' && isInput(element) && inputType(element) === 'hidden') return false;
    if (!comparesText) return true;
    if (name !== 'value' && isPrivateAttribute(name)) return false;
    if (!this.#isCut) return true;
    return valuesOf(element, name).every((value) => value.length <= MAX_COMPARED && !this.#masked.has(value));
  }

  #has(element: Element, complex: ComplexSelector): boolean {
    const first = complex[0]?.combinator;
    const isBelow = first !== '+' && first !== '~';
    const around = isBelow ? element : parentElement(element);
    if (around === undefined) return false;
    for (const candidate of querySelectorAll(around, '*'))
      if (this.#complex(candidate, complex, complex.length - 1, element)) return true;
    return false;
  }

  #isNth(element: Element, { step, offset, fromEnd, list }: SelectorPart & { readonly is: 'nth' }): boolean {
    if (!this.list(element, list)) return false;
    let place = 1;
    const next = fromEnd ? elementAfter : elementBefore;
    for (let other = next(element); other !== undefined; other = next(other)) if (this.list(other, list)) place += 1;
    const rest = place - offset;
    return step === 0 ? rest === 0 : rest % step === 0 && rest / step >= 0;
  }
}

/** The same name may be in several namespaces. */
export function valuesOf(element: Element, name: string): string[] {
  return [...attributes(element)].filter((one) => one.localName.toLowerCase() === name).map(({ value }) => value);
}

/** A form and a fieldset are as valid as what is in them. */
function holdsSecretField(element: Element): boolean {
  if (sensitiveKind(element) !== undefined) return true;
  const inside = element instanceof HTMLFormElement ? [...formElements(element)] : [];
  const below = /^(?:form|fieldset)$/u.test(localName(element)) ? querySelectorAll(element, 'input, textarea') : [];
  return [...inside, ...below].some((field) => sensitiveKind(field) !== undefined);
}

function parentElement(element: Element): Element | undefined {
  const parent = parentNode(element);
  return parent !== null && isElement(parent) ? parent : undefined;
}

function elementBefore(element: Element): Element | undefined {
  let other = previousSibling(element);
  while (other !== null && !isElement(other)) other = previousSibling(other);
  return other ?? undefined;
}

function elementAfter(element: Element): Element | undefined {
  let other = nextSibling(element);
  while (other !== null && !isElement(other)) other = nextSibling(other);
  return other ?? undefined;
}
