export type PseudoElement = '::before' | '::after' | '::placeholder' | '::backdrop' | '::details-content' | '::marker';

const style = getComputedStyle;

/** One live style object per element and pass: reading a property costs a microsecond, making the object two. */
export class Styles {
  readonly #known = new Map<Element, CSSStyleDeclaration>();

  of(element: Element): CSSStyleDeclaration {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const made = style(element);
    this.#known.set(element, made);
    return made;
  }

  pseudo(element: Element, which: PseudoElement): CSSStyleDeclaration {
    return style(element, which);
  }
}
