import { gradientColours } from './colours.js';
import { boundingRect, clientHeight, clientLeft, clientTop, clientWidth, flatParent, localName } from './natives.js';
import { EVERYWHERE, areaOf, heightOf, intersect, widthOf, type Rect } from './rects.js';
import type { Fades } from './fades.js';
import type { Styles } from './styles.js';

/** What an element passes on to what is inside it. */
export interface Surroundings {
  readonly opacity: number;
  /** Where children in normal flow, absolute and fixed ones can be painted. */
  readonly flow: Rect;
  readonly absolute: Rect;
  readonly fixed: Rect;
  /** Why nothing in here can be seen. */
  readonly why: string | undefined;
  /** In a box of the usual visually-hidden pattern: meant for screen readers. */
  readonly spoken: boolean;
  /** Does not move when the page scrolls: outside the viewport is then out of reach. */
  readonly pinned: boolean;
}

export const OPEN: Surroundings = {
  opacity: 1,
  flow: EVERYWHERE,
  absolute: EVERYWHERE,
  fixed: EVERYWHERE,
  why: undefined,
  spoken: false,
  pinned: false,
};

export interface Entered {
  readonly inner: Surroundings;
  /** The element's own text and box cannot be seen, though children may (`visibility`). */
  readonly unseen: string | undefined;
  readonly display: string;
  readonly position: string;
}

export const FAINT = 0.1;

export function enter(element: Element, styles: Styles, fades: Fades, outer: Surroundings): Entered {
  const style = styles.of(element);
  const { display, position } = style;
  if (display === 'none') return hiddenBy('not displayed', outer, display);
  if (display === 'contents') return { inner: outer, unseen: outer.why, display, position };
  const opacity = outer.opacity * fades.opacity(element, style.opacity);
  let why = outer.why ?? (opacity < FAINT ? 'transparent' : undefined) ?? paintedAway(style);
  if (why === undefined && style.contentVisibility === 'hidden') why = 'content-visibility';
  const own = ownClip(element, position, styles, outer);
  const clip = clipped(element, style, position, own);
  const { visibility } = style;
  const same = opacity === outer.opacity && why === outer.why && clip === PLAIN && own === outer.flow;
  // Most elements change nothing for what is inside them.
  if (same && (position === 'static' || outer.absolute === outer.flow) && position !== 'fixed') {
    const unseen = outer.why ?? (visibility === 'visible' ? undefined : 'invisible');
    return { inner: outer, unseen, display, position };
  }
  const inner: Surroundings = {
    opacity,
    flow: clip.inside ?? own,
    absolute: position === 'static' && !clip.contains ? outer.absolute : (clip.inside ?? own),
    fixed: clip.contains ? (clip.inside ?? own) : outer.fixed,
    why: why ?? clip.why,
    spoken: outer.spoken || clip.spoken,
    pinned: outer.pinned || position === 'fixed',
  };
  return { inner, unseen: inner.why ?? (visibility === 'visible' ? undefined : 'invisible'), display, position };
}

/** Which ancestors' clipping applies: absolute and fixed boxes leave those that are not their containing blocks. */
function ownClip(element: Element, position: string, styles: Styles, outer: Surroundings): Rect {
  if (position !== 'absolute' && position !== 'fixed') return outer.flow;
  const clip = position === 'fixed' ? outer.fixed : outer.absolute;
  if (clip === outer.flow) return clip;
  for (let up = flatParent(element); up !== null; up = flatParent(up)) {
    const style = styles.of(up);
    if (containsFixed(style)) return outer.flow;
    if (position === 'absolute' && style.position !== 'static') return clip;
  }
  return clip;
}

function hiddenBy(why: string, outer: Surroundings, display: string): Entered {
  const inner = { ...outer, why: outer.why ?? why };
  return { inner, unseen: inner.why, display, position: 'static' };
}

/** Filters, masks and turned-away faces. */
function paintedAway(style: CSSStyleDeclaration): string | undefined {
  const { filter, maskImage } = style;
  if (filter !== 'none') {
    const [, amount] = /opacity\(([\d.]+)\)/u.exec(filter) ?? [];
    if (amount !== undefined && Number(amount) < FAINT) return 'transparent';
    const [, radius] = /blur\(([\d.]+)px\)/u.exec(filter) ?? [];
    if (radius !== undefined && Number(radius) >= 8) return 'blurred';
  }
  if (maskImage !== 'none' && maskImage !== '') {
    const colours = gradientColours(maskImage);
    if (colours?.every((colour) => colour.a < FAINT) === true) return 'masked';
  }
  return style.backfaceVisibility === 'hidden' && facesAway(style) ? 'turned away' : undefined;
}

function facesAway({ transform, rotate }: CSSStyleDeclaration): boolean {
  const matrix = new DOMMatrixReadOnly(transform === 'none' ? undefined : transform);
  const turns = /^(-?[\d.]+|[xy]) (?:(-?[\d.]+) (-?[\d.]+) )?(-?[\d.]+)deg$/u.exec(rotate);
  if (turns === null) return matrix.m33 < 0;
  const [, first = '', y, z, angle] = turns;
  const axis = first === 'x' ? [1, 0, 0] : first === 'y' ? [0, 1, 0] : [Number(first), Number(y), Number(z)];
  const turned = new DOMMatrixReadOnly().rotateAxisAngle(axis[0], axis[1], axis[2], Number(angle));
  return turned.multiply(matrix).m33 < 0;
}

