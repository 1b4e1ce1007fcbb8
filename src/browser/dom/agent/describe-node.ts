import { cut } from './cut-text.js';
import { editorText, type EditorText } from './editor-text.js';
import { fieldVisibility, isOutOfUse, type FieldVisibility } from './field-visibility.js';
import type { WireItem, WireNode } from '../host/wire.js';
import { frameBox } from './frame-box.js';
import { standInFor } from './stand-in.js';
import { colourHint, hintOf } from './icon-hints.js';
import { holdsHoverMenu } from './hover-menu.js';
import { hasWord } from './letters.js';
import { foldName } from './names.js';
import { attribute, boundingRect, hasAttributes, isSelect, localName } from './dom-primordials.js';
import { numberFor } from './element-ids.js';
import { heightOf, intersect, viewport, widthOf, type Rect } from './rects.js';
import { LANDMARKS } from './roles.js';
import { rowDigest } from './rows.js';
import { isEmptyStructure, isSpeck } from './empty-structure.js';
import { InlineRun } from './inline-run.js';
import { chosenOptions } from './options.js';
import { placeholderOf } from './placeholders.js';
import { COVERED, NAME_UNSEEN, shownName } from './shown-name.js';
import { shownChildren } from './shown-children.js';
import { isEditingHost, isMultiline, isSpokenValue, levelOf, visibleValue, statesOf } from './states.js';
import { IN_VIEW, type ScrollDirection } from './scroll-direction.js';
import type { Entered } from './inherited-style.js';
import type { WalkContext, WalkPosition } from './walk-context.js';

