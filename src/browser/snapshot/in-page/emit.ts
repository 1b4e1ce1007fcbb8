import type { WireItem, WireNode } from '../wire.js';
import { hintOf, isActionable, standInLabel } from './actionable.js';
import {
  boundingRect,
  hasAttribute,
  inputType,
  isInput,
  linkHref,
  localName,
  optionLabel,
  optionSelected,
  selectOptions,
  isSelect,
} from './natives.js';
import { numberFor } from './numbers.js';
import { inViewport } from './rects.js';
import { LANDMARKS, NAMED_BY_CONTENT } from './roles.js';
import { rowDigest } from './rows.js';
import { BREAK, Run } from './run.js';
import { shownName } from './shown-name.js';
import { isEditingHost, levelOf, shownValue, statesOf } from './states.js';
import type { Entered } from './surroundings.js';
import type { Place, Walk } from './walk.js';

export interface Visited {
  readonly element: Element;
  readonly tag: string;
  readonly role: string;
  readonly entered: Entered;
  readonly place: Place;
  readonly here: Place;
}

const LEAVES = new Set([
  'img',
  'input',
  'textarea',
  'select',
  'video',
  'audio',
  'canvas',
  'iframe',
  'frame',
  'embed',
  'progress',
  'meter',
]);
const NAMED_STRUCTURE = new Set(
  'group figure list radiogroup tablist menu menubar toolbar tree listbox grid table tabpanel'.split(' '),
);
const SILENT = new Set([
  'generic',
  'none',
  'svg',
  'paragraph',
  'presentation',
  'rowgroup',
  'document',
  'strong',
  'emphasis',
  'code',
  'mark',
  'time',
  'subscript',
  'superscript',
  'insertion',
  'deletion',
  'term',
  'definition',
  'blockquote',
]);
const INLINE = /^(?:inline|contents|ruby)/u;
const TINY_BOX = 3;

export function emit(walk: Walk, visited: Visited, out: Run): void {
  const { element, tag, role, entered, place } = visited;
  const pointer =
    !place.pointer && !place.named && tag !== 'body' && walk.sight.styles.of(element).cursor === 'pointer';
  const acts = isActionable(element, role) || pointer;
  const here: Place = {
    ...visited.here,
    pointer: place.pointer || pointer || acts,
    named: place.named || (NAMED_BY_CONTENT.has(role) && acts),
  };
  const run = new Run(walk.options.breaks);
  const leaf = LEAVES.has(tag) || (isEditingHost(element) && acts);
  if (!leaf) walk.children(element, here, entered, run);
  const says = !SILENT.has(role) || acts || (role === 'svg' && isNamedPicture(walk, element));
  if (!says) {
    out.absorb(run, INLINE.test(entered.display));
    return;
  }
  const node = describe(walk, visited, run, acts, leaf);
  if (node === undefined) {
    out.absorb(run, INLINE.test(entered.display));
    return;
  }
  if (!INLINE.test(entered.display)) out.block();
  out.node(node, ` ${run.seen !== '' ? run.seen : (node.name ?? '')} `);
  out.inView ||= node.view === 1;
  if (!INLINE.test(entered.display)) out.block();
}

function isNamedPicture(walk: Walk, element: Element): boolean {
  return walk.sight.names.of(element, 'img').text !== '';
}

