import { Failure, onePageLine, quotedPageLine } from '../../../core/index.js';
import type { ClickPoint, LocatedElement } from './tab-view.js';
import type { Elements } from './elements.js';
import type { FrameDocument, FrameDocuments } from './frame-documents.js';
import { isAim, isFrameBox, isPlainBox } from './wire-check.js';
import type { AimMode, WireAim, WireFrameBox, WireInner } from './wire.js';

export interface GeometryDeps {
  readonly documents: FrameDocuments;
  readonly elements: Elements;
  readonly origin: () => string;
}

const AIM_MILLISECONDS = 2_000;

const MAX_DEPTH = 6;

export interface Reached {
  readonly document: FrameDocument;
  readonly node: number;
  /** The point in that document's viewport. */
  readonly at: readonly [number, number];
}

/** The element at a point of the top viewport, through frames. */
export async function frameAt(deps: GeometryDeps, x: number, y: number): Promise<Reached | undefined> {
  return reachedIn(deps, await deps.documents.top(), { x, y });
}

/** The innermost element at a point of a document's viewport. */
async function reachedIn(deps: GeometryDeps, from: FrameDocument, at: ClickPoint): Promise<Reached | undefined> {
  let document = from;
  let point = at;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const node = await deps.elements.ask(document, 'hit', [point.x, point.y]);
    if (typeof node !== 'number') return undefined;
    const facts = await deps.elements.facts(document, node);
    const child =
      facts?.tag === 'iframe' || facts?.tag === 'frame' ? await deps.documents.child(document, node) : undefined;
    if (child === undefined) return { document, node, at: [point.x, point.y] };
    const box = await boxOfFrame(deps, child, false);
    point = { x: (point.x - box.x) / box.scaleX, y: (point.y - box.y) / box.scaleY };
    document = child;
  }
  return undefined;
}

async function boxOfFrame(deps: GeometryDeps, child: FrameDocument, reveal: boolean): Promise<WireFrameBox> {
  const { parent } = child;
  const box =
    parent === undefined ? undefined : await deps.elements.ask(parent.document, 'frameBox', [parent.node, reveal]);
  if (!isFrameBox(box)) throw new Failure('browser.stale-ref', 'its frame is gone');
  return box;
}

/** Where a click would hit the element, in the top viewport; every frame on the way out must be hit too. */
export async function aimAt(
  deps: GeometryDeps,
  seen: LocatedElement,
  needsEnabled: boolean,
  mode: AimMode,
): Promise<ClickPoint> {
  const document = deps.elements.documentOf(seen);
  let scrolled = false;
  for (const frame of framesOutside(document))
    scrolled = (await boxOfFrame(deps, frame, true)).scrolled === true || scrolled;
  const options = { needsEnabled, mode, ...(seen.at === undefined ? {} : { at: seen.at }) };
  const aimed = await deps.elements.ask(document, 'aim', [seen.node, options, AIM_MILLISECONDS]);
  const inside = isAim(aimed) ? aimed : GONE;
  if (!inside.ok && inside.why === 'inner') throw await refuseInner(deps, document, inside.inner);
  scrolled = (inside.ok && inside.scrolled === true) || scrolled;
  if (inside.ok && scrolled) await waitForPaint(deps, document);
  let point = pointOf(deps, seen, inside);
  let opacity = 1;
  for (let inner = document; inner.parent !== undefined; inner = inner.parent.document) {
    const box = await boxOfFrame(deps, inner, false);
    point = { x: box.x + point.x * box.scaleX, y: box.y + point.y * box.scaleY };
    const { parent } = inner;
    const hit = await deps.elements.ask(parent.document, 'hitsFrame', [parent.node, point.x, point.y]);
    const outside = isAim(hit) ? hit : GONE;
    opacity *= outside.ok ? (outside.opacity ?? 1) : 1;
    point = pointOf(deps, seen, opacity < MIN_OPACITY ? FAINT : outside);
  }
  return scrolled ? { ...point, scrolled } : point;
}

const GONE: WireAim = { ok: false, why: 'gone' };
const FAINT: WireAim = { ok: false, why: 'faint' };
/** Of frames inside frames, taken together. */
export const MIN_OPACITY = 0.2;