export interface Visited {
  readonly element: Element;
  readonly tag: string;
  readonly role: string;
  readonly entered: Entered;
  readonly here: WalkPosition;
  readonly acts: boolean;
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
/** What a snapshot needs of a value; whoever reads all of it asks for more. */
const MAX_VALUE = 1_000;
/** Of a value that only assistive technology would say. */
const MAX_SPOKEN = 100;
/** In a frame this narrow no word can be read, wherever it is scrolled. */
const SLIT = 8;

export function describeNode(walk: WalkContext, visited: Visited, out: InlineRun): void {
  const { element, tag, role, entered, here, acts } = visited;
  const run = new InlineRun(walk.options.breaks);
  const edits = acts && !LEAVES.has(tag) && isEditingHost(element);
  const leaf = LEAVES.has(tag) || edits;
  if (!leaf) walk.children(element, here, entered, run);
  const editor = edits ? editorText(walk, element, here, entered) : undefined;
  const inline = INLINE.test(entered.display);
  const says = acts || !SILENT.has(role) || (role === 'svg' && isNamedPicture(walk, element));
  const [read, written] = [run.visibleText, run.textWithCovered];
  if (says) run.block();
  if (role === 'heading' && run.textWithCovered.trim() !== '') out.heading ??= foldName(run.textWithCovered);
  const node = says ? describe(walk, visited, run, leaf, editor) : undefined;
  if (node === undefined) {
    out.absorb(run, inline);
    return;
  }
  out.unseen ??= run.unseen;
  out.heading ??= run.heading;
  const named = leaf && FIELDS.has(node.r) ? ' ' : nameSeen(node);
  const seen = read.trim() === '' ? named : read;
  const said = written.trim() === '' ? named : written;
  if (!inline) out.block();
  const own = node.act === 1 ? ' ' : run.textOutsideControls;
  out.node(node, inline ? seen : ` ${seen} `, node.view === 1 ? IN_VIEW : run.spot, inline ? said : ` ${said} `, own);
  if (!inline) {
    out.firstLine ??= run.firstLine;
    out.block();
  }
}

/** What a field asks for, or is called, is no part of the sentence that it stands in. */
const FIELDS = new Set('textbox searchbox combobox listbox spinbutton slider checkbox radio switch'.split(' '));

function nameSeen({ name, hidden, marks }: WireNode): string {
  const isUnseen = hidden !== undefined || marks?.some((mark) => mark.startsWith(NAME_UNSEEN)) === true;
  return isUnseen ? '' : (name ?? '');
}

function isNamedPicture(walk: WalkContext, element: Element): boolean {
  return walk.visibility.names.of(element, 'img').text !== '';
}

type Draft = { -readonly [Key in keyof WireNode]: WireNode[Key] };

function describe(
  walk: WalkContext,
  visited: Visited,
  run: InlineRun,
  leaf: boolean,
  editor: EditorText | undefined,
): WireNode | undefined {
  const { element, entered, acts } = visited;
  const role = visited.role === 'svg' ? 'img' : roleShown(visited.role, element);
  const box = leaf || acts || role === 'img' ? boxOf(walk, element, entered) : undefined;
  const why = entered.unseen ?? box?.why;
  const { isForScreenReaders } = entered.inner;
  if (why !== undefined && !isForScreenReaders && run.items.length === 0 && !walk.options.hidden) {
    walk.hiddenTexts += 1;
    return undefined;
  }
  const field =
    editor?.field ?? (leaf ? fieldVisibility(walk.visibility, walk.paintedText, element, entered.inner) : undefined);
  const said = shownName(walk, element, { role, run, acts, rect: box?.rect, field });
  const name = said.unseen === undefined || walk.options.hidden ? said : { ...said, text: '' };
  if (said.unseen !== undefined && name.text === '' && run.items.length === 0) return undefined;
  if (role === 'img' && name.text === '' && !acts) return undefined;
  if (role !== 'canvas' && isEmptyStructure(role, acts, name.text, run)) return undefined;
  if (role === 'canvas' && !acts && isSpeck(element)) return undefined;
  const node: Draft = { r: role };
  const isUsable = acts && !(isForScreenReaders && !walk.options.hidden && isOutOfUse(element));
  const isFound = isUsable || NUMBERED.has(role) || LANDMARKS.has(role) || holdsHoverMenu(element, role);
  if (isFound) node.n = numberFor(element);
  if (name.text !== '') node.name = name.text;
  const isTextless = acts && !isForScreenReaders && why === undefined && !hasWord(run.textWithCovered);
  const isCovered = isTextless && box !== undefined && walk.covers.coversBox(element, box.rect);
  addMarks(node, [...name.marks, ...(isForScreenReaders ? ['screen-reader'] : []), ...(isCovered ? [COVERED] : [])]);
  const hidden = isForScreenReaders ? undefined : why;
  const unseen = hidden ?? (name.text === '' ? undefined : said.unseen);
  if (unseen !== undefined) node.hidden = unseen;
  const spot = box === undefined ? run.spot : box.spot;
  if (spot === IN_VIEW) node.view = 1;
  if (run.more > 0) node.more = run.more;
  const kids = shownChildren(walk, element, role, name, run);
  if (name.part === true) node.part = 1;
  addKids(node, kids, run);
  if (walk.options.places === true) Object.assign(node, { spot, spots: run.spotsOf(kids) });
  addStates(node, walk, element, role, field);
  if (!walk.options.hidden) keepSeenValue(node, walk, element, field, editor);
  if (isUsable) addAction(node, visited, kids.some(says));
  const counts = acts || role === 'heading' || LANDMARKS.has(role);
  if (counts) walk.budget.spendOn(role, acts, name.text.length + 40, node.view === 1);
  if (role === 'iframe') addFrame(node, walk, element, entered);
  return node;
}

function addMarks(node: Draft, marks: readonly string[]): void {
  if (marks.length > 0) node.marks = [...new Set(marks)];
}

function addKids(node: Draft, kids: readonly WireItem[], run: InlineRun): void {
  if (kids.length > 0) node.kids = kids;
  const views = run.viewsOf(kids);
  if (views.length > 0) node.seen = views;
}

/** Of a value, what a person can read. */
function keepSeenValue(
  node: Draft,
  walk: WalkContext,
  element: Element,
  field: FieldVisibility | undefined,
  editor: EditorText | undefined,
): void {
  if (node.value === undefined) return;
  if (field?.is === 'value') delete node.value;
  else if (editor?.seen !== undefined) node.value = cut(editor.seen, Math.max(MAX_VALUE, walk.options.textCap));
  else if (isSelect(element)) node.value = chosenOptions(element, walk.visibility);
}

function addStates(
  node: Draft,
  walk: WalkContext,
  element: Element,
  role: string,
  field: FieldVisibility | undefined,
): void {
  const states = hasAttributes(element) || role === 'button' || role === 'canvas' ? statesOf(element, role) : [];
  if (states.length > 0) node.states = states;
  const value = visibleValue(element, role);
  const isSpoken = value !== undefined && isSpokenValue(element, value);
  if (value !== undefined && value !== '')
    node.value = cut(value, isSpoken ? MAX_SPOKEN : Math.max(MAX_VALUE, walk.options.textCap));
  if (isSpoken) node.marks = [...(node.marks ?? []), 'screen-reader'];
  if (field?.is === 'value') node.marks = [...(node.marks ?? []), `hidden: value is ${field.why}`];
  const asks = value === '' && field === undefined ? placeholderOf(walk.visibility, element) : undefined;
  if (asks !== undefined && asks !== node.name) node.asks = asks;
  const level = levelOf(element, role);
  if (level !== undefined) node.level = level;
  if (isMultiline(element, role)) node.multi = 1;
}

/** Words, or something to be acted on that has a name of its own. */
function says(item: WireItem): boolean {
  if (typeof item === 'string') return hasWord(item);
  if (item.r === 'img') return false;
  return (item.act === 1 && item.name !== undefined) || (item.kids ?? []).some(says);
}

function addAction(node: Draft, { element, tag, here }: Visited, speaks: boolean): void {
  const name = node.name ?? '';
  const isBare = (node.kids ?? []).length === 0;
  node.act = 1;
  const href = tag === 'a' || tag === 'area' ? attribute(element, 'href') : null;
  if (href !== null) node.href = cut(href, 300);
  // Words below the line say what it is.
  const hint = name === '' && !speaks ? (hintOf(element) ?? (isBare ? colourHint(element) : undefined)) : undefined;
  if (hint !== undefined) node.hint = hint;
  if (here.row !== undefined && name.length < 30) node.row = rowDigest(here.row, element);
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
  walk: WalkContext,
  element: Element,
  entered: Entered,
): { why: string | undefined; spot: ScrollDirection; rect: Rect } {
  const seen = standInFor(element);
  if (seen !== undefined) {
    const rect = boundingRect(seen);
    return { why: undefined, spot: walk.visibility.spot(rect, walk.visibility.windows.around(seen)), rect };
  }
  const { why, spot, rect } = walk.visibility.box(element, entered.inner);
  const isSlit = localName(element) === 'iframe' && (widthOf(rect) < SLIT || heightOf(rect) < SLIT);
  const tiny = isSlit || (widthOf(rect) <= TINY_BOX && heightOf(rect) <= TINY_BOX) ? 'tiny' : undefined;
  return { why: why ?? tiny, spot, rect };
}

function addFrame(node: Draft, walk: WalkContext, element: Element, entered: Entered): void {
  node.backdrop = backdrop(walk, element);
  const box = frameBox(numberFor(element), false);
  if (box === undefined) return;
  const { x, y, width, height, scaleX } = box;
  if (scaleX !== 1) node.scale = scaleX;
  if (walk.paintedText === undefined) return;
  const whole = { left: x, top: y, right: x + width, bottom: y + height };
  const part = intersect(whole, entered.inner.flow);
  const seen = intersect(intersect(part, viewport()), walk.visibility.windows.of(element));
  const { up, down } = walk.paintedText.room(element);
  const sides = [part, seen].flatMap((box) => [box.left, box.top, widthOf(box), heightOf(box)]);
  node.frame = [x, y, scaleX, up, down, ...sides];
}

function backdrop(walk: WalkContext, element: Element): string | undefined {
  const colour = walk.visibility.backgrounds.plain(element);
  return colour === undefined ? undefined : `rgb(${colour.r}, ${colour.g}, ${colour.b})`;
}
