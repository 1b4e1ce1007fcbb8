import {
  boundingRect,
  clientHeight,
  clientWidth,
  flatParent,
  localName,
  scrollHeight,
  scrollIntoView,
  scrollWidth,
} from './dom-primordials.js';
import { areaOf, intersect, viewport, type Rect } from './rects.js';

/** Says whether it had to scroll. `anyway`: also when it is in view. */
export function bringIntoView(element: Element, anyway?: 'center' | 'end' | 'start'): boolean {
  const rect = boundingRect(element);
  const shown = intersect(rect, viewport());
  const enough = areaOf(shown) >= Math.min(areaOf(rect), areaOf(viewport())) * 0.9;
  if (enough && anyway === undefined && isReachable(element, shown)) return false;
  const block = anyway ?? 'center';
  scrollIntoView(element, { block, inline: block, behavior: 'instant' });
  return true;
}

/** Not scrolled out of a box on the way. */
function isReachable(element: Element, shown: Rect): boolean {
  for (let up = flatParent(element); up !== null; up = flatParent(up)) {
    if (scrollHeight(up) <= clientHeight(up) && scrollWidth(up) <= clientWidth(up)) continue;
    const { overflowX, overflowY } = getComputedStyle(up);
    if (overflowX === 'visible' && overflowY === 'visible') continue;
    if (flatParent(up) === null || localName(up) === 'body') return true;
    if (areaOf(intersect(shown, boundingRect(up))) < areaOf(shown) * 0.5) return false;
  }
  return true;
}
