import { boundingRect, matchesSelector, querySelector, anyShadowRootOf } from './dom-primordials.js';
import { inViewport } from './rects.js';
import type { Entered } from './inherited-style.js';
import type { Styles } from './styles.js';

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

const KINDS = ['link', 'control', 'heading'] as const;

/**
 * A page much longer than the budget is not read in full: outside the viewport each kind of content has a quota. A kind
 * whose quota is used up is skipped; when that of text is, the walk visits only elements that contain one of the other kinds.
 * Text comes last, so it gets what the rest leaves; of the rest only half counts, because the ends of long lists come later.
 */
export class WalkBudget {
  readonly #quota: number;
  readonly #spent: Record<Exclude<Kind, 'text'>, number> = { link: 0, control: 0, heading: 0 };
  #text = 0;
  /** How many kinds are used up. */
  #used = 0;
  /** A selector for the kinds that are skipped while text is still taken. */
  #passed = '';
  /** A selector for the kinds that are still looked for when text is used up. */
  #sought = '';

  constructor(quota: number) {
    this.#quota = quota;
  }

  spend(kind: Kind, length: number, inView: boolean): void {
    if (kind === 'text' || inView) this.#text += length;
    else {
      this.#spent[kind] += length;
      this.#text += length / 2;
    }
    const used = KINDS.filter((one) => this.#spent[one] > this.#quota).length + (this.textIsUsedUp() ? 1 : 0);
    if (used > this.#used) this.#useUp(used);
  }

  spendOn(role: string, acts: boolean, length: number, inView: boolean): void {
    this.spend(acts ? (role === 'link' ? 'link' : 'control') : 'heading', length, inView);
  }

  #useUp(count: number): void {
    const used = KINDS.filter((kind) => this.#spent[kind] > this.#quota);
    const left = KINDS.filter((kind) => !used.includes(kind));
    this.#used = count;
    this.#passed = used.map((kind) => SELECTORS[kind]).join();
    this.#sought = left.map((kind) => SELECTORS[kind]).join();
  }

  textIsUsedUp(): boolean {
    return this.#text > this.#quota;
  }

  isFar(element: Element, already: boolean, { display, position }: Entered): boolean {
    if (this.#used === 0) return false;
    if (position === 'fixed' || position === 'absolute' || position === 'sticky') {
      return !inViewport(boundingRect(element));
    }
    if (already || display === 'contents') return already;
    return display !== 'inline' && !inViewport(boundingRect(element));
  }

  passesOver(element: Element, far: boolean, styles: Styles): boolean {
    if (this.#used === 0) return false;
    return far ? this.#passesOverFar(element) : this.textIsUsedUp() && this.#passesOverRest(element, styles);
  }

  /** For what begins outside the viewport, in something that does not: the later rows of a long table. */
  #passesOverRest(element: Element, styles: Styles): boolean {
    const rect = boundingRect(element);
    // Without a box of its own it is as its parent is.
    const hasBox = rect.width > 0 || rect.height > 0;
    return hasBox && !inViewport(rect) && this.#passesOverFar(element) && styles.of(element).display !== 'inline';
  }

  /** Only asked where everything is outside the viewport. */
  #passesOverFar(element: Element): boolean {
    if (!this.textIsUsedUp()) return matchesSelector(element, this.#passed);
    if (this.#sought === '') return true;
    return (
      anyShadowRootOf(element) === null &&
      !matchesSelector(element, this.#sought) &&
      querySelector(element, this.#sought) === null
    );
  }
}