interface Clip {
  /** Undefined: not narrowed. */
  readonly inside: Rect | undefined;
  readonly why: string | undefined;
  readonly spoken: boolean;
  readonly contains: boolean;
}

const PLAIN: Clip = { inside: undefined, why: undefined, spoken: false, contains: false };

function clipped(element: Element, style: CSSStyleDeclaration, position: string, own: Rect): Clip {
  const { overflowX, overflowY, clipPath } = style;
  const clip = position === 'absolute' || position === 'fixed' ? style.getPropertyValue('clip') : 'auto';
  const plain = overflowX === 'visible' && overflowY === 'visible' && clipPath === 'none' && clip === 'auto';
  if (plain || isCanvas(element)) return PLAIN;
  const rect = boundingRect(element);
  const contains = containsFixed(style);
  const tiny = rect.width <= 2 && rect.height <= 2;
  const cut = clipPath !== 'none' && pathIsEmpty(clipPath, rect);
  const cutOld = clip !== 'auto' && rectIsEmpty(clip);
  if ((tiny && overflowX !== 'visible') || cut || cutOld) {
    // The pattern of every toolkit's "visually hidden" class takes the box out of the flow.
    const spoken = position === 'absolute' || position === 'fixed';
    return { inside: undefined, why: 'clipped', spoken, contains };
  }
  return { inside: inside(element, rect, overflowX, overflowY, own), why: undefined, spoken: false, contains };
}

/** Overflow of the root and the body is the viewport's. */
function isCanvas(element: Element): boolean {
  const tag = localName(element);
  return tag === 'html' || (tag === 'body' && flatParent(flatParent(element) ?? element) === null);
}

function containsFixed(style: CSSStyleDeclaration): boolean {
  return (
    style.transform !== 'none' ||
    style.filter !== 'none' ||
    style.perspective !== 'none' ||
    /paint|strict|content/u.test(style.contain)
  );
}

const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';

function inside(element: Element, rect: DOMRect, overflowX: string, overflowY: string, own: Rect): Rect {
  const left = rect.left + clientLeft(element);
  const top = rect.top + clientTop(element);
  const right = hides(overflowX) ? left + Math.max(clientWidth(element), 0) : Infinity;
  const bottom = hides(overflowY) ? top + Math.max(clientHeight(element), 0) : Infinity;
  const box = {
    left: hides(overflowX) ? left : -Infinity,
    top: hides(overflowY) ? top : -Infinity,
    // Inline boxes have no client size, and no overflow either.
    right: clientWidth(element) === 0 && rect.width > 0 ? Infinity : right,
    bottom: clientHeight(element) === 0 && rect.height > 0 ? Infinity : bottom,
  };
  const shown = areaOf(intersect(rect, own)) > 0;
  const base = {
    left: scrolls(overflowX) && shown ? -Infinity : own.left,
    top: scrolls(overflowY) && shown ? -Infinity : own.top,
    right: scrolls(overflowX) && shown ? Infinity : own.right,
    bottom: scrolls(overflowY) && shown ? Infinity : own.bottom,
  };
  return intersect(base, box);
}

function rectIsEmpty(clip: string): boolean {
  const sides =
    /rect\(([^)]*)\)/u
      .exec(clip)?.[1]
      ?.split(/[\s,]+/u)
      .map(Number.parseFloat) ?? [];
  const [top = Number.NaN, right = Number.NaN, bottom = Number.NaN, left = Number.NaN] = sides;
  return right - left <= 2 || bottom - top <= 2;
}

function pathIsEmpty(path: string, rect: DOMRect): boolean {
  const area = Math.max(1, rect.width * rect.height);
  const insets = /inset\(([^)]*)\)/u.exec(path)?.[1];
  if (insets !== undefined) {
    const [top = 0, right = top, bottom = top, left = right] = (insets.split(' round ')[0] ?? '')
      .trim()
      .split(/\s+/u)
      .map((side, i) => length(side, i % 2 === 0 ? rect.height : rect.width));
    return Math.max(0, rect.width - left - right) * Math.max(0, rect.height - top - bottom) < Math.min(16, area / 20);
  }
  const circle = /(?:circle|ellipse)\(([\d.]+)(px|%)/u.exec(path);
  if (circle !== null)
    return length(`${circle[1] ?? ''}${circle[2] ?? ''}`, Math.min(widthOf(rect), heightOf(rect))) < 2;
  const points = /polygon\(([^)]*)\)/u.exec(path)?.[1];
  if (points === undefined) return false;
  const pairs = points
    .replace(/(?:evenodd|nonzero),/u, '')
    .split(',')
    .map((pair) => pair.trim().split(/\s+/u));
  const xs = pairs.map(([x = '0']) => length(x, rect.width));
  const ys = pairs.map(([, y = '0']) => length(y, rect.height));
  return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys)) < Math.min(16, area / 20);
}

function length(text: string, whole: number): number {
  const value = Number.parseFloat(text);
  return text.endsWith('%') ? (value * whole) / 100 : value;
}