/** Says which controls would take the click in place of the element, by their refs; in frames that can be seen, too. */
async function refuseInner(deps: GeometryDeps, document: FrameDocument, inner: readonly WireInner[]): Promise<Failure> {
  const refs: string[] = [];
  const lines: string[] = [];
  for (const { n, x, y, frame } of inner) {
    const reached = frame === true ? await inFrame(deps, document, n, { x, y }) : { document, node: n };
    const facts = reached === undefined ? undefined : await deps.elements.facts(reached.document, reached.node);
    if (reached === undefined || facts === undefined) continue;
    const ref = deps.elements.ref(reached.document, facts);
    refs.push(ref);
    lines.push(`${ref}: ${onePageLine(facts.role, 40)} ${quotedPageLine(facts.name, 100)}`);
  }
  if (refs.length === 0) return new Failure('browser.covered', 'by a frame inside it that cannot be seen or used');
  return new Failure('browser.inner-control', `it is ${refs.join(', ')} that would be reached`, {
    origin: deps.origin(),
    text: lines.join('\n'),
  });
}

async function inFrame(
  deps: GeometryDeps,
  parent: FrameDocument,
  node: number,
  { x, y }: ClickPoint,
): Promise<Pick<Reached, 'document' | 'node'> | undefined> {
  const hit = await deps.elements.ask(parent, 'hitsFrame', [node, x, y]);
  return isAim(hit) && hit.ok ? reachedIn(deps, parent, { x, y }) : undefined;
}

/** Where frames have processes of their own, the browser knows what was scrolled only when all of them have painted. */
async function waitForPaint(deps: GeometryDeps, document: FrameDocument): Promise<void> {
  const frames = framesOutside(document);
  if (frames.every(({ session, parent }) => session === parent?.document.session)) return;
  const all = [document, ...frames.flatMap(({ parent }) => (parent === undefined ? [] : [parent.document]))];
  await Promise.all(all.map((one) => deps.elements.ask(one, 'painted', [])));
}

/** From the outermost frame inwards: scrolling an outer one moves the inner. */
function framesOutside(document: FrameDocument): FrameDocument[] {
  const frames: FrameDocument[] = [];
  for (let inner = document; inner.parent !== undefined; inner = inner.parent.document) frames.unshift(inner);
  return frames;
}

const WHY: Readonly<Record<Exclude<Extract<WireAim, { ok: false }>['why'], 'covered' | 'gone' | 'inner'>, string>> = {
  invisible: 'it is not visible',
  disabled: 'it is disabled',
  moving: 'it does not hold still',
  tiny: 'it is smaller than 4 pixels',
  faint: 'it is transparent: nobody could see what is clicked',
  'off-screen': 'it cannot be scrolled into view',
};

function pointOf(deps: GeometryDeps, seen: LocatedElement, aim: WireAim): ClickPoint {
  if (aim.ok) return { x: aim.x, y: aim.y };
  if (aim.why === 'gone') throw new Failure('browser.stale-ref', `${seen.facts.ref} is gone`);
  if (aim.why === 'inner') throw new Failure('browser.inner-control');
  if (aim.why === 'covered') {
    const text = `covered by ${onePageLine(aim.role, 40)} ${quotedPageLine(aim.name, 100)}`;
    throw new Failure('browser.covered', undefined, { origin: deps.origin(), text });
  }
  throw new Failure('browser.not-actionable', WHY[aim.why]);
}

/** A box in the coordinates of the top viewport. */
export async function boxInTop(
  deps: GeometryDeps,
  document: FrameDocument,
  box: { x: number; y: number; width: number; height: number },
): Promise<{ x: number; y: number; width: number; height: number }> {
  let { x, y, width, height } = box;
  for (let inner = document; inner.parent !== undefined; inner = inner.parent.document) {
    const frame = await boxOfFrame(deps, inner, false);
    x = frame.x + x * frame.scaleX;
    y = frame.y + y * frame.scaleY;
    width *= frame.scaleX;
    height *= frame.scaleY;
  }
  return { x, y, width, height };
}

/** How far the top page is scrolled. */
export async function scrollOfTop(deps: GeometryDeps): Promise<{ x: number; y: number }> {
  const answer = await deps.elements.ask(await deps.documents.top(), 'scroll', []);
  const box = typeof answer === 'object' && answer !== null ? { width: 0, height: 0, ...answer } : undefined;
  return isPlainBox(box) ? { x: box.x, y: box.y } : { x: 0, y: 0 };
}
