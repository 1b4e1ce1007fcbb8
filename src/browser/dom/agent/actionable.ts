import { hasIconClass } from './icon-hints.js';
import { labelsOf } from './labels.js';
import {
  attribute,
  firstChild,
  hasAttribute,
  hasAttributes,
  isInput,
  inputType,
  localName,
  boundingRect,
  checkVisibility,
  tabIndexOf,
} from './dom-primordials.js';
import { INTERACTIVE_ROLES } from './roles.js';
import { isEditingHost } from './states.js';

/** Can a person act on it, as far as the element itself tells? A pointer cursor is judged where styles are read. */
export function isActionable(element: Element, role: string): boolean {
  if (INTERACTIVE_ROLES.has(role)) return localName(element) !== 'option';
  if (!hasAttributes(element)) return false;
  if (hasAttribute(element, 'onclick') || hasAttribute(element, 'onmousedown')) return true;
  if (element instanceof HTMLElement) {
    if (hasAttribute(element, 'tabindex') && tabIndexOf(element) >= 0) return true;
    if (hasAttribute(element, 'contenteditable') && isEditingHost(element)) return true;
  }
  return attribute(element, 'draggable') === 'true' || hasAttribute(element, 'aria-haspopup');
}

/** The visible label through which a person uses a checkbox, radio or file field that is itself hidden. */
export function standInLabel(element: Element): Element | undefined {
  if (!isInput(element) || !/^(?:checkbox|radio|file)$/u.test(inputType(element))) return undefined;
  return labelsOf(element).find((label) => {
    if (!checkVisibility(label, { opacityProperty: true, visibilityProperty: true })) return false;
    const rect = boundingRect(label);
    return rect.width >= 4 && rect.height >= 4;
  });
}

/** A picture inside something clickable that may do something else than its surroundings: a bin in a row. */
export function isIcon(element: Element, tag: string): boolean {
  if (tag === 'svg' || tag === 'img') return true;
  return (tag === 'i' || tag === 'span') && firstChild(element) === null && hasIconClass(element);
}
