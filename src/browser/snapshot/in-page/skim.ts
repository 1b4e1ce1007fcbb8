import { boundingRect, documentQueryAll, flatParent, shadowRootOf } from './natives.js';
import { inViewport } from './rects.js';
import type { Entered } from './surroundings.js';

type Kind = 'text' | 'link' | 'control' | 'heading';

const SELECTORS: Readonly<Record<Exclude<Kind, 'text'>, string>> = {
  link: 'a[href],area[href],[role=link]',
  control: `button,input,select,textarea,summary,iframe,[onclick],[tabindex],[contenteditable],[role=button],
    [role=checkbox],[role=combobox],[role=listbox],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],
    [role=option],[role=radio],[role=searchbox],[role=slider],[role=spinbutton],[role=switch],[role=tab],[role=textbox],
    [role=treeitem]`,
  heading: `h1,h2,h3,h4,h5,h6,main,nav,header,footer,aside,dialog,[role=heading],[role=dialog],[role=alertdialog],
    [role=alert],[role=navigation],[role=main],[role=region],[role=search],[role=form]`,
};

/**
 * A page much longer than the budget is not read in full: outside the viewport each kind of content has a quota, and
 * when text is used up only what leads to a kind that is not is still visited.
 */
export class Skim {
  readonly #quota: number;
  readonly #spent: Record<Kind, number> = { text: 0, link: 0, control: 0, heading: 0 };
  #worth = new Set<Element>();
  #sought = 'nothing yet';

  constructor(quota: number) {
    this.#quota = quota;
  }

  spend(kind: Kind, length: number, inView: boolean): void {
    if (!inView) this.#spent[kind] += length;
  }

  spendOn(role: string, acts: boolean, length: number, inView: boolean): void {
    this.spend(acts ? (role === 'link' ? 'link' : 'control') : 'heading', length, inView);
  }

  textIsUsedUp(): boolean {
    return this.#spent.text > this.#quota;
  }

  isFar(element: Element, already: boolean, { display, position }: Entered): boolean {
    if (!this.#isUsedUp()) return false;
    if (position === 'fixed' || position === 'absolute' || position === 'sticky') {
      return !inViewport(boundingRect(element));
    }
    if (already || display === 'contents') return already;
    return display !== 'inline' && !inViewport(boundingRect(element));
  }

  /** Only asked where everything is outside the viewport. */
  passesOver(element: Element, far: boolean): boolean {
    return far && this.#isUsedUp() && !this.#leads(element) && (shadowRootOf(element) === null || this.#sought === '');
  }

  /** A page may be all text, or all buttons. */
  #isUsedUp(): boolean {
    const { text, link, control, heading } = this.#spent;
    return text > this.#quota || link > this.#quota || control > this.#quota || heading > this.#quota;
  }

  #leads(element: Element): boolean {
    const left = (['link', 'control', 'heading'] as const).filter((kind) => this.#spent[kind] <= this.#quota);
    const sought = this.textIsUsedUp() ? left.map((kind) => SELECTORS[kind]).join() : `*:not(${passed(left)})`;
    if (sought !== this.#sought) {
      this.#sought = sought;
      this.#worth = sought === '' ? new Set() : collect(sought);
    }
    return this.#worth.has(element);
  }
}

function passed(left: readonly string[]): string {
  const used = (['link', 'control', 'heading'] as const).filter((kind) => !left.includes(kind));
  return used.map((kind) => SELECTORS[kind]).join();
}

function collect(selector: string): Set<Element> {
  const worth = new Set<Element>();
  for (const found of documentQueryAll(document, selector)) {
    for (let up: Element | null = found; up !== null && !worth.has(up); up = flatParent(up)) worth.add(up);
  }
  return worth;
}
