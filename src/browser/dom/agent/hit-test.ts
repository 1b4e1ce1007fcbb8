import { parseColour } from './colours.js';
import { flatParent, hitInDocument, hitInShadow, localName, anyShadowRootOf, boundingRect } from './dom-primordials.js';
import { areaOf, intersect, viewport, type Rect } from './rects.js';
import type { Styles } from './styles.js';

const PICTURES = new Set(['img', 'video', 'canvas', 'iframe', 'object', 'embed']);

/** The innermost element that a click at this point of the viewport would hit, through open shadow roots and closed ones that are known. */
export function hitAt(x: number, y: number): Element | null {
  let hit = hitInDocument(document, x, y);
  for (let depth = 0; hit !== null && depth < 50; depth += 1) {
    const shadow = anyShadowRootOf(hit);
    const inner = shadow === null ? null : hitInShadow(shadow, x, y);
    if (inner === null || inner === hit) return hit;
    hit = inner;
  }
  return hit;
}

export function holds(outer: Element, inner: Element): boolean {
  for (let up: Element | null = inner; up !== null; up = flatParent(up)) if (up === outer) return true;
  return false;
}

/** Is this text painted over by something opaque that moves with it, or that fills the whole view? */
export function isPaintedOver(element: Element, rect: Rect, styles: Styles): boolean {
  const seen = intersect(rect, viewport());
  const hit = hitAt((seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2);
  if (hit === null || hit === element || holds(element, hit) || holds(hit, element)) return false;
  let opaque = false;
  let pinned: Element | undefined;
  for (let up: Element | null = hit; up !== null && !holds(up, element); up = flatParent(up)) {
    const style = styles.of(up);
    // What a mask leaves of it only a picture of the page can tell.
    if (Number(style.opacity) < 0.9 || style.maskImage !== 'none') return false;
    const paints = PICTURES.has(localName(up)) || (parseColour(style.backgroundColor)?.a ?? 0) >= 0.9;
    opaque ||= paints && areaOf(intersect(boundingRect(up), seen)) >= areaOf(seen) * 0.8;
    if (style.position === 'fixed' || style.position === 'sticky') pinned = up;
  }
  if (!opaque) return false;
  // A bar that stays while the page scrolls hides nothing for good; a sheet over the whole view does.
  return pinned === undefined || areaOf(intersect(boundingRect(pinned), viewport())) >= areaOf(viewport()) * 0.9;
}
