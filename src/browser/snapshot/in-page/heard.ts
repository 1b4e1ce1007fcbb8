import { attribute, documentElement, localName, querySelector, querySelectorAll, textContent } from './natives.js';
import { INTERACTIVE_ROLES, roleOf } from './roles.js';

/** Elements that the page's script listens for clicks on, as the debugger told. */
const listening = new WeakSet<Element>();

/** Takes places in document order, with tags as a check; says how many of them nothing else would have given away. */
export function hear(places: readonly (readonly [number, string])[]): number {
  const root = documentElement(document);
  if (root === null) return 0;
  const all = [root, ...querySelectorAll(root, '*')];
  let news = 0;
  for (const [place, tag] of places) {
    const element = all[place];
    if (element === undefined || localName(element) !== tag || listening.has(element)) continue;
    listening.add(element);
    if (!INTERACTIVE_ROLES.has(roleOf(element))) news += 1;
  }
  return news;
}

const LISTS = new Set(['ul', 'ol', 'dl', 'menu', 'table', 'tbody', 'thead', 'tr']);
const WHOLE = new Set(['html', 'body', 'main', 'form', 'section', 'article', 'header', 'footer', 'nav', 'aside']);
const LONG = 200;

/** `itself`: a click does something here; `children`: it listens for clicks on what it lists. */
export function heardAt(element: Element, tag: string): 'itself' | 'children' | undefined {
  if (!listening.has(element) || WHOLE.has(tag)) return undefined;
  if (LISTS.has(tag) || attribute(element, 'role') === 'list') return 'children';
  // A container that holds controls, or a whole text, listens on behalf of what is inside.
  if (querySelector(element, 'a[href],button,input,select,textarea,[role=button],[role=link]') !== null)
    return undefined;
  return (textContent(element) ?? '').length > LONG ? undefined : 'itself';
}
