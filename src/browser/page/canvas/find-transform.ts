import { Failure } from '../../../core/index.js';
import type { CanvasTransform, ElementTarget, FoundTransform } from '../../../core/index.js';
import { cdpSessionOf } from '../../cdp/page-cdp-session.js';
import { scriptDocument } from '../../dom/host/script-document.js';
import type { LocatedElement } from '../../dom/host/tab-view.js';
import type { PageDeps } from '../page-deps.js';
import { requireDeclared } from '../permit-preconditions.js';

const PROBE_MILLISECONDS = 1_000;

/** Under which canvas apps keep themselves. */
export const APP_GLOBALS: readonly string[] = ['app', 'editor', 'canvasApp', 'viewer', 'scene', 'stage', 'board'];

/**
 * The three shapes that canvas apps keep their view in. It runs among the page's own scripts, whose objects it reads:
 * nothing but numbers is taken of the answer, and a page can only answer with wrong ones.
 */
const PROBE = `(() => {
  const number = (one) => typeof one === 'number' && Number.isFinite(one);
  const point = (one) => typeof one === 'object' && one !== null && number(one.x) && number(one.y);
  const found = (app) => {
    if (typeof app !== 'object' || app === null || app instanceof Node) return undefined;
    const { viewport, scale, offset, transform } = app;
    if (typeof viewport === 'object' && viewport !== null && number(viewport.zoom) && point(viewport.center))
      return ['viewport', viewport.zoom, viewport.center.x, viewport.center.y];
    if (number(scale) && point(offset)) return ['scale-offset', scale, offset.x, offset.y];
    const matrix = typeof transform === 'object' && transform !== null ? transform.matrix : undefined;
    if (typeof matrix !== 'object' || matrix === null) return undefined;
    const six = number(matrix.a) ? ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => matrix[key]) : [...matrix].slice(0, 6);
    return six.length === 6 && six.every(number) ? ['matrix', ...six] : undefined;
  };
  for (const name of ${JSON.stringify(APP_GLOBALS)}) {
    try {
      const one = found(window[name]);
      if (one !== undefined) return one;
    } catch {}
  }
  return [];
})()`;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export async function findTransform(
  deps: PageDeps,
  origin: string,
  target: ElementTarget | undefined,
): Promise<{ readonly origin: string; readonly found: FoundTransform }> {
  const { view } = deps.tab;
  const seen = target === undefined ? await onlyCanvas(deps) : requireDeclared(deps, target);
  await view.confirm(seen);
  const document = await scriptDocument(view, seen);
  if (document.origin !== seen.facts.frameOrigin) throw new Failure('browser.not-actionable', 'it is no canvas');
  const answer = await document.run(PROBE, PROBE_MILLISECONDS);
  const read = 'text' in answer ? readShape(answer.text) : undefined;
  if (read === undefined) throw new Failure('canvas.no-transform');
  return { origin, found: { shape: read.shape, transform: inViewport(read, await boxInViewport(deps, seen)) } };
}

async function onlyCanvas({ tab }: PageDeps): Promise<LocatedElement> {
  const seen = await tab.view.findInTop('canvas');
  if (seen === undefined) throw new Failure('browser.no-match', 'the page has no canvas that can be seen');
  return seen;
}

interface ReadShape {
  readonly shape: FoundTransform['shape'];
  readonly numbers: readonly number[];
}

const LENGTHS = { viewport: 3, 'scale-offset': 3, matrix: 6 } as const;
const SHAPES = ['viewport', 'scale-offset', 'matrix'] as const;

function readShape(text: string): ReadShape | undefined {
  const [named, ...rest] = listIn(text);
  const shape = SHAPES.find((one) => one === named);
  const numbers = rest.filter((one) => typeof one === 'number');
  return shape !== undefined && numbers.length === LENGTHS[shape] && rest.length === numbers.length
    ? { shape, numbers }
    : undefined;
}

function listIn(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** From the canvas's own corner to that of the viewport. */
function inViewport({ shape, numbers }: ReadShape, box: Box): CanvasTransform {
  const [first = 1, second = 0, third = 0, fourth = 1, fifth = 0, sixth = 0] = numbers;
  if (shape === 'matrix') return { a: first, b: second, c: third, d: fourth, e: fifth + box.x, f: sixth + box.y };
  const [shiftX, shiftY] =
    shape === 'viewport' ? [box.width / 2 - second * first, box.height / 2 - third * first] : [second, third];
  return { a: first, b: 0, c: 0, d: first, e: shiftX + box.x, f: shiftY + box.y };
}

async function boxInViewport({ tab }: PageDeps, seen: LocatedElement): Promise<Box> {
  const [box, session] = await Promise.all([tab.view.box(seen), cdpSessionOf(tab.page)]);
  const { cssVisualViewport } = await session.send('Page.getLayoutMetrics');
  return { ...box, x: box.x - cssVisualViewport.pageX, y: box.y - cssVisualViewport.pageY };
}
