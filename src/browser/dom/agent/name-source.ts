import { blankSpans } from './blank-text.js';
import {
  attribute,
  byId,
  forEachFlatChild,
  hasAttribute,
  isButton,
  isElement,
  isText,
  textData,
} from './dom-primordials.js';
import type { NameSource } from './native-names.js';
import { parted } from './hidden-spans.js';
import type { InheritedStyle } from './inherited-style.js';
import { labelsOf } from './labels.js';
import { hasWord, lettersOf } from './letters.js';
import type { Visibility } from './visibility.js';

/** What is in the elements that name another: its labels, or what `aria-labelledby` refers to. */
export interface SourceText {
  readonly seen: string;
  /** Words that nobody can see, and that the name may carry. */
  readonly unseen: readonly string[];
  /** Why they cannot be seen. Undefined: they are meant for screen readers. */
  readonly why: string | undefined;
}

const MAX_SOURCES = 20;
const MAX_NODES = 300;

/** Undefined: the name is not somebody else's text. */
export function sourceText(visibility: Visibility, element: Element, from: NameSource): SourceText | undefined {
  const sources = sourcesOf(element, from);
  if (sources.length === 0) return undefined;
  const reader = new SourceReader(visibility, element);
  for (const source of sources) reader.source(source);
  return reader;
}

function sourcesOf(element: Element, from: NameSource): readonly Element[] {
  if (from === 'native') return isButton(element) ? [] : labelsOf(element);
  if (from !== 'labelledby') return [];
  const ids = (attribute(element, 'aria-labelledby') ?? '').trim().split(/\s+/u).slice(0, MAX_SOURCES);
  return ids.flatMap((id) => byId(element, id) ?? []);
}

class SourceReader implements SourceText {
  seen = '';
  readonly unseen: string[] = [];
  why: string | undefined;
  readonly #visibility: Visibility;
  readonly #named: Element;
  #nodes = 0;

  constructor(visibility: Visibility, named: Element) {
    this.#visibility = visibility;
    this.#named = named;
  }

  source(element: Element): void {
    const { inner, unseen } = this.#visibility.enter(element, this.#visibility.around(element));
    this.#element(element, inner, unseen, unseen !== undefined);
    this.seen += ' ';
  }

  /** What is not displayed counts only in a source that is itself hidden. */
  #element(element: Element, inner: InheritedStyle, unseen: string | undefined, hiddenCounts: boolean): void {
    this.#alternatives(element, inner, unseen);
    forEachFlatChild(element, (child) => {
      if ((this.#nodes += 1) > MAX_NODES || child === this.#named) return;
      if (isText(child)) this.#text(child, element, inner, unseen);
      else if (isElement(child)) {
        const entered = this.#visibility.enter(child, inner);
        if (entered.inner.why === 'not displayed' && !hiddenCounts) return;
        this.#element(child, entered.inner, entered.unseen, hiddenCounts);
      }
    });
  }

  #alternatives(element: Element, inner: InheritedStyle, unseen: string | undefined): void {
    const label = attribute(element, 'aria-label') ?? '';
    if (hasWord(label)) this.unseen.push(label);
    const alt = hasAttribute(element, 'alt') ? (attribute(element, 'alt') ?? '') : '';
    if (!hasWord(alt)) return;
    if (unseen === undefined) this.seen += ` ${alt} `;
    else this.#hide(alt, unseen, inner);
  }

  #text(node: Text, element: Element, inner: InheritedStyle, unseen: string | undefined): void {
    const data = textData(node);
    if (!hasWord(data)) {
      this.seen += ' ';
      return;
    }
    const shown = unseen === undefined ? this.#visibility.text(node, element, inner) : undefined;
    const why = unseen ?? shown?.why;
    if (why !== undefined) {
      this.#hide(data, why, inner);
      return;
    }
    const parts = parted(data, [...blankSpans(node), ...(shown?.blank ?? []), ...(shown?.cut ?? [])]);
    this.seen += parts.seen;
    if (hasWord(parts.unseen)) this.#hide(parts.unseen, 'not painted', inner);
  }

  #hide(text: string, why: string, inner: InheritedStyle): void {
    this.unseen.push(text);
    if (!inner.isForScreenReaders) this.why ??= why;
  }
}

/** Fewer letters say nothing, and a thin letter alone in its box can look like one that is not painted. */
const MIN_LETTERS = 3;

/** Are some of the words that nobody can see in this name? */
export function carriesUnseen(name: string, { unseen, seen }: SourceText): boolean {
  const [said, read] = [lettersOf(name), lettersOf(seen)];
  if (said === read) return false;
  const carried = unseen.map(lettersOf).filter((text) => said.includes(text) && !read.includes(text));
  return carried.join('').length >= MIN_LETTERS;
}
