import { parseColour } from './colours.js';
import { holds } from './hit-test.js';
import { canBeSeen } from './facts.js';
import { fieldKind } from './field-kind.js';
import { isControlByKind } from './inner-control.js';
import {
  boundingRect,
  flatParent,
  forEachFlatChild,
  hasAttribute,
  isElement,
  isText,
  localName,
  textData,
} from './dom-primordials.js';
import { sensitiveKind } from './sensitive.js';
import { Visibility } from './visibility.js';

const MIN_OPACITY = 0.2;
const MIN_CONTROL = 4;
const MIN_WIDTH = 24;
const MIN_HEIGHT = 12;
/** Between a widget and the field in it, and between a line of its text and the widget. */
const MAX_DEPTH = 8;
const MAX_VISITED = 5_000;
/** Parts of a page, which hold many things: a field in one of them belongs to none of the others. */
const PAGE_PARTS = new Set(
  'html body main form fieldset header footer nav aside article dialog table ul ol'.split(' '),
);
const PICTURES = new Set(['canvas', 'svg', 'img']);

/** Monaco keeps one for input methods behind its lines: it takes no keys. */
const isReadOnly = (element: Element): boolean => hasAttribute(element, 'readonly');

function isField(element: Element): boolean {
  return /^(?:text|rich)$/u.test(fieldKind(element).kind) && !isReadOnly(element);
}

/**
 * Terminals and code editors (xterm.js, Monaco, CodeMirror, Ace) take their keys in a field that is transparent, tiny or
 * out of view, inside of what they show. Such a field stands or falls with the widget around it: one that can be seen,
 * shows something, and has no other control in it. Undefined: the field can be seen itself, or belongs to nothing visible.
 */
export function widgetOf(field: Element): Element | undefined {
  if (!isField(field) || sensitiveKind(field) !== undefined || isSeen(field)) return undefined;
  let up = flatParent(field);
  for (let depth = 0; up !== null && depth < MAX_DEPTH; depth += 1, up = flatParent(up)) {
    if (PAGE_PARTS.has(localName(up))) return undefined;
    const { width, height } = boundingRect(up);
    if (width < MIN_WIDTH || height < MIN_HEIGHT) continue;
    const inside = contentOf(up, field);
    if (inside === 'controls') return undefined;
    if (inside === 'nothing' && !hasBackground(up)) continue;
    return canBeSeen(up, new Visibility()) && isOpaque(up) ? up : undefined;
  }
  return undefined;
}

/** The unseen field that takes the keys of the widget which this element is, holds alone, or is a part of. */
export function widgetField(element: Element): Element | undefined {
  if (isControlByKind(element)) return undefined;
  let up: Element | null = element;
  for (let depth = 0; up !== null && depth < MAX_DEPTH; depth += 1, up = flatParent(up)) {
    if (PAGE_PARTS.has(localName(up))) return undefined;
    const [field, ...others] = fieldsIn(up);
    if (field === undefined) continue;
    const widget = others.length === 0 ? widgetOf(field) : undefined;
    if (widget === undefined) return undefined;
    return holds(widget, element) || contentOf(element, field) !== 'controls' ? field : undefined;
  }
  return undefined;
}

function isSeen(control: Element): boolean {
  const { width, height } = boundingRect(control);
  return width >= MIN_CONTROL && height >= MIN_CONTROL && isOpaque(control) && canBeSeen(control, new Visibility());
}

function isOpaque(element: Element): boolean {
  const visibility = new Visibility();
  return visibility.enter(element, visibility.around(element)).inner.opacity >= MIN_OPACITY;
}

const hasBackground = (element: Element): boolean =>
  (parseColour(getComputedStyle(element).backgroundColor)?.a ?? 0) >= MIN_OPACITY;

/** What a widget shows beside its field. A control that somebody can see makes a region of it: nobody knows whose keys. */
function contentOf(root: Element, field: Element): 'controls' | 'something' | 'nothing' {
  let found: 'controls' | 'something' | 'nothing' = 'nothing';
  let left = MAX_VISITED;
  const visit = (node: Node): void => {
    left -= 1;
    if (found === 'controls' || node === field) return;
    if (left < 0) found = 'controls';
    else if (isText(node)) found = textData(node).trim() === '' ? found : 'something';
    else if (isElement(node)) {
      if (PICTURES.has(localName(node))) found = 'something';
      if (isControlByKind(node) && !isReadOnly(node) && isSeen(node)) found = 'controls';
      else forEachFlatChild(node, visit);
    }
  };
  forEachFlatChild(root, visit);
  return found;
}

function fieldsIn(root: Element): readonly Element[] {
  const fields: Element[] = [];
  let left = MAX_VISITED;
  const visit = (node: Node): void => {
    left -= 1;
    if (!isElement(node) || left < 0 || fields.length > 1) return;
    if (isField(node)) fields.push(node);
    else forEachFlatChild(node, visit);
  };
  forEachFlatChild(root, visit);
  return left < 0 ? [] : fields;
}
