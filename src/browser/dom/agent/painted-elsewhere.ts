import { attribute, assignedSlot, localName, matchesSelector, parentNode } from './dom-primordials.js';
import { textsOfParts } from './painted-parts.js';
import { queryDeep } from './query-deep.js';

const MAX_FIELDS = 500;
const MAX_ABOVE = 200;

/** What the browser paints over a page that is no text of it. */
export interface PaintedBesides {
  /** Pictures of what elements looked like before are in their place. */
  readonly isInTransition: boolean;
  /** What a message of the browser at a field with a wrong value may say, and what it paints in parts of its own. */
  readonly messages: readonly string[];
}

export function paintedBesides(): PaintedBesides {
  const fields = queryDeep('input:invalid, select:invalid, textarea:invalid, button:invalid', MAX_FIELDS);
  const messages = fields.flatMap((field) => [messageOf(field), attribute(field, 'title') ?? '']);
  return {
    isInTransition: queryDeep(':active-view-transition', 1).length > 0,
    messages: [...messages.filter((message) => message !== ''), ...textsOfParts()],
  };
}

function messageOf(field: Element): string {
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) return field.validationMessage;
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLButtonElement) return field.validationMessage;
  return '';
}

/**
 * How far beyond its box an element may be painted, in CSS pixels. -1: nobody can tell, because a filter, a reflection
 * or an SVG resource paints it somewhere else.
 */
export function paintedBeyond(element: Element): number {
  // Dots say nothing.
  if (localName(element) === 'input' && matchesSelector(element, '[type=password i]')) return 0;
  let beyond = shadows(getComputedStyle(element).textShadow);
  let scale = 1;
  let at: Element | undefined = element;
  for (let depth = 0; at !== undefined; depth += 1) {
    if (depth > MAX_ABOVE || /^(?:defs|symbol|pattern|marker|mask|clipPath)$/u.test(localName(at))) return -1;
    const style = getComputedStyle(at);
    const { filter } = style;
    if (/url\(/u.test(filter) || !/^(?:none)?$/u.test(style.getPropertyValue('-webkit-box-reflect'))) return -1;
    if (filter !== 'none') for (const [, shadow = ''] of filter.matchAll(DROP_SHADOW)) beyond += shadows(shadow);
    if (style.transform !== 'none') scale *= scaleOf(style.transform);
    at = above(at);
  }
  return Math.ceil(beyond * Math.max(1, scale));
}

const DROP_SHADOW = /drop-shadow\(((?:[^()]|\([^()]*\))*)\)/gu;

/** The furthest of some shadows. */
function shadows(value: string): number {
  const lengths = value
    .replace(/[a-z-]+\([^()]*\)/gu, '')
    .split(',')
    .map((one) => [...one.matchAll(/(-?[\d.]+)px/gu)].map(([, length]) => Math.abs(Number(length))));
  return Math.max(0, ...lengths.map(([x = 0, y = 0, blur = 0]) => Math.max(x, y) + 2 * blur));
}

function scaleOf(transform: string): number {
  const numbers = [...transform.matchAll(/-?[\d.]+(?:e-?\d+)?/gu)].map(([number]) => Math.abs(Number(number)));
  const [a = 1, b = 0, c = 0, d = 1] = transform.startsWith('matrix3d') ? numbers.slice(1) : numbers;
  return transform.startsWith('matrix3d') ? Math.max(...numbers.slice(1, 12), 1) : Math.max(a + c, b + d);
}

/** The element that it is painted in: its slot, its parent, or the host of its shadow tree. */
function above(element: Element): Element | undefined {
  const slot = assignedSlot(element);
  if (slot !== null) return slot;
  const parent = parentNode(element);
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : undefined;
}
