import type { WireTextBoxes } from '../host/wire.js';
import { blankSpans, paintedNode, paintedNodeNumber, isBlankField } from './blank-text.js';
import { parseColour, type Colour } from './colours.js';
import {
  boundingRect,
  clientHeight,
  documentElement,
  flatParent,
  isText,
  localName,
  makeRange,
  scrollHeight,
  scrollTop,
  scrollingElement,
} from './dom-primordials.js';
import { heightOf, intersect, viewport, widthOf, type Rect } from './rects.js';
import type { Styles } from './styles.js';
import type { InheritedStyle } from './inherited-style.js';
import { ColourExpectations, type ExpectedColours } from './expected-colours.js';
import type { VisibleWindows } from './visible-windows.js';

const PICTURES = new Set(['img', 'video', 'canvas', 'iframe', 'object', 'embed', 'svg']);
const MAX_LINES = 90;
const MAX_PINS = 60;
/** What an entry's second number says; the host reads the same. */
const PINNED = 1;
const ALTERED = 2;
const KNOWN_BLANK = 4;
const TURNED = 8;

interface Room {
  readonly up: number;
  readonly down: number;
}

/** Where the text that styles call visible should be in a picture of the viewport, and in which colours. */
export class PaintedText {
  readonly entries: WireTextBoxes[] = [];
  /** What stays in its place when the page scrolls, and may cover text for a while. */
  readonly pins: number[][] = [];
  readonly #styles: Styles;
  readonly #tints: ColourExpectations;
  readonly #range = makeRange(document);
  readonly #rooms = new Map<Element, Room>();
  readonly #selects = getSelection()?.type === 'Range';

  readonly #windows: VisibleWindows;

  constructor({ styles, windows }: { readonly styles: Styles; readonly windows: VisibleWindows }) {
    this.#styles = styles;
    this.#windows = windows;
    this.#tints = new ColourExpectations(styles);
  }

  text(node: Text, element: Element, around: InheritedStyle): void {
    this.#range.selectNodeContents(node);
    const boxes = [...this.#range.getClientRects()].slice(0, MAX_LINES);
    const known = blankSpans(node).length > 0;
    this.#add(node, element, boxes, this.#tints.of(element), around, known);
  }

  field(element: Element, box: Rect, colours: readonly Colour[], around: InheritedStyle): void {
    this.#add(element, element, [box], { ...this.#tints.of(element), colours }, around, isBlankField(element));
  }

  #add(
    node: Text | Element,
    element: Element,
    boxes: readonly Rect[],
    { colours, altered, turned }: ExpectedColours,
    { flow, opacity, pinned }: InheritedStyle,
    known: boolean,
  ): void {
    const seen = intersect(intersect(flow, viewport()), this.#windows.of(element));
    const sides = boxes
      .filter((box) => isMostlyIn(box, seen))
      .map((box) => intersect(box, seen))
      .flatMap((box) => [box.left, box.top, widthOf(box), heightOf(box)].map(tenth));
    if (sides.length === 0) return;
    const unsure = altered || this.#selects || colours.length === 0;
    const flags = (pinned ? PINNED : 0) + (unsure ? ALTERED : 0) + (known ? KNOWN_BLANK : 0) + (turned ? TURNED : 0);
    const { up, down } = this.room(element);
    const painted = colours.flatMap(({ r, g, b, a }) => [r, g, b, a * opacity].map(hundredth));
    this.entries.push([
      paintedNodeNumber(node),
      flags,
      Math.round(up),
      Math.round(down),
      colours.length,
      ...painted,
      ...sides,
    ]);
  }

  /** Notes what may cover text only until somebody scrolls. */
  pin(element: Element): void {
    if (this.pins.length >= MAX_PINS) return;
    const style = this.#styles.of(element);
    const paints =
      PICTURES.has(localName(element)) ||
      style.backgroundImage !== 'none' ||
      (parseColour(style.backgroundColor)?.a ?? 1) > 0.3;
    if (!paints || style.visibility !== 'visible') return;
    const box = intersect(boundingRect(element), viewport());
    if (widthOf(box) >= 1 && heightOf(box) >= 1)
      this.pins.push([box.left, box.top, widthOf(box), heightOf(box)].map(tenth));
  }

  /** How far scrolling can move it, in all the boxes that it stands in. */
  room(element: Element): Room {
    const known = this.#rooms.get(element);
    if (known !== undefined) return known;
    const parent = flatParent(element);
    const outer = parent === null ? rootRoom(this.#styles) : this.room(parent);
    const own = /auto|scroll/u.test(this.#styles.of(element).overflowY) && !isRoot(element) ? roomIn(element) : NO_ROOM;
    const room = own === NO_ROOM ? outer : { up: outer.up + own.up, down: outer.down + own.down };
    this.#rooms.set(element, room);
    return room;
  }
}

/** The upper edge of a line shows nothing of its letters. */
function isMostlyIn(box: Rect, seen: Rect): boolean {
  const shown = intersect(box, seen);
  return widthOf(shown) >= 2 && heightOf(shown) >= Math.max(3, heightOf(box) * 0.7);
}

const NO_ROOM: Room = { up: 0, down: 0 };
const tenth = (value: number): number => Math.round(value * 10) / 10;
const hundredth = (value: number): number => Math.round(value * 100) / 100;

function isRoot(element: Element): boolean {
  return element === documentElement(document) || element === scrollingElement(document);
}

function roomIn(element: Element): Room {
  const left = scrollHeight(element) - clientHeight(element);
  const done = Math.abs(scrollTop(element));
  return left <= 1 ? NO_ROOM : { up: Math.max(0, left - done), down: done };
}

function rootRoom(styles: Styles): Room {
  const root = scrollingElement(document);
  const html = documentElement(document);
  const stands = html !== null && /hidden|clip/u.test(styles.of(html).overflowY);
  return root === null || stands ? NO_ROOM : roomIn(root);
}

/** The text of a node of an entry, and the element whose styles it has. */
export function paintedTarget(number: number): { node: Text | Element; element: Element } | undefined {
  const node = paintedNode(number);
  if (node === undefined) return undefined;
  const element = isText(node) ? flatParent(node) : node;
  return element === null ? undefined : { node, element };
}
