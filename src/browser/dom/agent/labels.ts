import {
  attribute,
  closest,
  comparePosition,
  documentQueryAll,
  fragmentQueryAll,
  labelControl,
  localName,
  rootNode,
} from './dom-primordials.js';

const LABELABLE = new Set(['input', 'textarea', 'select', 'button', 'meter', 'progress', 'output']);

/** Labels by the id that they are for, of each tree; kept for the time of one synchronous pass. */
let index: Map<Node, Map<string, Element[]>> | undefined;

/**
 * The labels of a control, in tree order. The `labels` property searches the whole document on every call, which makes
 * a page with many controls quadratic.
 */
export function labelsOf(element: Element): readonly Element[] {
  if (!LABELABLE.has(localName(element))) return [];
  const around = closest(element, 'label');
  const id = attribute(element, 'id');
  const named = id === null || id === '' ? [] : (labelsFor(rootNode(element)).get(id) ?? []);
  const own = named.filter((label) => controls(label, element));
  if (around === null || own.includes(around) || !controls(around, element)) return own;
  return [...own, around].sort((a, b) => (comparePosition(a, b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
}

function controls(label: Element, element: Element): boolean {
  return label instanceof HTMLLabelElement && labelControl(label) === element;
}

function labelsFor(root: Node): Map<string, Element[]> {
  if (index === undefined) {
    index = new Map();
    queueMicrotask(() => {
      index = undefined;
    });
  }
  const known = index.get(root);
  if (known !== undefined) return known;
  const made = new Map<string, Element[]>();
  index.set(root, made);
  const found =
    root instanceof Document
      ? documentQueryAll(root, 'label[for]')
      : root instanceof DocumentFragment
        ? fragmentQueryAll(root, 'label[for]')
        : [];
  for (const label of found) {
    const id = attribute(label, 'for') ?? '';
    const labels = made.get(id);
    if (labels === undefined) made.set(id, [label]);
    else labels.push(label);
  }
  return made;
}
