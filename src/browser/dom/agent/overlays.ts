import { parseColour } from './colours.js';
import {
  boundingRect,
  flatParent,
  forEachFlatChild,
  isElement,
  localName,
  nextSibling,
  previousSibling,
} from './dom-primordials.js';
import { areaOf, intersect, type Rect } from './rects.js';
import { scrollsOverflow } from './scroll-reach.js';
import type { Styles } from './styles.js';
import type { VisibleWindows } from './visible-windows.js';

const PICTURES = new Set(['img', 'video', 'canvas', 'iframe', 'object', 'embed']);
const MAX_SIBLINGS = 4;
const MAX_LEVELS = 4;

interface Beside {
  readonly after: readonly Sheet[];
  readonly before: readonly Sheet[];
}

const NONE: readonly Sheet[] = [];

interface Sheet {
  readonly rect: Rect;
  readonly z: number;
}

/**
 * Opaque boxes that lie over text by their position alone, for where a hit test cannot tell: below the fold, and under
 * sheets that let clicks through.
 */
export class Overlays {
  readonly #styles: Styles;
  readonly #windows: VisibleWindows;
  readonly #known = new Map<Element, Sheet | null>();
  readonly #around = new Map<Element, Beside>();

  constructor(styles: Styles, windows: VisibleWindows) {
    this.#styles = styles;
    this.#windows = windows;
  }

  cover(element: Element, text: Rect): boolean {
    let inner = element;
    let rect = text;
    let z = this.#zOf(element);
    for (let level = 0; level < MAX_LEVELS; level += 1) {
      const parent = flatParent(inner);
      if (parent === null) return false;
      rect = this.#throughWindow(inner, rect);
      if (this.#amongSiblings(inner, rect, z)) return true;
      inner = parent;
      z = Math.max(z, this.#zOf(inner));
    }
    return false;
  }

  /** Outside a box that scrolls, text lies where its window is: what it was scrolled out of hides it no more. */
  #throughWindow(inner: Element, rect: Rect): Rect {
    const { overflowX, overflowY } = this.#styles.of(inner);
    if (!scrollsOverflow(overflowX) && !scrollsOverflow(overflowY)) return rect;
    const window = this.#windows.of(inner);
    const shown = intersect(rect, window);
    return areaOf(shown) >= areaOf(rect) / 2 ? shown : window;
  }

  #amongSiblings(inner: Element, rect: Rect, z: number): boolean {
    const { after, before } = this.#beside(inner);
    // What comes before is painted below unless it was lifted.
    return (
      after.some((sheet) => sheet.z >= z && covers(sheet.rect, rect)) ||
      before.some((sheet) => sheet.z > z && covers(sheet.rect, rect))
    );
  }

  #beside(inner: Element): Beside {
    const known = this.#around.get(inner);
    if (known !== undefined) return known;
    const found = { after: this.#along(inner, nextSibling), before: this.#along(inner, previousSibling) };
    this.#around.set(inner, found);
    return found;
  }

  #along(inner: Element, next: (node: Node) => Node | null): readonly Sheet[] {
    let sheets: Sheet[] | undefined;
    let looked = 0;
    for (let sibling = next(inner); sibling !== null && looked < MAX_SIBLINGS; sibling = next(sibling)) {
      if (!isElement(sibling)) continue;
      looked += 1;
      const sheet = this.#sheetAt(sibling, 0);
      if (sheet !== null) (sheets ??= []).push(sheet);
    }
    return sheets ?? NONE;
  }

  #sheetAt(element: Element, depth: number): Sheet | null {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    let found = this.#sheet(element);
    if (found === null && depth < 1) {
      let looked = 0;
      forEachFlatChild(element, (child) => {
        if (found === null && isElement(child) && (looked += 1) < 3) found = this.#sheetAt(child, depth + 1);
      });
    }
    this.#known.set(element, found);
    return found;
  }

  #sheet(element: Element): Sheet | null {
    const style = this.#styles.of(element);
    const { position } = style;
    // What stays while the page scrolls hides nothing for good.
    if (position !== 'absolute' && position !== 'relative' && !(position === 'static' && this.#isItem(element)))
      return null;
    const paints = PICTURES.has(localName(element)) || (parseColour(style.backgroundColor)?.a ?? 0) >= 0.9;
    if (!paints || style.visibility !== 'visible' || Number(style.opacity) < 0.9 || style.display === 'none')
      return null;
    return { rect: boundingRect(element), z: this.#zOf(element) };
  }

  /** The items of a grid or a flex box are laid over each other in their order, and lifted, as positioned boxes are. */
  #isItem(element: Element): boolean {
    const parent = flatParent(element);
    return parent !== null && /grid|flex/u.test(this.#styles.of(parent).display);
  }

  #zOf(element: Element): number {
    const { zIndex } = this.#styles.of(element);
    return zIndex === 'auto' ? 0 : Number(zIndex);
  }
}

function covers(sheet: Rect, rect: Rect): boolean {
  const area = areaOf(rect);
  return area > 0 && areaOf(intersect(sheet, rect)) >= area * 0.8;
}
