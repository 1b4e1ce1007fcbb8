import { standInLabel } from './actionable.js';
import { checkVisibility } from './dom-primordials.js';
import { mapPicture } from './inner-control.js';

/** What a person sees in place of a control that has no box of its own: a label, or the picture of an image map. */
export function standInFor(element: Element): Element | undefined {
  const label = standInLabel(element);
  if (label !== undefined) return label;
  const picture = mapPicture(element);
  const isSeen = picture !== undefined && checkVisibility(picture, { opacityProperty: true, visibilityProperty: true });
  return isSeen ? picture : undefined;
}
