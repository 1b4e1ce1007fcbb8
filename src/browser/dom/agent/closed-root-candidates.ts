import { anyShadowRootOf, firstChild, flatParent, localName, namespaceUri } from './dom-primordials.js';

const HTML = 'http://www.w3.org/1999/xhtml';
/** What `attachShadow` takes besides custom elements (DOM 4.8); all other roots are the browser's own. */
const HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);
const MAX_SUSPECTS = 200;

/** Elements that may have a closed shadow root, which only the debugger can tell. */
let suspects = new Set<Element>();

/** Notes an element and everything around it. */
export function addCandidates(element: Element): void {
  for (let up: Element | null = element; up !== null; up = flatParent(up)) addCandidate(up);
}

export function addCandidate(element: Element): void {
  if (suspects.size < MAX_SUSPECTS && canHost(element) && anyShadowRootOf(element) === null) suspects.add(element);
}

export function takeCandidates(): Element[] {
  const taken = [...suspects];
  suspects = new Set();
  return taken;
}

/** Custom elements, and elements without children: one with children seldom shows a shadow root in their place. */
export function mayHostRoot(element: Element): boolean {
  return canHost(element) && (firstChild(element) === null || localName(element).includes('-'));
}

function canHost(element: Element): boolean {
  const tag = localName(element);
  return (HOSTS.has(tag) || tag.includes('-')) && namespaceUri(element) === HTML;
}