function describe(walk: Walk, visited: Visited, run: Run, acts: boolean, leaf: boolean): WireNode | undefined {
  const { element, tag, entered, here } = visited;
  const role = visited.role === 'svg' ? 'img' : roleShown(visited.role, element);
  const needsBox = leaf || acts || role === 'img';
  const box = needsBox ? boxOf(walk, element, entered) : undefined;
  const why = entered.unseen ?? box?.why;
  const inView = box === undefined ? run.inView : box.inView;
  if (why !== undefined && !entered.inner.spoken && run.items.length === 0 && !walk.options.hidden) {
    walk.hiddenTexts += 1;
    return undefined;
  }
  const name = shownName(walk, element, role, run.seen, acts, box?.rect);
  if (role === 'img' && name.text === '' && !acts) return undefined;
  if (isEmptyStructure(role, acts, name.text, run)) return undefined;
  const value = shownValue(element, role);
  const kids = kidsOf(element, role, name.text, run, name.differs);
  const states = statesOf(element, role);
  const marks = [...name.marks, ...(entered.inner.spoken ? ['screen-reader'] : [])];
  const level = levelOf(element, role);
  const href = element instanceof HTMLAnchorElement && tag === 'a' ? linkHref(element) : undefined;
  const numbered = acts || NUMBERED.has(role) || LANDMARKS.has(role);
  const hint = acts && name.text === '' ? hintOf(element) : undefined;
  const row = acts && here.row !== undefined && name.text.length < 30 ? rowDigest(here.row, element) : undefined;
  if (acts) walk.skim.spentAction(role, name.text.length + 20, inView);
  return {
    r: role,
    ...(numbered ? { n: numberFor(element) } : {}),
    ...(name.text === '' ? {} : { name: name.text }),
    ...(value === undefined || value === '' ? {} : { value: value.slice(0, 1_000) }),
    ...(states.length === 0 ? {} : { states }),
    ...(marks.length === 0 ? {} : { marks }),
    ...(why === undefined || entered.inner.spoken ? {} : { hidden: why }),
    ...(acts ? { act: 1 } : {}),
    ...(inView ? { view: 1 } : {}),
    ...(row === undefined ? {} : { row }),
    ...(href === undefined || href === '' ? {} : { href: href.slice(0, 2_000) }),
    ...(level === undefined ? {} : { level }),
    ...(hint === undefined ? {} : { hint }),
    ...(role === 'iframe' ? backdrop(walk, element) : {}),
    ...(run.more === 0 ? {} : { more: run.more }),
    ...(kids.length === 0 ? {} : { kids }),
  };
}

const NUMBERED = new Set(
  'heading iframe dialog alertdialog alert list table grid tree treegrid listbox row tabpanel group feed article figure img video audio canvas status log radiogroup menu'.split(
    ' ',
  ),
);

function roleShown(role: string, element: Element): string {
  if (role === 'generic' || role === 'none' || SILENT.has(role))
    return isEditingHost(element) ? 'textbox' : 'clickable';
  return role;
}

function boxOf(
  walk: Walk,
  element: Element,
  entered: Entered,
): { why: string | undefined; inView: boolean; rect: DOMRect } {
  const label = standInLabel(element);
  if (label !== undefined) {
    const rect = boundingRect(label);
    return { why: undefined, inView: inViewport(rect), rect };
  }
  const { why, inView } = walk.sight.box(element, entered.inner);
  const rect = boundingRect(element);
  const tiny = rect.width <= TINY_BOX && rect.height <= TINY_BOX ? 'tiny' : undefined;
  return { why: why ?? tiny, inView, rect };
}

/** Structure that says nothing: without a name of its own and with nothing, or only one thing, inside. */
function isEmptyStructure(role: string, acts: boolean, name: string, run: Run): boolean {
  if (acts || name !== '') return false;
  if (run.items.length === 0 && run.more === 0)
    return role !== 'iframe' && role !== 'dialog' && role !== 'cell' && role !== 'gridcell';
  return NAMED_STRUCTURE.has(role) && run.items.filter((item) => item !== BREAK).length <= 1 && run.more === 0;
}

function kidsOf(element: Element, role: string, name: string, run: Run, differs: boolean): readonly WireItem[] {
  if (isSelect(element)) return optionsOf(element);
  if (!NAMED_BY_CONTENT.has(role) && role !== 'clickable') return run.items;
  if (name === '' || differs || role === 'row' || role === 'cell' || role === 'gridcell') return run.items;
  // What is inside is already in the name; only what can itself be acted on stays.
  return run.items.filter((item) => typeof item !== 'string' && (item.act === 1 || hasActing(item)));
}

function hasActing(node: WireNode): boolean {
  return node.act === 1 || (node.kids ?? []).some((kid) => typeof kid !== 'string' && hasActing(kid));
}

const MOST_OPTIONS = 60;

function optionsOf(element: HTMLSelectElement): readonly WireNode[] {
  const shown = [...selectOptions(element)].filter(
    (option) => !hasAttribute(option, 'hidden') && getComputedStyle(option).display !== 'none',
  );
  return shown.slice(0, MOST_OPTIONS).map((option) => ({
    r: 'option',
    name: optionLabel(option),
    ...(optionSelected(option) ? { states: ['selected'] } : {}),
  }));
}

function backdrop(walk: Walk, element: Element): { backdrop?: string } {
  const colour = walk.sight.backgrounds.plain(element);
  return colour === undefined ? {} : { backdrop: `rgb(${colour.r}, ${colour.g}, ${colour.b})` };
}

export const isFileInput = (element: Element): boolean =>
  isInput(element) && inputType(element) === 'file' && localName(element) === 'input';
