import { attribute, flatParent, forEachFlatChild, isElement, isText, localName, textData } from './dom-primordials.js';
import { roleOf } from './roles.js';

const ROWS = new Set(['row', 'listitem', 'article', 'treeitem', 'option', 'definition']);
const SILENT = new Set(['script', 'style', 'template', 'noscript']);
const ENOUGH = 60;
const MAX_NODES = 300;

export const isRowRole = (role: string): boolean => ROWS.has(role);

export function rowAround(element: Element): Element | undefined {
  for (let up = flatParent(element); up !== null; up = flatParent(up)) if (isRowRole(roleOf(up))) return up;
  return undefined;
}

/**
 * A digest of how the row around an element begins, without the element itself. Lists that recycle their nodes put
 * the same button, with the same name, into another row: then this differs, and the old ref is refused. A count or a
 * time that goes on, or a button beside it that says something else now, makes no other row.
 */
export function rowDigest(row: Element, element: Element): number {
  const texts = rowTexts(row, element, false);
  const [first = '', ...rest] = texts.length > 0 ? texts : rowTexts(row, element, true);
  const words = rest.join('').replace(/\d+/gu, '');
  return digest(`${first}${words}`.slice(0, ENOUGH));
}

const PRESSED = new Set(['button', 'select', 'textarea', 'input', 'option']);

/** The first words of a row, piece by piece. */
function rowTexts(row: Element, element: Element | undefined, pressed: boolean): string[] {
  const texts: string[] = [];
  let [length, visited] = [0, 0];
  const add = (node: Node): void => {
    visited += 1;
    if (length >= ENOUGH || node === element || visited > MAX_NODES) return;
    if (isText(node)) {
      const text = textData(node).replace(/\s+/gu, ' ').trim();
      if (text === '') return;
      texts.push(text);
      length += text.length;
    } else if (isElement(node) && !SILENT.has(localName(node)) && (pressed || !isPressed(node)))
      forEachFlatChild(node, add);
  };
  forEachFlatChild(row, add);
  return texts;
}

function isPressed(element: Element): boolean {
  return PRESSED.has(localName(element)) || attribute(element, 'role') === 'button';
}

/** FNV-1a, 32 bits: to notice a change, not to withstand an attacker who owns the page anyway. */
export function digest(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
