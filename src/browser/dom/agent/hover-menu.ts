import { checkVisibility, querySelector } from './dom-primordials.js';

const INSIDE = 'ul a[href], ol a[href], div a[href]';

/** An item whose links come only when the pointer is on it, by style alone: nothing else says that it can be hovered. */
export function holdsHoverMenu(element: Element, role: string): boolean {
  if (role !== 'listitem') return false;
  const link = querySelector(element, INSIDE);
  return link !== null && !checkVisibility(link, { opacityProperty: true, visibilityProperty: true });
}
