import type { WireItem, WireNode } from '../host/wire.js';
import { isSelect } from './dom-primordials.js';
import type { InlineRun } from './inline-run.js';
import { foldName } from './names.js';
import { optionsOf } from './options.js';
import { NAMED_BY_CONTENT } from './roles.js';
import type { ShownName } from './shown-name.js';
import type { WalkContext } from './walk-context.js';

const CELL_HEADS = new Set(['columnheader', 'rowheader']);

/** What of an element's content is shown below its line: nothing that its name says already. */
export function shownChildren(
  { visibility, options }: Pick<WalkContext, 'visibility' | 'options'>,
  element: Element,
  role: string,
  shown: ShownName,
  run: InlineRun,
): readonly WireItem[] {
  const { text: name, differs, part, isWhole } = shown;
  if (isSelect(element)) return optionsOf(element, visibility, options.hidden);
  const reads = options.breaks === true;
  const isNamedByContent = NAMED_BY_CONTENT.has(role) || role === 'clickable';
  // `browser_read` gives the text as it is written, not the accessible names of its parts.
  if (reads && part !== true && (!isNamedByContent || CELL_HEADS.has(role))) return run.items;
  if (isWhole === true && !reads) return run.items.filter((item) => typeof item !== 'string' || !isSaid(item, name));
  if (part === true || !isNamedByContent) return withoutName(run.items, name);
  if (name === '' || differs || role === 'row' || role === 'cell' || role === 'gridcell') return run.items;
  // The name has the text inside already; only elements that can be acted on stay.
  return run.items.filter((item) => typeof item !== 'string' && (item.act === 1 || hasActing(item)));
}

/** A legend, a caption or the heading of a card is the name already. */
function withoutName(items: readonly WireItem[], name: string): readonly WireItem[] {
  const [first, ...rest] = items;
  if (name === '' || first === undefined) return items;
  if (typeof first === 'string') return foldName(first) === name ? rest : items;
  const isSame = first.r === 'heading' && first.name === name && first.kids === undefined && first.marks === undefined;
  return isSame ? rest : items;
}

function isSaid(text: string, name: string): boolean {
  return name.includes(foldName(text));
}

function hasActing(node: WireNode): boolean {
  return node.act === 1 || (node.kids ?? []).some((kid) => typeof kid !== 'string' && hasActing(kid));
}
