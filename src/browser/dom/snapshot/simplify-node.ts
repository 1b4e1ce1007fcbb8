import type { WireNode } from '../host/wire.js';

/** A node as it gets a line: without wrappers that repeat it. */
export interface Simple {
  readonly node: WireNode;
  /** Roles of wrappers that the line speaks for: `heading > `. */
  readonly lead: string;
}

const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
/** Wrappers of a single thing that is called the same: the thing is what is acted on. */
const MERGED = new Set(['clickable', 'heading', 'menuitem', 'treeitem', 'option', 'tab', 'link', 'listitem', 'figure']);

export function simplified(node: WireNode): Simple {
  const inner = hoisted(node);
  const [only, ...others] = inner.kids ?? [];
  if (typeof only !== 'object' || others.length > 0 || !isSameThing(inner, only)) return { node: inner, lead: '' };
  const deeper = simplified(only);
  const states = [...new Set([...(inner.states ?? []), ...(deeper.node.states ?? [])])];
  const says = inner.r !== 'clickable' && inner.r !== deeper.node.r;
  return {
    lead: says ? `${inner.r} > ${deeper.lead}` : deeper.lead,
    node: {
      ...deeper.node,
      ...(inner.level === undefined ? {} : { level: inner.level }),
      ...(states.length === 0 ? {} : { states }),
      ...(inner.view === 1 ? { view: 1 } : {}),
    },
  };
}

function isSameThing(outer: WireNode, inner: WireNode): boolean {
  const isPlain = outer.marks === undefined && outer.hidden === undefined && outer.value === undefined;
  const isMarked = inner.marks !== undefined || inner.hidden !== undefined;
  if (!MERGED.has(outer.r) || !isPlain || isMarked || (outer.more ?? 0) > 0) return false;
  return inner.act === 1 && outer.name !== undefined && outer.name === inner.name;
}

/** A list item or cell with a single thing in it is that thing. */
function hoisted(node: WireNode): WireNode {
  const [only, ...others] = node.kids ?? [];
  const wrapper = node.r === 'listitem' || node.r === 'cell' || node.r === 'gridcell';
  if (!wrapper || node.name !== undefined || node.act === 1 || typeof only !== 'object' || others.length > 0)
    return node;
  return hoisted(only);
}

/** Cells without content, and rows of nothing else. */
export function isEmptyCell(node: WireNode): boolean {
  if (node.act === 1 || (node.name ?? '') !== '' || node.value !== undefined || (node.more ?? 0) > 0) return false;
  const kids = node.kids ?? [];
  if (CELLS.has(node.r)) return kids.every((kid) => typeof kid === 'string' && kid.trim() === '');
  return node.r === 'row' && kids.every((kid) => typeof kid === 'object' && isEmptyCell(kid));
}
