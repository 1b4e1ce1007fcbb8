import { isReachedAt } from './aim.js';
import { hitAt } from './hit-test.js';
import { focusedElement } from './focus.js';
import { documentBody } from './dom-primordials.js';
import { elementNumbered } from './element-ids.js';
import { sensitiveKind } from './sensitive.js';
import { takesText } from './states.js';

const POINTER = 'pointerup mousedown mouseup click dblclick auxclick contextmenu dragenter dragover'.split(' ');
const KEYS = ['keydown', 'keypress', 'beforeinput'];
/** In case that nobody lifts it: a person may want to use the page. */
const MAX_MILLISECONDS = 20_000;

interface Guard {
  /** What was judged: null, nothing in this document. */
  readonly element: Element | null;
  /** Where what is dragged may be dropped: null, nowhere in this document. */
  readonly end: Element | null;
  readonly isSecret: boolean;
  readonly until: number;
  /** Did the last press of the pointer begin elsewhere? */
  strays: boolean;
  stopped: boolean;
}

let guard: Guard | undefined;

/**
 * While input is sent only what was judged gets it. A page may lay something else under the pointer, or move the focus,
 * in the few milliseconds after the last check, or between two keys or two clicks; what then arrives elsewhere is dropped
 * before anything in the document hears of it. `number`: the element; null, all of it belongs to another document. `end`:
 * the same for what is dropped.
 */
export function armInputGuard(number: number | null, end: number | null): boolean {
  const element = numbered(number);
  const isSecret = element !== null && sensitiveKind(element) !== undefined;
  guard = {
    element,
    end: numbered(end),
    isSecret,
    until: performance.now() + MAX_MILLISECONDS,
    strays: false,
    stopped: false,
  };
  // A document that is written anew has lost them.
  listen();
  return true;
}

function numbered(number: number | null): Element | null {
  return number === null ? null : (elementNumbered(number) ?? null);
}

/** Says whether anything was dropped. */
export function liftGuard(): boolean {
  const stopped = guard?.stopped === true;
  guard = undefined;
  return stopped;
}

/** Installed at document start, so that these listeners run before the page's own. */
export function listen(): void {
  addEventListener('pointerdown', onPress, true);
  for (const type of POINTER) addEventListener(type, onPointer, true);
  addEventListener('drop', onDrop, true);
  for (const type of KEYS) addEventListener(type, onKey, true);
  for (const type of ['paste', 'dragstart']) addEventListener(type, onForeignText, true);
}

/** Input of the agent's call that is under way; scripts make events too. */
function guardOn(event: Event): Guard | undefined {
  return guard !== undefined && event.isTrusted && performance.now() < guard.until ? guard : undefined;
}

function onPress(event: PointerEvent): void {
  const on = guardOn(event);
  if (on === undefined) return;
  const { element } = on;
  const hit = hitAt(event.clientX, event.clientY);
  on.strays = element === null || hit === null || !isReachedAt(hit, element);
  if (on.strays) drop(on, event);
}

function onPointer(event: Event): void {
  const on = guardOn(event);
  if (on?.strays === true || (on?.element === null && on.end === null)) drop(on, event);
}

/** A page that feels something being dragged over it may put another thing in its way. */
function onDrop(event: DragEvent): void {
  const on = guardOn(event);
  if (on === undefined) return;
  const hit = hitAt(event.clientX, event.clientY);
  if (on.strays || on.end === null || hit === null || !isReachedAt(hit, on.end)) drop(on, event);
}

/**
 * The middle button pastes what anybody selected last, in whatever session, and a drag carries off what is selected, be
 * it half of a secret. An agent's paste is made by us, and what it drags are elements.
 */
function onForeignText(event: Event): void {
  const on = guardOn(event);
  if (on === undefined || (event.type === 'dragstart' && isDraggable(event))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** The element says that it may be dragged, or is of a kind that may. A selection comes from a text or its field. */
function isDraggable(event: Event): boolean {
  const [origin] = event.composedPath();
  return origin instanceof HTMLElement && origin.draggable;
}

function onKey(event: Event): void {
  const on = guardOn(event);
  if (on !== undefined && !mayTakeKey(on)) drop(on, event);
}

/** A field may hand on to the next field of text, as the parts of a date do; never to a button or a password. */
function mayTakeKey({ element, isSecret }: Guard): boolean {
  if (element === null) return false;
  const active = focusedElement() ?? documentBody(document);
  if (active === null) return true;
  const isOther = active !== element;
  if (isOther && !(takesText(active) && takesText(element))) return false;
  return sensitiveKind(active) === undefined || (isSecret && !isOther);
}

function drop(on: Guard, event: Event): void {
  on.stopped = true;
  event.preventDefault();
  event.stopImmediatePropagation();
}
