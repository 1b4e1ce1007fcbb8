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
    yield root instanceof Document ? documentQueryAll(root, selector) : fragmentQueryAll(root, selector);
    const all = root instanceof Document ? documentQueryAll(root, '*') : fragmentQueryAll(root, '*');
    for (const element of all) {
      const shadow = anyShadowRootOf(element);
      if (shadow !== null) roots.push(shadow);
    }
  }
}
