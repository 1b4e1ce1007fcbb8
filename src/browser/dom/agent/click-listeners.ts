import {
  attribute,
  documentElement,
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
