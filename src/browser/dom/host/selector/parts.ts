/** A CSS selector, as far as it matters what each of its parts is compared with. */
export type SelectorList = readonly ComplexSelector[];

/** Compounds from left to right, each with what is before it; the first of a relative one has a combinator too. */
export type ComplexSelector = readonly SelectorStep[];

export interface SelectorStep {
  readonly combinator: Combinator;
  readonly parts: readonly SelectorPart[];
}

export type Combinator = '' | ' ' | '>' | '+' | '~';

export interface AttributePart {
  readonly is: 'attribute';
  /** In small letters, without its namespace. */
  readonly name: string;
  /** The whole test, for the browser. */
  readonly text: string;
  readonly comparesText: boolean;
  /** The attribute says what the element is, on secret fields too; any other may be a copy of a field's value. */
  readonly isShape: boolean;
}

export type SelectorPart =
  /** Compared with nothing that can hold a secret: matched by the browser. */
  | { readonly is: 'plain'; readonly text: string }
  /** Matches nothing. */
  | { readonly is: 'never' }
  | AttributePart
  /** Says something about the value of a field. */
  | { readonly is: 'value-state'; readonly text: string }
  | { readonly is: 'any' | 'none' | 'has'; readonly list: SelectorList }
  /** `:nth-child(2 of …)`: the place among the siblings that fit. */
  | {
      readonly is: 'nth';
      readonly step: number;
      readonly offset: number;
      readonly fromEnd: boolean;
      readonly list: SelectorList;
    };
