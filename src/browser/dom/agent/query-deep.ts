import { anyShadowRootOf, documentQueryAll, fragmentQueryAll } from './dom-primordials.js';

/** Every element that matches, in the document and in shadow roots, closed ones as far as they are known. */
export function queryDeep(selector: string, most: number): Element[] {
  const found: Element[] = [];
  for (const matching of queryRoots(selector)) {
    for (const element of matching) if (found.length < most) found.push(element);
    if (found.length >= most) break;
  }
  return found;
}

/** The same, tree by tree: the document, and then each shadow root. */
export function* queryRoots(selector: string): Generator<Iterable<Element>> {
  const roots: (Document | ShadowRoot)[] = [document];
  for (let i = 0; i < roots.length; i += 1) {
    const root = roots[i];
    if (root === undefined) return;
    yield inRoot(root, selector);
    roots.push(...rootsIn(root));
  }
}

/** Every shadow root, closed ones as far as they are known. */
export function shadowRoots(): readonly ShadowRoot[] {
  const roots = rootsIn(document);
  for (let i = 0; i < roots.length; i += 1) {
    const root = roots[i];
    if (root !== undefined) roots.push(...rootsIn(root));
  }
  return roots;
}

function rootsIn(root: Document | ShadowRoot): ShadowRoot[] {
  const found: ShadowRoot[] = [];
  for (const element of inRoot(root, HOSTS)) {
    const shadow = anyShadowRootOf(element);
    if (shadow !== null) found.push(shadow);
  }
  return found;
}

function inRoot(root: Document | ShadowRoot, selector: string): Iterable<Element> {
  return root instanceof Document ? documentQueryAll(root, selector) : fragmentQueryAll(root, selector);
}

/**
 * Only custom elements and a few others can have a shadow root (DOM standard, `attachShadow`). The commonest of those
 * that cannot are left out here: the browser passes over most of a table, a list or a drawing by itself.
 */
const HOSTS = `:not(${'a b br button em i img input label li link meta ol option path script strong svg tbody td th tr ul'
  .split(' ')
  .join()})`;
