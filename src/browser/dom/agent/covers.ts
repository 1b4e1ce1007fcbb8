import { parseColour } from './colours.js';
import { hitAt, holds, isPaintedOver } from './hit-test.js';
import { boundingRect, comparePosition, flatParent } from './dom-primordials.js';
import { EVERYWHERE, areaOf, heightOf, intersect, viewport, widthOf, type Rect } from './rects.js';
import { Overlays } from './overlays.js';
import { PageCovers } from './page-covers.js';
import type { Styles } from './styles.js';
import type { VisibleWindows } from './visible-windows.js';

const MAX_HIT_TESTS = 300;
/** Counted apart: icons must not use up what texts need. */
const MAX_BOX_TESTS = 150;

/** Whether something opaque lies over text. Hit tests are made only inside the visible part of every box around it. */
export class Covers {
  readonly #styles: Styles;
  readonly #windows: VisibleWindows;
  readonly #sheets: Overlays;
  readonly #page: PageCovers;
  /** One hit test per element: its texts lie beside each other. */
  readonly #hit = new Map<Element, boolean>();
  readonly #lids = new Map<Element, Element | undefined>();
  #hitTests = 0;
  #boxTests = 0;

  constructor(styles: Styles, windows: VisibleWindows) {
    this.#styles = styles;
    this.#windows = windows;
    this.#sheets = new Overlays(styles, windows);
    this.#page = new PageCovers(styles);
  }

  cover(element: Element, rect: Rect, inView: boolean): boolean {
    const window = this.#windows.of(element);
    const isOut = window !== EVERYWHERE && areaOf(intersect(rect, window)) < areaOf(rect) / 2;
    if (isOut ? this.#isShut(element) : inView && this.#isHit(element, intersect(rect, window))) return true;
    return this.#sheets.cover(element, rect) || (!inView && this.#page.hide(element));
  }

  /** For what has no text that could be judged: icons, signs, fields. */
  coversBox(element: Element, rect: Rect): boolean {
    const seen = intersect(intersect(rect, this.#windows.of(element)), viewport());
    const isIn = widthOf(seen) >= 1 && heightOf(seen) >= 1;
    return isIn && this.#boxTests++ < MAX_BOX_TESTS && isPaintedOver(element, seen, this.#styles);
  }

  #isHit(element: Element, rect: Rect): boolean {
    const known = this.#hit.get(element);
    if (known !== undefined) return known;
    const found = this.#hitTests++ < MAX_HIT_TESTS && isPaintedOver(element, rect, this.#styles);
    this.#hit.set(element, found);
    return found;
  }

  /** What was scrolled out of a box is covered where its whole window is, now and after scrolling. */
  #isShut(element: Element): boolean {
    let scroller = this.#windows.scrollerOf(element);
    for (; scroller !== undefined; scroller = this.#windows.scrollerAround(scroller)) {
      const lid = this.#lidOf(scroller);
      if (lid !== undefined && !holds(lid, element) && !this.#isAbove(element, lid)) return true;
    }
    return false;
  }

  #lidOf(scroller: Element): Element | undefined {
    if (this.#lids.has(scroller)) return this.#lids.get(scroller);
    const window = intersect(this.#windows.of(scroller), viewport());
    const isJudged = widthOf(window) >= 1 && heightOf(window) >= 1 && this.#hitTests++ < MAX_HIT_TESTS;
    const found = isJudged ? this.#lidIn(scroller, window) : undefined;
    this.#lids.set(scroller, found);
    return found;
  }

  #lidIn(scroller: Element, window: Rect): Element | undefined {
    const hit = hitAt((window.left + window.right) / 2, (window.top + window.bottom) / 2);
    if (hit === null) return undefined;
    if (!holds(scroller, hit)) return isPaintedOver(scroller, window, this.#styles) ? hit : undefined;
    // Inside the box only what does not scroll with it stays over its content.
    for (let up: Element | null = hit; up !== null && up !== scroller; up = flatParent(up)) {
      const { position, backgroundColor, opacity } = this.#styles.of(up);
      const stays = position === 'sticky' || position === 'fixed';
      const isOpaque = (parseColour(backgroundColor)?.a ?? 0) * Number(opacity) >= 0.9;
      if (stays && isOpaque && areaOf(intersect(boundingRect(up), window)) >= areaOf(window) * 0.9) return up;
    }
    return undefined;
  }

  /** Is the element painted after the lid, as cards are that slide over the one before? */
  #isAbove(element: Element, lid: Element): boolean {
    const z = this.#zOf(lid);
    for (let up: Element | null = element; up !== null && !holds(up, lid); up = flatParent(up)) {
      if (this.#styles.of(up).position === 'static') continue;
      const own = this.#zOf(up);
      const follows = (comparePosition(lid, up) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      if (own > z || (own === z && follows)) return true;
    }
    return false;
  }

  #zOf(element: Element): number {
    const { zIndex } = this.#styles.of(element);
    return zIndex === 'auto' ? 0 : Number(zIndex);
  }
}
