import { flatParent, forEachFlatChild, isElement, isText, localName, textData } from './natives.js';
import { roleOf } from './roles.js';

const ROWS = new Set(['row', 'listitem', 'article', 'treeitem', 'option', 'definition']);
const SILENT = new Set(['script', 'style', 'template', 'noscript']);
const ENOUGH = 60;
const MOST_NODES = 300;

export const isRowRole = (role: string): boolean => ROWS.has(role);

export function rowAround(element: Element): Element | undefined {
  for (let up = flatParent(element); up !== null; up = flatParent(up)) if (isRowRole(roleOf(up))) return up;
  return undefined;
}

/**
 * A digest of how the row around an element begins, without the element itself. Lists that recycle their nodes put
 * the same button, with the same name, into another row: then this differs, and the old ref is refused.
 */
export function rowDigest(row: Element, element: Element): number {
  let text = '';
  let looked = 0;
  const add = (node: Node): void => {
    looked += 1;
    if (text.length >= ENOUGH || node === element || looked > MOST_NODES) return;
    if (isText(node)) text += textData(node).replace(/\s+/gu, ' ').trim();
    else if (isElement(node) && !SILENT.has(localName(node))) forEachFlatChild(node, add);
  };
  forEachFlatChild(row, add);
  return digest(text.slice(0, ENOUGH));
}

/** FNV-1a, 32 bits: to notice a change, not to withstand an attacker who owns the page anyway. */
export function digest(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
