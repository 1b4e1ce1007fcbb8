import type { WirePainting } from '../host/wire.js';
import { hasWord } from './letters.js';
import { isConnected, textData, valueOf } from './dom-primordials.js';
import type { Rect } from './rects.js';
import { parted, unseenSpans, type Span } from './hidden-spans.js';

/** Texts that the picture of the page did not show, with their parts. Kept until a later picture shows them. */
const texts = new WeakMap<Text, { readonly data: string; readonly spans: readonly Span[] }>();
const fields = new WeakMap<Element, string>();

const numbers = new WeakMap<Node, number>();
const nodes: (WeakRef<Text | Element> | undefined)[] = [];

export function paintedNodeNumber(node: Text | Element): number {
  const known = numbers.get(node);
  if (known !== undefined) return known;
  const number = nodes.push(new WeakRef(node)) - 1;
  numbers.set(node, number);
  return number;
}

export function paintedNode(number: number): Text | Element | undefined {
  const node = nodes[number]?.deref();
  return node !== undefined && isConnected(node) ? node : undefined;
}

/** The parts of a text that were not painted. */
export function blankSpans(node: Text): readonly Span[] {
  const known = texts.get(node);
  return known !== undefined && known.data === textData(node) ? known.spans : NONE;
}

const NONE: readonly Span[] = [];

export function isBlankField(element: Element): boolean {
  const held = fields.get(element);
  return held !== undefined && held === heldBy(element);
}

const heldBy = (element: Element): string => valueOf(element) ?? '';

export function markUnpainted({ painted, blank }: WirePainting): void {
  for (const number of painted) {
    const node = paintedNode(number);
    if (node instanceof Element) fields.delete(node);
    else if (node !== undefined) texts.delete(node);
  }
  for (const [number = -1, ...sides] of blank) {
    const node = paintedNode(number);
    if (node instanceof Element) fields.set(node, heldBy(node));
    else if (node !== undefined) noteText(node, boxesOf(sides));
  }
}

function noteText(node: Text, boxes: readonly Rect[]): void {
  const data = textData(node);
  const spans = unseenSpans(node, (rect) => {
    const x = (rect.left + rect.right) / 2;
    const y = (rect.top + rect.bottom) / 2;
    return boxes.some((box) => x >= box.left - 1 && x <= box.right + 1 && y >= box.top - 1 && y <= box.bottom + 1);
  });
  if (hasWord(parted(data, spans).unseen)) texts.set(node, { data, spans });
  else texts.delete(node);
}

function boxesOf(sides: readonly number[]): Rect[] {
  const boxes: Rect[] = [];
  for (let i = 0; i + 3 < sides.length; i += 4) {
    const [left = 0, top = 0, width = 0, height = 0] = sides.slice(i, i + 4);
    boxes.push({ left, top, right: left + width, bottom: top + height });
  }
  return boxes;
}
