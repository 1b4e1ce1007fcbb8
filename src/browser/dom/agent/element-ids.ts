import { isConnected } from './dom-primordials.js';

/** Local numbers of elements: given once, never reused; they do not keep a removed element alive. */
const numberOf = new WeakMap<Element, number>();
const elements: (WeakRef<Element> | undefined)[] = [undefined];

export function numberFor(element: Element): number {
  const known = numberOf.get(element);
  if (known !== undefined) return known;
  const number = elements.push(new WeakRef(element)) - 1;
  numberOf.set(element, number);
  return number;
}

export function elementNumbered(number: number): Element | undefined {
  const element = elements[number]?.deref();
  return element !== undefined && isConnected(element) ? element : undefined;
}
