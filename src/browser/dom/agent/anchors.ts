import { boundingRect, documentQueryAll, flatParent } from './dom-primordials.js';
import { areaOf, intersect, viewport } from './rects.js';
import type { Styles } from './styles.js';
import type { VisibleWindows } from './visible-windows.js';

const MAX_ELEMENTS = 20_000;
/** Over the edge by less than this is rounding. */
const OVER = 1;

/** Boxes that the browser does not paint because of where their anchor is (CSS Anchor Positioning, position-visibility). */
export class Anchors {
  readonly #styles: Styles;
  readonly #windows: VisibleWindows;
  #named: Map<string, Element> | undefined;

  constructor(styles: Styles, windows: VisibleWindows) {
    this.#styles = styles;
    this.#windows = windows;
  }

  /** Only asked for boxes that are out of the flow. */
  hides(element: Element): boolean {
    const style = this.#styles.of(element);
    const anchor = style.getPropertyValue('position-anchor');
    const visibility = style.getPropertyValue('position-visibility');
    if (visibility.includes('no-overflow') && this.#overflows(element, style)) return true;
    if (!anchor.startsWith('--') || !visibility.includes('anchors-visible')) return false;
    const found = this.#anchors().get(anchor);
    return found !== undefined && this.#isUnseen(found);
  }

  #isUnseen(anchor: Element): boolean {
    if (this.#styles.of(anchor).visibility !== 'visible') return true;
    const rect = boundingRect(anchor);
    return areaOf(rect) > 0 && areaOf(intersect(rect, this.#windows.around(anchor))) <= 0;
  }

  #overflows(element: Element, { position }: CSSStyleDeclaration): boolean {
    let box = viewport();
    if (position === 'absolute') {
      let up = flatParent(element);
      while (up !== null && this.#styles.of(up).position === 'static') up = flatParent(up);
      if (up === null) return false;
      box = boundingRect(up);
    }
    const { left, top, right, bottom } = boundingRect(element);
    return left < box.left - OVER || top < box.top - OVER || right > box.right + OVER || bottom > box.bottom + OVER;
  }

  /** The last of a name counts. Looked for only on pages that place something by a name. */
  #anchors(): ReadonlyMap<string, Element> {
    if (this.#named !== undefined) return this.#named;
    this.#named = new Map();
    for (const element of [...documentQueryAll(document, '*')].slice(0, MAX_ELEMENTS)) {
      const names = this.#styles.of(element).getPropertyValue('anchor-name');
      if (names.startsWith('--')) for (const name of names.split(/,\s*/u)) this.#named.set(name, element);
    }
    return this.#named;
  }
}
