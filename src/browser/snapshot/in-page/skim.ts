import { boundingRect, documentQueryAll, flatParent, localName, shadowRootOf } from './natives.js';
import { inViewport } from './rects.js';
import type { Entered } from './surroundings.js';

const WORTH =
  'h1,h2,h3,h4,h5,h6,[role],button,input,select,textarea,summary,dialog,main,nav,header,footer,aside,iframe,[onclick],[tabindex],[contenteditable]';

/**
 * A page much longer than the budget is not read in full: outside the viewport each kind of content has a quota, and
 * when text is used up only what leads to headings, landmarks and controls is still visited.
 */
export class Skim {
  readonly #quota: number;
  #text = 0;
  #links = 0;
  #controls = 0;
  #worth: Set<Element> | undefined;
  #withLinks = true;

  constructor(quota: number) {
    this.#quota = quota;
  }

  spentText(length: number, inView: boolean): void {
    if (!inView) this.#text += length;
  }

  spentAction(role: string, length: number, inView: boolean): void {
    if (inView) return;
    if (role === 'link') this.#links += length;
    else this.#controls += length;
  }

  textIsUsedUp(): boolean {
    return this.#text > this.#quota;
  }

  isFar(element: Element, already: boolean, { display, position }: Entered): boolean {
    if (!this.textIsUsedUp()) return false;
    if (position === 'fixed' || position === 'absolute' || position === 'sticky')
      return !inViewport(boundingRect(element));
    if (already || display === 'contents') return already;
    return display !== 'inline' && !inViewport(boundingRect(element));
  }

  /** Only asked where everything is outside the viewport. */
  passesOver(element: Element, far: boolean): boolean {
    if (!far || !this.textIsUsedUp()) return false;
    if (this.#links > this.#quota && this.#controls > this.#quota)
      return !/^h[1-6]$/u.test(localName(element)) && !this.#leads(element);
    return shadowRootOf(element) === null && !this.#leads(element);
  }

  #leads(element: Element): boolean {
    const links = this.#links <= this.#quota;
    if (this.#worth === undefined || links !== this.#withLinks) {
      this.#withLinks = links;
      this.#worth = collect(links ? `${WORTH},a[href]` : WORTH);
    }
    return this.#worth.has(element);
  }
}

function collect(selector: string): Set<Element> {
  const worth = new Set<Element>();
  for (const found of documentQueryAll(document, selector)) {
    for (let up: Element | null = found; up !== null && !worth.has(up); up = flatParent(up)) worth.add(up);
  }
  return worth;
}
