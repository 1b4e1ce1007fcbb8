import { isActionable } from './actionable.js';
import { hasClickListener } from './click-listeners.js';
import {
  anyShadowRootOf,
  attribute,
  closest,
  documentQueryAll,
  flatParent,
  firstChild,
  forEachFlatChild,
  hasAttribute,
  isControl,
  isElement,
  isSelect,
  labelControl,
  localName,
  nextSibling,
  querySelector,
  textContent,
} from './dom-primordials.js';
import { linkHref } from './links.js';
import { INTERACTIVE_ROLES, roleOf } from './roles.js';
import { sensitiveKind } from './sensitive.js';
import { isEditingHost, takesText } from './states.js';
import { addCandidate } from './closed-root-candidates.js';

const FRAMES = new Set(['iframe', 'frame', 'object', 'embed', 'fencedframe', 'portal']);
const CONTROLS = 'a[href],area[href],button,input,select,textarea,[role=button],[role=link]';
const MAX_TEXT = 200;
/** Roles that are one field together with the text field inside them. */
const FIELD_ROLES = new Set(['combobox', 'searchbox', 'textbox', 'spinbutton', 'datepicker']);

/** A frame takes input for a document of its own. */
export const isFrame = (element: Element): boolean => FRAMES.has(localName(element));

/** The element takes a click for itself by its kind or role, whether or not a script listens. */
export function isControlByKind(element: Element): boolean {
  if (isControl(element) || linkHref(element) !== undefined || INTERACTIVE_ROLES.has(roleOf(element))) return true;
  const tag = localName(element);
  if (tag === 'video' || tag === 'audio') return hasAttribute(element, 'controls');
  return FRAMES.has(tag) || isEditingHost(element);
}

/** Script seems to wait for a click on it. A whole region that can be focused, or that listens for others, is none. */
function isControlByScript(element: Element): boolean {
  if (hasAttribute(element, 'onclick') || hasAttribute(element, 'onmousedown')) return true;
  if (hasClickListener(element, localName(element)) === 'itself') return true;
  if (!isActionable(element, roleOf(element)) && !startsPointer(element)) return false;
  return querySelector(element, CONTROLS) === null && (textContent(element) ?? '').length <= MAX_TEXT;
}

/** The outermost of what has the hand as its cursor. */
function startsPointer(element: Element): boolean {
  if (getComputedStyle(element).cursor !== 'pointer') return false;
  const parent = flatParent(element);
  return parent === null || getComputedStyle(parent).cursor !== 'pointer';
}

/** What a click on the element sets in motion in place of it: a label's control. */
export function ownControl(element: Element): Element {
  return element instanceof HTMLLabelElement ? (labelControl(element) ?? element) : element;
}

/**
 * The control that takes a click at `hit`, if it is another one than `outer`, which holds it. A control's own words may
 * listen too: they are part of its name, and were judged with it.
 */
export function innerControl(hit: Element, outer: Element, own: Element): Element | undefined {
  const isContainer = !isControlByKind(outer) && !(outer instanceof HTMLLabelElement);
  let byScript: Element | undefined;
  for (let up: Element | null = hit; up !== null && up !== outer; up = flatParent(up)) {
    if (up === own) return undefined;
    if (up instanceof HTMLLabelElement) {
      const control = labelControl(up);
      if (control === own || control === outer) return undefined;
      if (control !== null) return control;
    }
    if (isControlByKind(up)) return isPartOf(up, outer) ? undefined : up;
    if (isContainer && byScript === undefined && isControlByScript(up)) byScript = up;
  }
  return byScript;
}

/** An option of a native select, and the text field of a combobox, are one with it. */
function isPartOf(inner: Element, outer: Element): boolean {
  if (isSelect(outer)) return /^(?:option|optgroup)$/u.test(localName(inner));
  return FIELD_ROLES.has(roleOf(outer)) && takesText(inner) && sensitiveKind(inner) === undefined;
}

/** Where a frame, or another control, lies between a label and what was hit, the label's control is not clicked. */
export function isLabelFor(hit: Element, control: Element): boolean {
  for (let up: Element | null = hit; up !== null; up = flatParent(up)) {
    if (up instanceof HTMLLabelElement) return labelControl(up) === control;
    if (isControlByKind(up)) return false;
  }
  return false;
}

const MAX_VISITED = 2_000;

/** A custom element stands for the only control in its shadow root, as a label does for its own. */
export function soleControl(host: Element): Element | undefined {
  if (anyShadowRootOf(host) === null || isControlByKind(host)) return undefined;
  const found: Element[] = [];
  let left = MAX_VISITED;
  const visit = (node: Node): void => {
    left -= 1;
    if (!isElement(node) || found.length > 1 || left < 0) return;
    if (isControlByKind(node) && !isHiddenInput(node)) {
      found.push(node);
      return;
    }
    addCandidate(node);
    forEachInside(node, visit);
  };
  forEachInside(host, visit);
  return found.length === 1 && left >= 0 ? found[0] : undefined;
}

const isHiddenInput = (element: Element): boolean => roleOf(element) === 'none';

function forEachInside(element: Element, visit: (node: Node) => void): void {
  const root = anyShadowRootOf(element);
  if (root === null) forEachFlatChild(element, visit);
  else for (let child = firstChild(root); child !== null; child = nextSibling(child)) visit(child);
}

/** The picture that shows a part of an image map: the part has no box of its own. */
export function mapPicture(area: Element): Element | undefined {
  const map = area instanceof HTMLAreaElement ? closest(area, 'map') : null;
  const name = map === null ? null : (attribute(map, 'name') ?? attribute(map, 'id'));
  if (name === null || name === '') return undefined;
  return [...documentQueryAll(document, 'img[usemap]')].find((image) => attribute(image, 'usemap') === `#${name}`);
}
