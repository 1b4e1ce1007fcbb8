import {
  attribute,
  documentElement,
  documentQueryAll,
  localName,
  querySelector,
  querySelectorAll,
  textContent,
} from './dom-primordials.js';

/** Elements that the page's script listens for clicks on, as the debugger told. */
const listening = new WeakSet<Element>();

/** Takes places in document order, with tags as a check. */
export function addListenerPaths(places: readonly (readonly [number, string])[]): void {
  const root = documentElement(document);
  const all = root === null ? [] : [root, ...querySelectorAll(root, '*')];
  for (const [place, tag] of places) {
    const element = all[place];
    if (element !== undefined && localName(element) === tag) listening.add(element);
  }
}

export function addListenerElements(...elements: readonly unknown[]): void {
  for (const element of elements) if (element instanceof Element) listening.add(element);
}

const HANDLERS = ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'dblclick', 'touchstart']
  .map((type) => `[on${type}]`)
  .join();

/** Fewer are asked for one by one: that two numbers are the same says little when they are small. */
const MIN_HANDLERS = 20;
/** Taken before the debugger told. */
const presumed = new WeakSet<Element>();

/** In a page without script only what has a handler in its start tag can listen. False: there is script. */
export function presumeHandlers(): boolean {
  if (documentQueryAll(document, 'script').length > 0) return false;
  for (const element of documentQueryAll(document, HANDLERS)) {
    if (listening.has(element)) continue;
    listening.add(element);
    presumed.add(element);
  }
  return true;
}

/**
 * Takes all new elements with a handler for clicks in their start tag, if they are as many as the debugger found to
 * listen; else tells how many elements there are. Where they are not the same after all, only what is listed as
 * clickable is wrong.
 */
export function addHandlers(count: number): 'new' | 'known' | number {
  const told = [...documentQueryAll(document, HANDLERS)].filter((one) => !listening.has(one) || presumed.has(one));
  const isKnown = told.every((element) => presumed.has(element));
  if (told.length !== count || (count < MIN_HANDLERS && !isKnown)) return documentQueryAll(document, '*').length;
  for (const element of told) {
    listening.add(element);
    presumed.delete(element);
  }
  return isKnown ? 'known' : 'new';
}

const LISTS = new Set(['ul', 'ol', 'dl', 'menu', 'table', 'tbody', 'thead', 'tr']);
const WHOLE = new Set(['html', 'body', 'main', 'form', 'section', 'article', 'header', 'footer', 'nav', 'aside']);
const LONG = 200;

/** `itself`: a click does something here; `children`: it listens for clicks on what it lists. */
export function hasClickListener(element: Element, tag: string): 'itself' | 'children' | undefined {
  if (!listening.has(element) || WHOLE.has(tag)) return undefined;
  if (LISTS.has(tag) || attribute(element, 'role') === 'list') return 'children';
  // A container that holds controls, or a whole text, listens on behalf of what is inside.
  if (querySelector(element, 'a[href],button,input,select,textarea,[role=button],[role=link]') !== null)
    return undefined;
  return (textContent(element) ?? '').length > LONG ? undefined : 'itself';
}
