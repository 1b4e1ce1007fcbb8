import type { AimMode, WireAim, WireInner } from '../host/wire.js';
import { standInLabel } from './actionable.js';
import { bringIntoView } from './bring-into-view.js';
import { frameSeen, MIN_INPUT_OPACITY } from './frame-box.js';
import { hitAt, holds } from './hit-test.js';
import { controlAround, shownRoleAndName } from './facts.js';
import { innerControl, isFrame, isLabelFor, mapPicture, ownControl } from './inner-control.js';
import { allAnimations, boundingRect, clientRects, flatParent, isElement } from './dom-primordials.js';
import { elementNumbered, numberFor } from './element-ids.js';
import { inViewport, intersect, viewport, widthOf, heightOf, type Rect } from './rects.js';
import { roleOf } from './roles.js';
import { Visibility } from './visibility.js';
import { isDisabled } from './states.js';
import { addCandidates } from './closed-root-candidates.js';
import { widgetOf } from './widget.js';

const MIN_SIZE = 4;
const MAX_INNER = 5;
/** Places of a grid in each direction that are tried for a point of the element's own. */
const GRID = 12;

export interface AimOptions {
  readonly needsEnabled: boolean;
  readonly mode: AimMode;
  /** A point of this viewport that is tried first. */
  readonly at?: readonly [number, number];
}

const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 60);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Waits until the element is one that a person could click now, or says what is in the way. */
export async function aim(number: number, options: AimOptions, milliseconds: number): Promise<WireAim> {
  const end = performance.now() + milliseconds;
  let scrolled = false;
  for (let attempt = 0; ; attempt += 1) {
    const element = elementNumbered(number);
    if (element === undefined) return { ok: false, why: 'gone' };
    const target = standIn(element, options.mode) ?? element;
    // A point of the viewport is in view, and another place of the element once that has scrolled.
    const isThere = attempt === 0 && options.at !== undefined;
    scrolled = (!isThere && bringIntoView(target, ELSEWHERE[attempt - 1])) || scrolled;
    const isOff = options.needsEnabled && isDisabled(element);
    const aimed = isOff ? DISABLED : await tryAim(element, target, options);
    if (aimed.ok) return { ...aimed, scrolled };
    if (performance.now() > end) return aimed;
    await nextFrame();
  }
}

/** What a person points at in its place. Keys for a widget go to a field in it that nobody sees. */
function standIn(element: Element, mode: AimMode): Element | undefined {
  return standInLabel(element) ?? mapPicture(element) ?? (mode === 'type' ? widgetOf(element) : undefined);
}

const DISABLED: WireAim = { ok: false, why: 'disabled' };

async function tryAim(element: Element, target: Element, options: AimOptions): Promise<WireAim> {
  const before = boundingRect(target);
  await nextFrame();
  // Something that swings is still for a moment at its turning points.
  if (isAnimated(target) && isStill(before, boundingRect(target))) await nextFrame();
  const after = boundingRect(target);
  if (!isStill(before, after)) return { ok: false, why: 'moving' };
  const visibility = new Visibility();
  const entered = visibility.enter(target, visibility.around(target));
  if (entered.inner.opacity < MIN_INPUT_OPACITY) return { ok: false, why: 'faint' };
  if (entered.unseen !== undefined) return { ok: false, why: 'invisible' };
  if (after.width < MIN_SIZE || after.height < MIN_SIZE) return { ok: false, why: 'tiny' };
  return hitTest(element, target, entered.inner.flow, options);
}

function isStill(before: Rect, after: Rect): boolean {
  return (
    Math.abs(before.left - after.left) <= 1 &&
    Math.abs(before.top - after.top) <= 1 &&
    Math.abs(widthOf(before) - widthOf(after)) <= 1
  );
}

function isAnimated(element: Element): boolean {
  return allAnimations(document).some(({ playState, effect }) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    return playState === 'running' && target !== null && holds(target, element);
  });
}

/** Something sticky may lie over it where it is, or a box on the way may itself not come into view as a whole. */
const ELSEWHERE = ['center', 'end', 'start'] as const;

/**
 * A press needs a point of the element's own: where the innermost thing that is hit is the element, or words or pictures
 * of it, and no other control or frame. For the pointer to pass over it, or to be seen, a control inside it will do.
 */
function hitTest(element: Element, target: Element, clip: Rect, { mode, at }: AimOptions): WireAim {
  let covering: Element | undefined;
  let passed: WireAim | undefined;
  const inner = new Map<Element, WireInner>();
  const tryPoint = ([x, y]: readonly [number, number]): WireAim | undefined => {
    const hit = hitAt(x, y);
    if (hit === null) return undefined;
    const reached = reachedAt(hit, element, target);
    if (reached === 'itself') {
      addCandidates(hit);
      return { ok: true, x, y };
    }
    if (reached === 'elsewhere') {
      if (mode === 'pass' && letsThroughTo(hit, element)) passed ??= { ok: true, x, y };
      covering ??= hit;
      return undefined;
    }
    // An invisible frame may be put there to take the click (clickjacking).
    if (isFrame(reached) && frameSeen(reached).why !== undefined)
      return { ok: false, why: 'inner', inner: [innerAt(reached, x, y)] };
    if (mode !== 'press' && !isFrame(reached)) passed ??= { ok: true, x, y };
    if (inner.size < MAX_INNER && !inner.has(reached)) inner.set(reached, innerAt(reached, x, y));
    return undefined;
  };
  const first = pointsOf(target, clip, COARSE);
  for (const point of at === undefined ? first : [at, ...first]) {
    const aimed = tryPoint(point);
    if (aimed !== undefined) return aimed;
  }
  if (passed !== undefined) return passed;
  const isSearched = inner.size > 0 || element instanceof HTMLAreaElement;
  for (const point of pointsOf(target, clip, isSearched ? FINE : FREE)) {
    const aimed = tryPoint(point) ?? passed;
    if (aimed !== undefined) return aimed;
  }
  if (inner.size > 0) return { ok: false, why: 'inner', inner: [...inner.values()] };
  return covering === undefined ? { ok: false, why: 'off-screen' } : coveredBy(covering);
}

