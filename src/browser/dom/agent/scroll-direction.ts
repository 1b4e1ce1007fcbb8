import { heightOf, intersect, widthOf, type Rect } from './rects.js';

/** Where something stands: in view, or in which direction scrolling finds it. The host has the words for it. */
export type ScrollDirection = 1 | 2 | 3 | 4 | 5;
export const IN_VIEW = 1;
const [ABOVE, BELOW, LEFT, RIGHT] = [2, 3, 4, 5] as const;

/** `window`: the part of the viewport through which it can be seen, by the boxes around it. */
export function scrollDirectionOf(rect: Rect, window: Rect, view: Rect): ScrollDirection {
  const shown = intersect(window, view);
  const isOpen = widthOf(shown) > 0 && heightOf(shown) > 0;
  const [what, where] = isOpen ? [rect, shown] : [window, view];
  if (what.bottom <= where.top) return ABOVE;
  if (what.top >= where.bottom) return BELOW;
  if (what.right <= where.left) return LEFT;
  if (what.left >= where.right) return RIGHT;
  return isOpen ? IN_VIEW : BELOW;
}
