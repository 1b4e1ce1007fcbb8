import type { WireBox, WireItem, WireNode } from '../host/wire.js';
import { boundingRect, clientRects } from './dom-primordials.js';
import { elementNumbered, numberFor } from './element-ids.js';
import { standInFor } from './stand-in.js';
import { intersect, viewport, widthOf, heightOf, type Rect } from './rects.js';
import { Walk } from './walk.js';

function box(element: Element, rect: Rect, role: string, name: string): WireBox {
  return { n: numberFor(element), role, name, x: rect.left, y: rect.top, width: widthOf(rect), height: heightOf(rect) };
}

/** What can be acted on in the viewport. */
export function actingBoxes(): WireBox[] {
  const walk = new Walk({ hidden: false, textCap: 200, quota: 0, milliseconds: 2_000 }).run();
  const boxes: WireBox[] = [];
  const add = (item: WireItem): void => {
    if (typeof item === 'string') return;
    if (item.act === 1 && item.view === 1 && item.n !== undefined) addBox(item, item.n, boxes);
    for (const kid of item.kids ?? []) add(kid);
  };
  for (const item of walk.kids) add(item);
  return boxes;
}

function addBox(node: WireNode, number: number, boxes: WireBox[]): void {
  const element = elementNumbered(number);
  if (element === undefined) return;
  const target = standInFor(element) ?? element;
  const [first] = clientRects(target);
  const seen = intersect(first ?? boundingRect(target), viewport());
  if (widthOf(seen) < 2 || heightOf(seen) < 2) return;
  boxes.push({ ...box(element, seen, node.r, node.name ?? ''), ...(node.row === undefined ? {} : { row: node.row }) });
}

export function elementBox(element: Element): { x: number; y: number; width: number; height: number } {
  const rect = boundingRect(standInFor(element) ?? element);
  return { x: rect.left, y: rect.top, width: rect.width, height: rect.height };
}
