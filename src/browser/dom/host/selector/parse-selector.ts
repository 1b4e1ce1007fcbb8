import type { Combinator, ComplexSelector, SelectorList, SelectorPart, SelectorStep } from './parts.js';
import { SelectorText } from './read-tokens.js';

/** A selector that cannot be taken apart cannot be judged either. */
export class UnjudgedSelector extends Error {}

const MAX_CHARACTERS = 4_000;
const MAX_DEPTH = 8;

/** What the operand of an id, class or type selector may be compared with; false: with nothing. */
export type MayCompare = (operand: string) => boolean;

/** Throws `UnjudgedSelector`. What is not valid CSS may pass: the browser is asked too. */
export function parseSelector(text: string, mayCompare: MayCompare = () => true): SelectorList {
  if (text.length > MAX_CHARACTERS) throw new UnjudgedSelector('it is too long');
  const parser = new Parser(new SelectorText(text), mayCompare);
  const list = parser.list(0, false);
  if (!parser.isOver) throw new UnjudgedSelector('it does not end where it should');
  return list;
}

/** These are about where an element stands, and take numbers or words. */
const PLACES = /^(?:nth-(?:last-)?of-type|lang)$/u;
const NTH = /^nth-(last-)?child$/u;
const LISTS: Readonly<Record<string, 'any' | 'none' | 'has'>> = { is: 'any', where: 'any', not: 'none', has: 'has' };
/** Whether a value is there, is right, or which way it is written. */
const VALUE_STATES =
  /^(?:(?:user-)?(?:in)?valid|(?:in|out-of)-range|placeholder-shown|autofill|-webkit-autofill.*|-internal-.*|blank|empty)$/u;

/** Attributes that say what an element is, on secret fields too. Everything else may be a copy of a field's value. */
const SHAPES = new Set(
  `id class name type role for form href src rel target lang dir method action enctype tabindex hidden disabled readonly required
   checked selected multiple autofocus autocomplete inputmode maxlength minlength size rows cols accept alt width height
   colspan rowspan scope media open draggable contenteditable spellcheck slot part is data-testid data-test-id data-test
   data-cy data-qa aria-hidden aria-expanded aria-selected aria-checked aria-pressed aria-current aria-disabled aria-haspopup
   aria-controls aria-modal aria-busy aria-invalid aria-required aria-readonly aria-level aria-sort`
    .trim()
    .split(/\s+/u),
);

class Parser {
  readonly #text: SelectorText;
  readonly #mayCompare: MayCompare;

  constructor(text: SelectorText, mayCompare: MayCompare) {
    this.#text = text;
    this.#mayCompare = mayCompare;
  }

  get isOver(): boolean {
    return this.#text.isOver;
  }

