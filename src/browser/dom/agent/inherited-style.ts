import { clipBox } from './clip-box.js';
import { gradientColours, type Colour } from './colours.js';
import { boundingRect, flatParent, localName } from './dom-primordials.js';
import { EVERYWHERE, areaOf, type Rect } from './rects.js';
import type { RunningAnimations } from './running-animations.js';
import { containsPaint, cutsBelow, reachInside, type Slot } from './scroll-reach.js';
import type { Styles } from './styles.js';

/** What an element passes on to what is inside it. */
export interface InheritedStyle {
  readonly opacity: number;
  /** Where children in normal flow, absolute and fixed ones must lie, now, so that scrolling can bring them into view. */
  readonly flow: Rect;
  readonly absolute: Rect;
  readonly fixed: Rect;
  /** The smallest window of the boxes that scroll this. */
  readonly slot: Slot | undefined;
  /** Why nothing in here can be seen. */
  readonly why: string | undefined;
  /** In a box of the usual visually-hidden pattern: meant for screen readers. */
  readonly isForScreenReaders: boolean;
  /** Does not move when the page scrolls: outside the viewport is then out of reach. */
  readonly pinned: boolean;
  /** Stays in its place while the page scrolls, for a while at least. */
  readonly sticks: boolean;
}

export const OPEN: InheritedStyle = {
  opacity: 1,
  flow: EVERYWHERE,
  absolute: EVERYWHERE,
  fixed: EVERYWHERE,
  slot: undefined,
  why: undefined,
  isForScreenReaders: false,
  pinned: false,
  sticks: false,
};

export interface Entered {
  readonly inner: InheritedStyle;
  /** The element's own text and box cannot be seen, though children may (`visibility`). */
  readonly unseen: string | undefined;
  readonly display: string;
  readonly position: string;
}

export const FAINT = 0.1;

export function enter(element: Element, styles: Styles, fades: RunningAnimations, outer: InheritedStyle): Entered {
  const style = styles.of(element);
  const { display, position } = style;
  if (display === 'none') return hiddenBy('not displayed', outer, display);
  if (display === 'contents') return { inner: outer, unseen: outer.why, display, position };
  const opacity = outer.opacity * fades.opacity(element, style.opacity);
  let why = outer.why ?? (opacity < FAINT ? 'transparent' : undefined) ?? paintedAway(style);
  if (why === undefined && style.contentVisibility === 'hidden') why = 'content-visibility';
  const own = ownClip(element, position, styles, outer);
  const clip = clipped(element, styles, position, own);
  const { visibility } = style;
  const same = opacity === outer.opacity && why === outer.why && clip === PLAIN && own === outer.flow;
  // Most elements change nothing for what is inside them.
  if (same && (position === 'static' || outer.absolute === outer.flow) && !sticks(position)) {
    const unseen = outer.why ?? (visibility === 'visible' ? undefined : 'invisible');
    return { inner: outer, unseen, display, position };
  }
  const inner: InheritedStyle = {
    opacity,
    flow: clip.inside ?? own,
    absolute: position === 'static' && !clip.contains ? outer.absolute : (clip.inside ?? own),
    fixed: clip.contains ? (clip.inside ?? own) : outer.fixed,
    slot: clip.slot ?? (own === outer.flow ? outer.slot : undefined),
    why: why ?? clip.why,
    isForScreenReaders: outer.isForScreenReaders || clip.isForScreenReaders,
    // Content that scrolls inside a fixed box can be brought into view.
    pinned: (outer.pinned || position === 'fixed') && !clip.scrolls,
    sticks: outer.sticks || sticks(position),
  };
  return { inner, unseen: inner.why ?? (visibility === 'visible' ? undefined : 'invisible'), display, position };
}

const sticks = (position: string): boolean => position === 'fixed' || position === 'sticky';

