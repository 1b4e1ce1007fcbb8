import {
  clientHeight,
  clientLeft,
  clientTop,
  clientWidth,
  computedStyleMap,
  computedValue,
  scrollHeight,
  scrollLeft,
  scrollTop,
  scrollWidth,
} from './dom-primordials.js';
import { heightOf, intersect, widthOf, type Rect } from './rects.js';

export const hidesOverflow = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
export const scrollsOverflow = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';

/** Paint containment cuts content off at the padding edge, as `overflow: clip` does; a line box has none. */
export const containsPaint = ({ contain, display }: CSSStyleDeclaration): boolean =>
  contain !== 'none' && /paint|strict|content/u.test(contain) && display !== 'inline';

/**
 * So does a box that skips what is far away (`content-visibility: auto`), where its height is its own and no guess at its
 * content: then what is below its edge is not painted when it is near either.
 */
export function cutsBelow(element: Element, { contentVisibility, display }: CSSStyleDeclaration): boolean {
  if (contentVisibility !== 'auto' || display === 'inline') return false;
  const height = computedValue(computedStyleMap(element), 'height');
  // A share of an unknown height is no height.
  return height instanceof CSSUnitValue && height.unit === 'px';
}

/** No line of text can be read in a window as low or narrow as this, wherever it is scrolled. */
const MIN_WINDOW = 4;
/** Text further to the side in a scrolling box counts as hidden; in pixels, and in widths of the box. */
const MAX_SIDEWAYS = 3_000;
const MAX_SIDEWAYS_WINDOWS = 20;
/** Windows as large as this show a line of any text. */
const SMALL_WINDOW = 60;

export interface Slot {
  readonly width: number;
  readonly height: number;
}

export interface ScrollReach {
  /** Where content must lie, now, so that scrolling can bring it into view. */
  readonly inside: Rect;
  /** The box scrolls, and what scrolls by can be read. */
  readonly scrolls: boolean;
  /** The window through which its content is read, where that is small. */
  readonly slot: Slot | undefined;
}

/** The padding box, within which content is painted; undefined in a direction where the box has no overflow. */
export function paddingBox(
  element: Element,
  rect: Rect,
): { readonly box: Rect; readonly x: boolean; readonly y: boolean } {
  const left = rect.left + clientLeft(element);
  const top = rect.top + clientTop(element);
  const width = clientWidth(element);
  const height = clientHeight(element);
  return {
    box: { left, top, right: left + width, bottom: top + height },
    // Inline boxes have no client size, and no overflow either.
    x: width > 0 || widthOf(rect) === 0,
    y: height > 0 || heightOf(rect) === 0,
  };
}

/**
 * What a box that clips or scrolls leaves of what is around it. A box that scrolls shows all of its content through its
 * window; a box that hides its overflow shows what is in it now: only scripts scroll it.
 */
export function reachInside(
  element: Element,
  rect: Rect,
  style: CSSStyleDeclaration,
  outer: Rect,
  path: Rect | undefined,
): ScrollReach {
  const { box, x, y } = paddingBox(element, rect);
  const contains = containsPaint(style);
  const clipsX = x && (contains || style.overflowX !== 'visible');
  const clipsY = y && (contains || style.overflowY !== 'visible' || cutsBelow(element, style));
  const around = path === undefined ? outer : intersect(outer, path);
  const window = intersect(around, {
    left: clipsX ? box.left : -Infinity,
    top: clipsY ? box.top : -Infinity,
    right: clipsX ? box.right : Infinity,
    bottom: clipsY ? box.bottom : Infinity,
  });
  const reads = widthOf(window) >= MIN_WINDOW && heightOf(window) >= MIN_WINDOW;
  const movesX = reads && clipsX && scrollsOverflow(style.overflowX);
  const movesY = reads && clipsY && scrollsOverflow(style.overflowY);
  if (!movesX && !movesY) return { inside: window, scrolls: false, slot: undefined };
  const turned = reversedAxes(style);
  const across = roomOf(scrollWidth(element) - clientWidth(element), scrollLeft(element), turned.x);
  const down = roomOf(scrollHeight(element) - clientHeight(element), scrollTop(element), turned.y);
  const far = Math.max(MAX_SIDEWAYS, MAX_SIDEWAYS_WINDOWS * widthOf(window));
  const inside = {
    left: movesX ? window.left - Math.min(across.before, far) : window.left,
    top: movesY ? window.top - down.before : window.top,
    right: movesX ? window.right + Math.min(across.after, far) : window.right,
    bottom: movesY ? window.bottom + down.after : window.bottom,
  };
  const [width, height] = [widthOf(window), heightOf(window)];
  return { inside, scrolls: true, slot: width < SMALL_WINDOW || height < SMALL_WINDOW ? { width, height } : undefined };
}

/** How much content lies before and after the window, along one axis. */
function roomOf(most: number, at: number, reversed: boolean): { readonly before: number; readonly after: number } {
  const range = Math.max(0, most);
  const done = Math.min(range, Math.abs(at));
  // Offsets count down from zero where content grows leftwards or upwards (CSSOM View, scrolling area).
  return at < 0 || (at === 0 && reversed)
    ? { before: range - done, after: done }
    : { before: done, after: range - done };
}

function reversedAxes(style: CSSStyleDeclaration): { readonly x: boolean; readonly y: boolean } {
  const { direction, writingMode, display, flexDirection } = style;
  const isHorizontal = writingMode === 'horizontal-tb';
  const isFlex = display.includes('flex');
  const inline = (direction === 'rtl') !== (isFlex && flexDirection === 'row-reverse');
  const block = writingMode.endsWith('-rl') !== (isFlex && flexDirection === 'column-reverse');
  return isHorizontal ? { x: inline, y: block } : { x: block, y: inline };
}
