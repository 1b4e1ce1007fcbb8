import { parseColour } from './colours.js';
import {
  boundingRect,
  closest,
  comparePosition,
  documentBody,
  documentElement,
  documentQueryAll,
  flatParent,
  forEachFlatChild,
  isElement,
  matchesSelector,
} from './dom-primordials.js';
import { hitAt, holds } from './hit-test.js';
import { containsFixed } from './inherited-style.js';
import { areaOf, intersect, viewport } from './rects.js';
import type { Styles } from './styles.js';

interface Cover {
  readonly element: Element;
  /** It is only a generated part of the element. */
  readonly part?: '::before' | '::after';
  /** In the browser's top layer, above everything else. */
  readonly isTop: boolean;
  readonly z: number;
}

const MAX_LOOKED_AT = 80;
const WHOLE = 0.95;
const TOP_LAYER = ':modal, :popover-open';
const PARTS = ['::before', '::after'] as const;

/** Opaque sheets that fill the view and stay while the page scrolls: whatever is behind them never comes into sight. */
export class PageCovers {
  readonly #styles: Styles;
  readonly #known = new Map<Element, boolean>();
  #covers: readonly Cover[] | undefined;

  constructor(styles: Styles) {
    this.#styles = styles;
  }

  hide(element: Element): boolean {
    this.#covers ??= this.#find();
    if (this.#covers.length === 0) return false;
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const found = this.#covers.some(
      (cover) => (cover.part !== undefined || !holds(cover.element, element)) && !this.#isAbove(element, cover),
    );
    this.#known.set(element, found);
    return found;
  }

  #find(): readonly Cover[] {
    const tops = [...documentQueryAll(document, TOP_LAYER)];
    const { right, bottom } = viewport();
    const looked = new Set<Element>(tops);
    for (let up = hitAt(right / 2, bottom / 2); up !== null; up = flatParent(up)) looked.add(up);
    const body = documentBody(document);
    const add = (outer: Element, deeper: boolean): void => {
      forEachFlatChild(outer, (child) => {
        if (!isElement(child) || looked.size > MAX_LOOKED_AT) return;
        looked.add(child);
        if (deeper) add(child, false);
      });
    };
    if (body !== null) add(body, true);
    const covers = [...looked].flatMap((element) => {
      const isTop = tops.includes(element);
      return this.#isCover(element, isTop) ? [{ element, isTop, z: this.#zOf(element) }] : [];
    });
    return [...covers, ...[documentElement(document), body].flatMap((element) => this.#generatedCovers(element))];
  }

  #isCover(element: Element, isTop: boolean): boolean {
    const style = this.#styles.of(element);
    // The ground behind a modal dialog or a popover fills the view by itself.
    if (isTop && this.#fills(this.#styles.pseudo(element, '::backdrop'))) return true;
    if (style.position !== 'fixed' || style.visibility !== 'visible') return false;
    const view = viewport();
    if (areaOf(intersect(boundingRect(element), view)) < areaOf(view) * WHOLE) return false;
    let opacity = parseColour(style.backgroundColor)?.a ?? 0;
    for (let up: Element | null = element; up !== null && opacity >= 0.9; up = flatParent(up)) {
      const around = this.#styles.of(up);
      opacity *= Number(around.opacity);
      const isPlain = around.clipPath === 'none' && around.maskImage === 'none' && around.mixBlendMode === 'normal';
      if (!isPlain || around.display === 'none' || around.filter !== 'none') return false;
      // What is fixed in a box that was moved scrolls with that box.
      if (up !== element && !isTop && (containsFixed(around) || Number(around.zIndex) < 0)) return false;
    }
    return opacity >= 0.9 && !(Number(style.zIndex) < 0);
  }

  /** Sheets that a style sheet lays over the page, with no element of their own. */
  #generatedCovers(element: Element | null): readonly Cover[] {
    if (element === null) return [];
    return PARTS.flatMap((part) => {
      const style = this.#styles.pseudo(element, part);
      const isPainted = style.content !== 'none' && style.content !== 'normal' && this.#fills(style);
      const z = style.zIndex === 'auto' ? 0 : Number(style.zIndex);
      return isPainted && z >= 0 ? [{ element, part, isTop: false, z }] : [];
    });
  }

  #fills(style: CSSStyleDeclaration): boolean {
    const { width, height, left, top } = style;
    const { right, bottom } = viewport();
    const [x, y] = [Number.parseFloat(left), Number.parseFloat(top)];
    const box = { left: x, top: y, right: x + Number.parseFloat(width), bottom: y + Number.parseFloat(height) };
    const isPlain = style.display !== 'none' && style.visibility === 'visible' && style.transform === 'none';
    if (style.position !== 'fixed' || !isPlain || style.clipPath !== 'none' || style.maskImage !== 'none') return false;
    const alpha = (parseColour(style.backgroundColor)?.a ?? 0) * Number(style.opacity);
    return alpha >= 0.9 && areaOf(intersect(box, viewport())) >= right * bottom * WHOLE;
  }

  /** Painted after the cover, as far as positions tell: in doubt it is. */
  #isAbove(element: Element, cover: Cover): boolean {
    const top = closest(element, TOP_LAYER);
    if (top !== null) return true;
    if (cover.isTop) return false;
    for (let up: Element | null = element; up !== null && !holds(up, cover.element); up = flatParent(up)) {
      const { position, zIndex, transform, opacity, filter } = this.#styles.of(up);
      const isLifted = position !== 'static' || zIndex !== 'auto' || transform !== 'none' || filter !== 'none';
      if (!isLifted && opacity === '1') continue;
      const own = zIndex === 'auto' ? 0 : Number(zIndex);
      const isAfter = (comparePosition(cover.element, up) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      const follows = isAfter && cover.part !== '::after';
      if (own > cover.z || (own === cover.z && follows)) return true;
    }
    return false;
  }

  /** Of the outermost box that is stacked as a whole. */
  #zOf(element: Element): number {
    let z = 0;
    for (let up: Element | null = element; up !== null; up = flatParent(up)) {
      const { zIndex } = this.#styles.of(up);
      if (zIndex !== 'auto' && !matchesSelector(up, 'html, body')) z = Number(zIndex);
    }
    return z;
  }
}
