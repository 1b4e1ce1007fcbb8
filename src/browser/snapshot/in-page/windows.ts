import { boundingRect, clientHeight, clientLeft, clientTop, clientWidth, flatParent } from './natives.js';
import { EVERYWHERE, areaOf, intersect, type Rect } from './rects.js';
import type { Styles } from './styles.js';
import { containsFixed } from './surroundings.js';

/** Through which part of the viewport what is in an element can be seen now, as it is scrolled. */
export class Windows {
  readonly #styles: Styles;
  readonly #known = new Map<Element, Rect>();

  constructor(styles: Styles) {
    this.#styles = styles;
  }

  of(element: Element): Rect {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const outer = this.#outside(element);
    const { overflowX, overflowY } = this.#styles.of(element);
    const scrolls = /auto|scroll/u.test(`${overflowX} ${overflowY}`) && flatParent(element) !== null;
    const found = scrolls ? intersect(outer, clientBox(element)) : outer;
    this.#known.set(element, found);
    return found;
  }

  /** Scrolled out of the box that it stands in: what is painted there has nothing to do with it. */
  hasScrolledOut(element: Element, rect: Rect): boolean {
    const window = this.of(element);
    return window !== EVERYWHERE && areaOf(intersect(rect, window)) < areaOf(rect) / 2;
  }

  /** Boxes that are out of the flow leave those around them that do not contain them. */
  #outside(element: Element): Rect {
    const { position } = this.#styles.of(element);
    for (let up = flatParent(element); up !== null; up = flatParent(up)) {
      const style = this.#styles.of(up);
      const holds =
        containsFixed(style) || (position !== 'fixed' && (position !== 'absolute' || style.position !== 'static'));
      if (holds) return this.of(up);
    }
    return EVERYWHERE;
  }
}

function clientBox(element: Element): Rect {
  const { left, top, width, height } = boundingRect(element);
  const [wide, high] = [clientWidth(element), clientHeight(element)];
  // Inline boxes have no client size, and do not scroll.
  if ((wide === 0 && width > 0) || (high === 0 && height > 0)) return EVERYWHERE;
  const from = { left: left + clientLeft(element), top: top + clientTop(element) };
  return { ...from, right: from.left + wide, bottom: from.top + high };
}
