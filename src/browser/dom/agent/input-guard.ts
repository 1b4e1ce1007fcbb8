import { activatedBy, isPressedByEnter } from './activation.js';
import { isDropOn, isReachedAt } from './aim.js';
import { hitAt } from './hit-test.js';
import { focusedElement } from './focus.js';
import { documentBody } from './dom-primordials.js';
import { formAround } from './form-facts.js';
import { elementNumbered } from './element-ids.js';
import { sensitiveKind } from './sensitive.js';
import { takesText } from './states.js';

const POINTER = 'pointerup mousedown mouseup click dblclick auxclick contextmenu dragenter dragover'.split(' ');
const CLICKS = ['click', 'auxclick'];
const KEYS = ['keydown', 'keypress', 'beforeinput'];
/** In case that nobody lifts it: a person may want to use the page. */
const MAX_MILLISECONDS = 20_000;

interface Guard {
  /** What was judged: null, nothing in this document. */
  readonly element: Element | null;
  /** Where what is dragged may be dropped: null, nowhere in this document. */
  readonly end: Element | null;
  /** The controls that were judged with it, as those that its click passes through. */
  readonly pressed: ReadonlySet<Element>;
  readonly isSecret: boolean;
  readonly until: number;
  /** Did the last press of the pointer begin elsewhere? */
  misses: boolean;
  stopped: boolean;
  /** Did a click reach a control that was not judged? */
  misled: boolean;
}

let guard: Guard | undefined;
/** Whose input this document had last. */
let lastHand: 'agent' | 'person' | undefined;

/**
 * While input is sent only what was judged gets it. A page may lay something else under the pointer, or move the focus,
 * in the few milliseconds after the last check, or between two keys or two clicks; an event that then arrives elsewhere
 * is stopped before any listener of the document gets it. `number`: the element that was judged; null: it is in another
 * document. `end`: the same for the element that something is dropped on; `pressed`: the controls that were judged with it.
 */
export function armInputGuard(number: number | null, end: number | null, pressed: readonly number[]): boolean {
  const element = numbered(number);
  const isSecret = element !== null && sensitiveKind(element) !== undefined;
  guard = {
    element,
    end: numbered(end),
    pressed: new Set(pressed.flatMap((one) => elementNumbered(one) ?? [])),
    isSecret,
    until: performance.now() + MAX_MILLISECONDS,
    misses: false,
    stopped: false,
    misled: false,
  };
  lastHand = 'agent';
  // A document that is written anew has lost them.
  listen();
  return true;
}

function numbered(number: number | null): Element | null {
  return number === null ? null : (elementNumbered(number) ?? null);
}

/** Says what was dropped: input that strayed, or a click that reached a control that was not judged. */
export function liftGuard(): 'click' | 'input' | 'nothing' {
  const dropped = guard?.misled === true ? 'click' : guard?.stopped === true ? 'input' : 'nothing';
  guard = undefined;
  return dropped;
}

/** Installed at document start, so that these listeners run before the page's own. */
export function listen(): void {
  for (const type of ['pointerdown', 'keydown', 'contextmenu']) addEventListener(type, noteHand, true);
  addEventListener('pointerdown', onPress, true);
  for (const type of POINTER) addEventListener(type, onPointer, true);
  for (const type of CLICKS) addEventListener(type, onClick, true);
  addEventListener('drop', onDrop, true);
  for (const type of KEYS) addEventListener(type, onKey, true);
  for (const type of ['paste', 'dragstart']) addEventListener(type, onForeignText, true);
  for (const type of ['copy', 'cut']) addEventListener(type, onPageCopy, true);
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
  on.misses = element === null || hit === null || !isReachedAt(hit, element);
  if (on.misses) drop(on, event);
}

function onPointer(event: Event): void {
  const on = guardOn(event);
  if (on?.misses === true || (on?.element === null && on.end === null)) drop(on, event);
}

/**
 * The browser clicks too, for a key or by a label. Whatever made this click, the controls on its way must be those that were
 * judged. A click by script is the page's own, as a request is that it sends.
 */
function onClick(event: Event): void {
  const on = guardOn(event);
  const [origin] = event.composedPath();
  if (on === undefined || !(origin instanceof Element) || activatedBy(origin).every((one) => isJudged(on, one))) return;
  on.misled = true;
  drop(on, event);
}

function isJudged({ element, end, pressed }: Guard, control: Element): boolean {
  if (control === element || control === end || pressed.has(control)) return true;
  return element !== null && isPressedByEnter(control, element);
}

/** A page that feels something being dragged over it may put another thing in its way. */
function onDrop(event: DragEvent): void {
  const on = guardOn(event);
  if (on === undefined) return;
  const hit = hitAt(event.clientX, event.clientY);
  if (on.misses || on.end === null || hit === null || !isDropOn(hit, on.end)) drop(on, event);
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

function noteHand(event: Event): void {
  if (event.isTrusted) lastHand = guardOn(event) === undefined ? 'person' : 'agent';
}

/**
 * A script may copy for some seconds after a click, and where there is a window its clipboard is the whole desktop's. What
 * an agent copies is offered to the page by us; a person at the window copies as ever.
 */
function onPageCopy(event: Event): void {
  if (!event.isTrusted || lastHand === 'person') return;
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
  if (on !== undefined && !mayTakeKey(on, event)) drop(on, event);
}

/** A field may hand on to the next field of text, as the parts of a date do; never to a button or a password. */
function mayTakeKey({ element, isSecret }: Guard, event: Event): boolean {
  if (element === null) return false;
  const active = focusedElement() ?? documentBody(document);
  if (active === null) return true;
  const isOther = active !== element;
  if (isOther && !(takesText(active) && takesText(element))) return false;
  // There Enter would send a form that was not judged.
  const isEnter = event instanceof KeyboardEvent && event.key === 'Enter';
  if (isOther && isEnter && formAround(active) !== formAround(element)) return false;
  return sensitiveKind(active) === undefined || (isSecret && !isOther);
}

function drop(on: Guard, event: Event): void {
  on.stopped = true;
  event.preventDefault();
  event.stopImmediatePropagation();
}
