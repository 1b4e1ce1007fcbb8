import { boundingRect, flatParent } from './dom-primordials.js';
import { EVERYWHERE, areaOf, intersect, type Rect } from './rects.js';
import { containsPaint, hidesOverflow, paddingBox, scrollsOverflow } from './scroll-reach.js';
import type { Styles } from './styles.js';
import { containsFixed, isCanvas } from './inherited-style.js';

interface Window {
  readonly rect: Rect;
  /** The innermost box that scrolls this. */
  readonly scroller: Element | undefined;
}

const OPEN: Window = { rect: EVERYWHERE, scroller: undefined };

/** Through which part of the viewport what is in an element can be seen now, as it is scrolled. */
export class VisibleWindows {
  readonly #styles: Styles;
  readonly #known = new Map<Element, Window>();

  constructor(styles: Styles) {
    this.#styles = styles;
  }

  of(element: Element): Rect {
    return this.#within(element).rect;
  }

  /** Through which part of the viewport the element itself can be seen. */
  around(element: Element): Rect {
    return this.#outside(element).rect;
  }

  /** The innermost box that scrolls what is in an element. */
  scrollerOf(element: Element): Element | undefined {
    return this.#within(element).scroller;
  }

  scrollerAround(element: Element): Element | undefined {
    return this.#outside(element).scroller;
  }

  /** Scrolled out of the box that it stands in: what is painted there has nothing to do with it. */
  hasScrolledOut(element: Element, rect: Rect): boolean {
    const window = this.of(element);
    return window !== EVERYWHERE && areaOf(intersect(rect, window)) < areaOf(rect) / 2;
  }

  #within(element: Element): Window {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const outer = this.#outside(element);
    const found = this.#clipped(element, outer);
    this.#known.set(element, found);
    return found;
  }

  #clipped(element: Element, outer: Window): Window {
    const style = this.#styles.of(element);
    const { overflowX, overflowY } = style;
    const contains = containsPaint(style);
    if ((!contains && overflowX === 'visible' && overflowY === 'visible') || isCanvas(element, this.#styles))
      return outer;
    const { box, x, y } = paddingBox(element, boundingRect(element));
    const clipsX = x && (contains || hidesOverflow(overflowX) || scrollsOverflow(overflowX));
    const clipsY = y && (contains || hidesOverflow(overflowY) || scrollsOverflow(overflowY));
    const rect = intersect(outer.rect, {
      left: clipsX ? box.left : -Infinity,
      top: clipsY ? box.top : -Infinity,
      right: clipsX ? box.right : Infinity,
      bottom: clipsY ? box.bottom : Infinity,
    });
    const scrolls = (clipsX && scrollsOverflow(overflowX)) || (clipsY && scrollsOverflow(overflowY));
    return { rect, scroller: scrolls ? element : outer.scroller };
  }

  /** Boxes that are out of the flow leave those around them that do not contain them. */
  #outside(element: Element): Window {
    const { position } = this.#styles.of(element);
    for (let up = flatParent(element); up !== null; up = flatParent(up)) {
      const style = this.#styles.of(up);
      const holds =
        (position !== 'fixed' && (position !== 'absolute' || style.position !== 'static')) || containsFixed(style);
      if (holds) return this.#within(up);
    }
    return OPEN;
  }
}