function innerAt(control: Element, x: number, y: number): WireInner {
  return { n: numberFor(control), x, y, ...(isFrame(control) ? { frame: true } : {}) };
}

function coveredBy(covering: Element): WireAim {
  const named = namedAround(covering);
  const { role, name } = shownRoleAndName(named);
  return { ok: false, why: 'covered', role, name, by: numberFor(named) };
}

/** What a click that hits there reaches: the element, a control inside it, or something else. */
function reachedAt(hit: Element, element: Element, target: Element): Element | 'itself' | 'elsewhere' {
  const own = ownControl(element);
  for (const outer of element instanceof HTMLAreaElement ? [element] : [element, target]) {
    if (!holds(outer, hit)) continue;
    if (isFrame(outer)) return outer;
    return innerControl(hit, outer, own) ?? 'itself';
  }
  return isLabelFor(hit, element) ? 'itself' : 'elsewhere';
}

/** Does the element let the pointer through there, to what it stands in? The control around both must be the one that was judged. */
function letsThroughTo(hit: Element, element: Element): boolean {
  const { fill, pointerEvents } = getComputedStyle(element);
  const isOpen = pointerEvents === 'none' || (element instanceof SVGElement && fill === 'none');
  return isOpen && holds(hit, element) && controlAround(hit) === controlAround(element);
}

/** Is a drop there one on this element? */
export function isDropOn(hit: Element, element: Element): boolean {
  return isReachedAt(hit, element) || letsThroughTo(hit, element);
}

/** Is a press that hits there one on this element? */
export function isReachedAt(hit: Element, element: Element): boolean {
  return reachedAt(hit, element, standInLabel(element) ?? mapPicture(element) ?? element) === 'itself';
}

type Place = readonly [number, number];
const COARSE: readonly Place[] = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
];
/** From the edges inwards: that is where containers have a place of their own. */
const STEPS = Array.from({ length: GRID }, (_, i) => (i + 0.5) / GRID).sort(
  (a, b) => Math.abs(b - 0.5) - Math.abs(a - 0.5),
);
const EDGE = 0.006;
const FINE: readonly Place[] = [EDGE, 1 - EDGE, ...STEPS].flatMap((x) =>
  [EDGE, 1 - EDGE, ...STEPS].map((y) => [x, y] as const),
);

const OUTWARDS = [0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95];
/** What is left free where the middle is covered: from there outwards, and on the line of a shape without fill. */
const FREE: readonly Place[] = [
  ...OUTWARDS.flatMap((x) => OUTWARDS.map((y) => [x, y] as const)),
  [EDGE, 0.5],
  [1 - EDGE, 0.5],
  [0.5, EDGE],
  [0.5, 1 - EDGE],
];

/** Places of each visible piece, in the viewport. */
function pointsOf(target: Element, clip: Rect, places: readonly Place[]): readonly Place[] {
  const points: Place[] = [];
  const frame = intersect(viewport(), clip);
  for (const rect of [...clientRects(target)].slice(0, 4)) {
    const seen = intersect(rect, frame);
    if (widthOf(seen) < 1 || heightOf(seen) < 1 || !inViewport(seen)) continue;
    for (const [x, y] of places) points.push([seen.left + widthOf(seen) * x, seen.top + heightOf(seen) * y]);
  }
  return points;
}

const NAMED = new Set('alert region navigation banner complementary main form button link img iframe'.split(' '));

/** What lies on top is best named by the dialog or region that it belongs to. */
function namedAround(element: Element): Element {
  let nearest: Element | undefined;
  for (let up: Element | null = element; up !== null; up = flatParent(up)) {
    const role = roleOf(up);
    if (role === 'dialog' || role === 'alertdialog') return up;
    if (NAMED.has(role)) nearest ??= up;
  }
  return nearest ?? element;
}

/** Until the browser has painted what was scrolled: it routes input to frames by what was painted last. */
export async function painted(): Promise<boolean> {
  await nextFrame();
  await nextFrame();
  return true;
}

/** Does a click at this point of this frame's viewport reach that element (a frame, going outwards)? */
export function hitsFrame(number: number, x: number, y: number): WireAim {
  const frame = elementNumbered(number);
  if (frame === undefined) return { ok: false, why: 'gone' };
  const { why, opacity } = frameSeen(frame);
  if (why !== undefined) return { ok: false, why };
  const hit = hitAt(x, y);
  if (hit === frame) return { ok: true, x, y, opacity };
  if (hit === null || !isElement(hit)) return { ok: false, why: 'off-screen' };
  return coveredBy(hit);
}