  list(depth: number, isRelative: boolean): SelectorList {
    if (depth > MAX_DEPTH) throw new UnjudgedSelector('it is nested too deeply');
    const all: ComplexSelector[] = [];
    do all.push(this.#complex(depth, isRelative));
    while (this.#text.take(','));
    return all;
  }

  #complex(depth: number, isRelative: boolean): ComplexSelector {
    const steps: SelectorStep[] = [];
    this.#text.space();
    let combinator: Combinator = isRelative ? this.#combinator(true) : '';
    for (;;) {
      const parts = this.#compound(depth);
      if (parts.length === 0) throw new UnjudgedSelector('a part of it is missing');
      steps.push({ combinator, parts });
      const hadSpace = this.#text.space();
      if (this.#text.isOver || this.#text.peek() === ',' || this.#text.peek() === ')') return steps;
      combinator = this.#combinator(hadSpace);
    }
  }

  #combinator(hadSpace: boolean): Combinator {
    const next = (['>', '+', '~'] as const).find((one) => this.#text.take(one));
    if (next === undefined && !hadSpace) throw new UnjudgedSelector('a part of it is not known');
    this.#text.space();
    return next ?? ' ';
  }

  #compound(depth: number): SelectorPart[] {
    const parts: SelectorPart[] = [];
    for (;;) {
      if (this.#text.comment()) continue;
      const part = this.#part(depth);
      if (part === undefined) return parts;
      parts.push(part);
    }
  }

  #part(depth: number): SelectorPart | undefined {
    const start = this.#text.at;
    switch (this.#text.peek()) {
      case '#':
        this.#text.skip();
        return this.#compared(this.#text.hash(), start);
      case '.':
        this.#text.skip();
        return this.#compared(this.#text.name(), start);
      case '[':
        this.#text.skip();
        return this.#attribute(start);
      case ':':
        this.#text.skip();
        return this.#pseudo(start, depth);
      case '*':
        this.#text.skip();
        // `*|a`: in any namespace.
        if (this.#text.peek() === '|' && this.#text.take('|') && !this.#text.take('*')) this.#text.name();
        return { is: 'plain', text: this.#text.since(start) };
      default: {
        const name = this.#text.name();
        if (name !== undefined && this.#text.peek() === '|') throw new UnjudgedSelector('it names a namespace');
        return name === undefined ? undefined : this.#compared(name, start);
      }
    }
  }

  /** A whole secret as an id, class or type compares with nothing, whether or not it is there. */
  #compared(name: string | undefined, start: number): SelectorPart {
    if (name === undefined) throw new UnjudgedSelector('a name is missing');
    return this.#mayCompare(name) ? { is: 'plain', text: this.#text.since(start) } : { is: 'never' };
  }

  #attribute(start: number): SelectorPart {
    const text = this.#text;
    text.space();
    if (text.take('*')) {
      if (!text.take('|')) throw new UnjudgedSelector('an attribute is not named');
    } else if (text.peek() === '|' && text.peek(1) !== '=') text.skip();
    const name = text.name();
    if (name === undefined) throw new UnjudgedSelector('an attribute is not named');
    text.space();
    const comparesText = !text.take(']');
    if (comparesText) this.#operand();
    const lower = name.toLowerCase();
    return { is: 'attribute', name: lower, text: text.since(start), comparesText, isShape: SHAPES.has(lower) };
  }

  #operand(): void {
    const text = this.#text;
    if (/[~|^$*]/u.test(text.peek())) text.skip();
    if (!text.take('=')) throw new UnjudgedSelector('an attribute is compared in a way that is not known');
    text.space();
    if ((text.string() ?? text.name()) === undefined)
      throw new UnjudgedSelector('an attribute is compared with nothing');
    text.space();
    const flag = text.name();
    if (flag !== undefined && !/^[is]$/iu.test(flag)) throw new UnjudgedSelector('an attribute has a flag not known');
    text.space();
    if (!text.take(']')) throw new UnjudgedSelector('an attribute does not end');
  }

  #pseudo(start: number, depth: number): SelectorPart {
    if (this.#text.peek() === ':') throw new UnjudgedSelector('a pseudo-element is no element');
    const name = this.#text.name()?.toLowerCase();
    if (name === undefined) throw new UnjudgedSelector('a pseudo-class is not named');
    if (!this.#text.take('(')) {
      // What a selector for a whole document is about.
      if (name === 'scope') return { is: 'plain', text: ':root' };
      const is = VALUE_STATES.test(name) ? 'value-state' : 'plain';
      return { is, text: this.#text.since(start) };
    }
    const list = Object.hasOwn(LISTS, name) ? LISTS[name] : undefined;
    if (list !== undefined) {
      const inner = this.list(depth + 1, list === 'has');
      this.#end();
      return { is: list, list: inner };
    }
    if (NTH.test(name)) return this.#nth(start, name, depth);
    if (!PLACES.test(name)) throw new UnjudgedSelector(`:${name}() is not known`);
    while (/[-+\w \t\n,"']/u.test(this.#text.peek())) this.#text.skip();
    this.#end();
    return { is: 'plain', text: this.#text.since(start) };
  }

  #nth(start: number, name: string, depth: number): SelectorPart {
    const from = this.#text.at;
    while (/[-+\dnevoNEVOD \td\n]/u.test(this.#text.peek())) {
      // `of` begins with a letter that `odd` begins with too.
      if (/o/iu.test(this.#text.peek()) && /f/iu.test(this.#text.peek(1))) break;
      this.#text.skip();
    }
    const place = placeOf(this.#text.since(from));
    if (this.#text.peek() === ')') {
      this.#end();
      return { is: 'plain', text: this.#text.since(start) };
    }
    if (place === undefined || this.#text.name()?.toLowerCase() !== 'of')
      throw new UnjudgedSelector(`:${name}() is not understood`);
    const list = this.list(depth + 1, false);
    this.#end();
    return { is: 'nth', ...place, fromEnd: name.includes('last'), list };
  }

  #end(): void {
    this.#text.space();
    if (!this.#text.take(')')) throw new UnjudgedSelector('a bracket is not closed');
  }
}

/** An+B of CSS Syntax 3. */
function placeOf(text: string): { readonly step: number; readonly offset: number } | undefined {
  const said = text.replace(/\s+/gu, '').toLowerCase();
  if (said === 'odd') return { step: 2, offset: 1 };
  if (said === 'even') return { step: 2, offset: 0 };
  const [whole, sign, step, offset, only] = /^(?:([-+]?)(\d*)n([-+]\d+)?|([-+]?\d+))$/u.exec(said) ?? [];
  if (whole === undefined) return undefined;
  if (only !== undefined) return { step: 0, offset: Number(only) };
  return { step: Number(`${sign ?? ''}${step === '' ? '1' : (step ?? '1')}`), offset: Number(offset ?? 0) };
}
