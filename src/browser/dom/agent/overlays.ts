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

/** One box around some text. */
interface Level {
  readonly parent: Element | null;
  readonly z: number;
  readonly scrolls: boolean;
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
  readonly #levels = new Map<Element, Level>();
  readonly #holdsItems = new Map<Element, boolean>();

  constructor(styles: Styles, windows: VisibleWindows) {
    this.#styles = styles;
    this.#windows = windows;
  }

  cover(element: Element, text: Rect): boolean {
    let inner = element;
    let rect = text;
    let z = -Infinity;
    for (let count = 0; count < MAX_LEVELS; count += 1) {
      const level = this.#level(inner);
      if (level.parent === null) return false;
      z = Math.max(z, level.z);
      if (level.scrolls) rect = this.#throughWindow(inner, rect);
      if (isAmong(level, rect, z)) return true;
      inner = level.parent;
    }
    return false;
  }

  /** Outside a box that scrolls, text lies where its window is: what it was scrolled out of hides it no more. */
  #throughWindow(inner: Element, rect: Rect): Rect {
    const window = this.#windows.of(inner);
    const shown = intersect(rect, window);
    return areaOf(shown) >= areaOf(rect) / 2 ? shown : window;
  }

  #level(inner: Element): Level {
    const known = this.#levels.get(inner);
    if (known !== undefined) return known;
    const parent = flatParent(inner);
    const { overflowX, overflowY } = this.#styles.of(inner);
    const level: Level = {
      parent,
      z: this.#zOf(inner),
      scrolls: scrollsOverflow(overflowX) || scrollsOverflow(overflowY),
      after: parent === null ? NONE : this.#along(inner, nextSibling),
      before: parent === null ? NONE : this.#along(inner, previousSibling),
    };
    this.#levels.set(inner, level);
    return level;
  }

  #along(inner: Element, next: (node: Node) => Node | null): readonly Sheet[] {
    let sheets: Sheet[] | undefined;
    let visited = 0;
    for (let sibling = next(inner); sibling !== null && visited < MAX_SIBLINGS; sibling = next(sibling)) {
      if (!isElement(sibling)) continue;
      visited += 1;
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
      let visited = 0;
      forEachFlatChild(element, (child) => {
        if (found === null && isElement(child) && (visited += 1) < 3) found = this.#sheetAt(child, depth + 1);
      });
    }
    this.#known.set(element, found);
    return found;
  }

  #sheet(element: Element): Sheet | null {
    const style = this.#styles.of(element);
    const { position } = style;
    // A fixed or sticky box hides text only until the page is scrolled.
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
    if (parent === null) return false;
    const known = this.#holdsItems.get(parent) ?? /grid|flex/u.test(this.#styles.of(parent).display);
    this.#holdsItems.set(parent, known);
    return known;
  }

  #zOf(element: Element): number {
    const { zIndex } = this.#styles.of(element);
    return zIndex === 'auto' ? 0 : Number(zIndex);
  }
}

/** A sheet that comes before in the document is painted below, unless its `z-index` lifts it. */
function isAmong({ after, before }: Level, rect: Rect, z: number): boolean {
  if (after === NONE && before === NONE) return false;
  return (
    after.some((sheet) => sheet.z >= z && covers(sheet.rect, rect)) ||
    before.some((sheet) => sheet.z > z && covers(sheet.rect, rect))
  );
}

function covers(sheet: Rect, rect: Rect): boolean {
  const area = areaOf(rect);
  return area > 0 && areaOf(intersect(sheet, rect)) >= area * 0.8;
}
