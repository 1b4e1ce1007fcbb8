import type { WireAim, WireFrameBox } from '../wire.js';
import { standInLabel } from './actionable.js';
import { hitAt, holds } from './cover.js';
import { shownAs } from './facts.js';
import {
  allAnimations,
  boundingRect,
  clientHeight,
  clientLeft,
  clientRects,
  clientTop,
  clientWidth,
  flatParent,
  isControl,
  isElement,
  labelControl,
  localName,
  offsetWidth,
  scrollHeight,
  scrollWidth,
  scrollIntoView,
} from './natives.js';
import { elementNumbered, numberFor } from './numbers.js';
import { inViewport, intersect, viewport, widthOf, heightOf, areaOf, type Rect } from './rects.js';
import { roleOf } from './roles.js';
import { Sight } from './sight.js';
import { isDisabled } from './states.js';

const LEAST_OPACITY = 0.2;
const LEAST_SIZE = 4;

const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 60);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Waits until the element is one that a person could click now, or says what stands in the way. */
export async function aim(number: number, needsEnabled: boolean, milliseconds: number): Promise<WireAim> {
  const end = performance.now() + milliseconds;
  let scrolled = false;
  for (let attempt = 0; ; attempt += 1) {
    const element = elementNumbered(number);
    if (element === undefined) return { ok: false, why: 'gone' };
    const target = standInLabel(element) ?? element;
    scrolled = bringIntoView(target, ELSEWHERE[attempt - 1]) || scrolled;
    const aimed = needsEnabled && isDisabled(element) ? DISABLED : await tryAim(element, target);
    if (aimed.ok) return { ...aimed, scrolled };
    if (performance.now() > end) return aimed;
    await nextFrame();
  }
}

const DISABLED: WireAim = { ok: false, why: 'disabled' };

async function tryAim(element: Element, target: Element): Promise<WireAim> {
  const before = boundingRect(target);
  await nextFrame();
  // Something that swings is still for a moment at its turning points.
  if (isAnimated(target) && isStill(before, boundingRect(target))) await nextFrame();
  const after = boundingRect(target);
  if (!isStill(before, after)) return { ok: false, why: 'moving' };
  const sight = new Sight();
  const entered = sight.enter(target, sight.around(target));
  if (entered.inner.opacity < LEAST_OPACITY) return { ok: false, why: 'faint' };
  if (entered.unseen !== undefined) return { ok: false, why: 'invisible' };
  if (after.width < LEAST_SIZE || after.height < LEAST_SIZE) return { ok: false, why: 'tiny' };
  return hitTest(element, target, entered.inner.flow);
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

/** Says whether it had to scroll. `anyway`: also when it is in view. */
export function bringIntoView(element: Element, anyway?: 'center' | 'end' | 'start'): boolean {
  const rect = boundingRect(element);
  const shown = intersect(rect, viewport());
  const enough = areaOf(shown) >= Math.min(areaOf(rect), areaOf(viewport())) * 0.9;
  if (enough && anyway === undefined && isReachable(element, shown)) return false;
  const block = anyway ?? 'center';
  scrollIntoView(element, { block, inline: block, behavior: 'instant' });
  return true;
}

/** Not scrolled out of a box on the way. */
function isReachable(element: Element, shown: Rect): boolean {
  for (let up = flatParent(element); up !== null; up = flatParent(up)) {
    if (scrollHeight(up) <= clientHeight(up) && scrollWidth(up) <= clientWidth(up)) continue;
    const { overflowX, overflowY } = getComputedStyle(up);
    if (overflowX === 'visible' && overflowY === 'visible') continue;
    if (flatParent(up) === null || localName(up) === 'body') return true;
    if (areaOf(intersect(shown, boundingRect(up))) < areaOf(shown) * 0.5) return false;
  }
  return true;
}

function hitTest(element: Element, target: Element, clip: Rect): WireAim {
  let covering: Element | undefined;
  let inside = false;
  for (const [x, y] of pointsOf(target, clip)) {
    inside = true;
    const hit = hitAt(x, y);
    if (hit === null) continue;
    if (reaches(hit, element, target)) return { ok: true, x, y };
    covering ??= hit;
  }
  if (!inside) return { ok: false, why: 'off-screen' };
  if (covering === undefined) return { ok: false, why: 'off-screen' };
  const named = namedAround(covering);
  const { role, name } = shownAs(named);
  return { ok: false, why: 'covered', role, name, by: numberFor(named) };
}

function reaches(hit: Element, element: Element, target: Element): boolean {
  if (holds(element, hit) || holds(target, hit)) return true;
  // A click on a label is a click on its control.
  for (let up: Element | null = hit; up !== null; up = flatParent(up)) {
    if (up instanceof HTMLLabelElement) return labelControl(up) === element;
    if (isControl(up)) return false;
  }
  return false;
}

/** Points to try: the middle of each visible piece first, then places around it. */
function pointsOf(target: Element, clip: Rect): readonly (readonly [number, number])[] {
  const points: (readonly [number, number])[] = [];
  const frame = intersect(viewport(), clip);
  for (const rect of [...clientRects(target)].slice(0, 4)) {
    const seen = intersect(rect, frame);
    if (widthOf(seen) < 1 || heightOf(seen) < 1 || !inViewport(seen)) continue;
    const at = (fx: number, fy: number): readonly [number, number] => [
      seen.left + widthOf(seen) * fx,
      seen.top + heightOf(seen) * fy,
    ];
    points.push(at(0.5, 0.5), at(0.25, 0.5), at(0.75, 0.5), at(0.5, 0.25), at(0.5, 0.75));
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

export function frameBox(number: number, reveal: boolean): WireFrameBox | undefined {
  const frame = elementNumbered(number);
  if (!(frame instanceof HTMLElement)) return undefined;
  const scrolled = reveal && bringIntoView(frame);
  const rect = boundingRect(frame);
  const scale = offsetWidth(frame) === 0 ? 1 : rect.width / offsetWidth(frame);
  const style = getComputedStyle(frame);
  const left = clientLeft(frame) + Number.parseFloat(style.paddingLeft);
  const top = clientTop(frame) + Number.parseFloat(style.paddingTop);
  const width = clientWidth(frame) - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
  const height = clientHeight(frame) - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
  return {
    x: rect.left + left * scale,
    y: rect.top + top * scale,
    width: width * scale,
    height: height * scale,
    scrolled,
    scaleX: scale,
    scaleY: scale,
  };
}

/** Does a click at this point of this frame's viewport reach that element (a frame, going outwards)? */
export function hitsFrame(number: number, x: number, y: number): WireAim {
  const frame = elementNumbered(number);
  if (frame === undefined) return { ok: false, why: 'gone' };
  const sight = new Sight();
  const entered = sight.enter(frame, sight.around(frame));
  if (entered.inner.opacity < LEAST_OPACITY) return { ok: false, why: 'faint' };
  if (entered.unseen !== undefined) return { ok: false, why: 'invisible' };
  const hit = hitAt(x, y);
  if (hit === frame) return { ok: true, x, y };
  if (hit === null || !isElement(hit)) return { ok: false, why: 'off-screen' };
  const named = namedAround(hit);
  const { role, name } = shownAs(named);
  return { ok: false, why: 'covered', role, name, by: numberFor(named) };
}