/** Which ancestors' clipping applies: absolute and fixed boxes leave those that are not their containing blocks. */
function ownClip(element: Element, position: string, styles: Styles, outer: InheritedStyle): Rect {
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

export function hiddenBy(why: string, outer: InheritedStyle, display: string): Entered {
  const inner = { ...outer, why: outer.why ?? why };
  return { inner, unseen: inner.why, display, position: 'static' };
}

/** Filters, masks and turned-away faces. */
export function paintedAway(style: CSSStyleDeclaration): string | undefined {
  const { filter, maskImage } = style;
  if (filter !== 'none') {
    const [, amount] = /opacity\(([\d.]+)\)/u.exec(filter) ?? [];
    if (amount !== undefined && Number(amount) < FAINT) return 'transparent';
    const [, radius] = /blur\(([\d.]+)px\)/u.exec(filter) ?? [];
    if (radius !== undefined && Number(radius) >= 8) return 'blurred';
  }
  if (maskImage !== 'none' && maskImage !== '') {
    const colours = gradientColours(maskImage);
    if (colours?.every((colour) => colour.a < FAINT) === true || cancelsOut(style, colours)) return 'masked';
  }
  return style.backfaceVisibility === 'hidden' && facesAway(style) ? 'turned away' : undefined;
}

/** Of several opaque layers, composed so that each takes away what the other leaves, nothing is left. */
function cancelsOut(style: CSSStyleDeclaration, colours: readonly Colour[] | undefined): boolean {
  if (!/exclude|subtract/u.test(style.maskComposite) || colours === undefined) return false;
  return colours.every(({ a }) => a >= 1 - FAINT) && /^(?:auto|100%)(?:,? (?:auto|100%))*$/u.test(style.maskSize);
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
  readonly isForScreenReaders: boolean;
  readonly contains: boolean;
  readonly scrolls: boolean;
  readonly slot: Slot | undefined;
}

const PLAIN: Clip = {
  inside: undefined,
  why: undefined,
  isForScreenReaders: false,
  contains: false,
  scrolls: false,
  slot: undefined,
};

function clipped(element: Element, styles: Styles, position: string, own: Rect): Clip {
  const style = styles.of(element);
  const { overflowX, overflowY, clipPath } = style;
  const clip = position === 'absolute' || position === 'fixed' ? style.getPropertyValue('clip') : 'auto';
  const isOpen = overflowX === 'visible' && overflowY === 'visible';
  const clips = !isOpen || containsPaint(style) || cutsBelow(element, style);
  const plain = !clips && clipPath === 'none' && clip === 'auto';
  if (plain || isCanvas(element, styles)) return PLAIN;
  const rect = boundingRect(element);
  const contains = containsFixed(style);
  const tiny = rect.width <= 2 && rect.height <= 2;
  const path = clipPath === 'none' ? undefined : clipBox(clipPath, rect);
  const cut = path !== undefined && areaOf(path) < Math.min(16, areaOf(rect) / 20);
  const cutOld = clip !== 'auto' && rectIsEmpty(clip);
  if ((tiny && clips) || cut || cutOld) {
    // The pattern of every toolkit's "visually hidden" class takes the box out of the flow.
    const isForScreenReaders = position === 'absolute' || position === 'fixed';
    return { ...PLAIN, why: 'clipped', isForScreenReaders, contains };
  }
  return { ...PLAIN, contains, ...reachInside(element, rect, style, own, path) };
}

/** Overflow of the root is the viewport's; the body's is, unless the root has its own or one of them has containment. */
export function isCanvas(element: Element, styles: Styles): boolean {
  const tag = localName(element);
  if (tag !== 'body') return tag === 'html';
  const root = flatParent(element);
  if (root === null || flatParent(root) !== null) return false;
  const { overflowX, overflowY, contain } = styles.of(root);
  const isHandedOn = contain === 'none' && styles.of(element).contain === 'none';
  return isHandedOn && overflowX === 'visible' && overflowY === 'visible';
}

export function containsFixed(style: CSSStyleDeclaration): boolean {
  return (
    style.transform !== 'none' ||
    style.filter !== 'none' ||
    style.perspective !== 'none' ||
    style.contentVisibility !== 'visible' ||
    /paint|strict|content/u.test(style.contain)
  );
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
