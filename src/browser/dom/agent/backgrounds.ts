import { isReadableOn } from '../../../core/readable-on.js';
import { NIGHT, WHITE, blend, gradientColours, parseColour, type Colour } from './colours.js';
import {
  attribute,
  boundingRect,
  documentQueryAll,
  documentElement,
  flatParent,
  forEachFlatChild,
  isElement,
  localName,
  nextSibling,
  previousSibling,
} from './dom-primordials.js';
import { areaOf, heightOf, intersect, widthOf, type Rect } from './rects.js';
import type { Styles } from './styles.js';
import { coloursOf } from './expected-colours.js';
import { isDetailsContent } from './opened-details.js';

/** The colours that may be behind some text; `picture` when nobody can tell without looking at pixels. */
type Backdrop = readonly Colour[] | 'picture';

const PICTURES = new Set(['img', 'video', 'canvas', 'svg', 'picture', 'iframe', 'object', 'embed']);
const SHAPES = new Set(['rect', 'circle', 'ellipse', 'path', 'polygon']);
const MAX_SIBLINGS = 40;
/** A layer below this changes no colour enough to read anything by. */
const FAINTEST_LAYER = 0.1;

export class Backgrounds {
  readonly #styles: Styles;
  readonly #canvas: Colour;
  readonly #known = new Map<Element, Backdrop>();

  constructor(styles: Styles, backdrop: string | undefined) {
    this.#styles = styles;
    // A frame of another scheme than the page around it has a canvas of its own.
    const own = this.#defaultCanvas();
    this.#canvas = (own === NIGHT || backdrop === undefined ? undefined : parseColour(backdrop)) ?? own;
  }

  /** Is text in this style and place lost in its background? Its outline and shadows may still show it. */
  swallows(element: Element, style: CSSStyleDeclaration, opacity: number, rect: Rect): boolean {
    const colours = coloursOf(element, style).map((colour) => ({ ...colour, a: colour.a * opacity }));
    const behind = this.#behind(element);
    if (behind === 'picture' || !colours.every((colour) => this.#lost(colour, behind))) return false;
    const beside = this.#besides(element, rect) ?? this.#paintedOver(element, rect) ?? this.#sheetBeside(element, rect);
    return beside === undefined || (beside !== 'picture' && colours.every((colour) => this.#lost(colour, beside)));
  }

  /**
   * What lies between the background that styles name and the text: the dark layer of a hero, drawn by `::before`, a
   * shadow inside the box, an image of its border; or what changes the colours of both. Asked only where text seems lost.
   */
  #paintedOver(element: Element, rect: Rect): Backdrop | undefined {
    let up: Element | null = element;
    for (let level = 0; up !== null && level < 8; level += 1, up = flatParent(up)) {
      const found = ownLayer(this.#styles.of(up)) ?? this.#pseudoLayer(up, rect);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #pseudoLayer(element: Element, rect: Rect): Backdrop | undefined {
    for (const part of ['::before', '::after'] as const) {
      const style = this.#styles.pseudo(element, part);
      if (style.content === 'none' || !/absolute|fixed/u.test(style.position)) continue;
      const isLarge =
        Number.parseFloat(style.width) >= widthOf(rect) * 0.5 &&
        Number.parseFloat(style.height) >= heightOf(rect) * 0.5;
      if (!isLarge || Number(style.opacity) < 0.3) continue;
      if (style.backgroundImage !== 'none') return gradientColours(style.backgroundImage) ?? 'picture';
      const colour = parseColour(style.backgroundColor);
      if (colour !== undefined && colour.a > 0.3) return [blend(colour, this.#canvas)];
    }
    return undefined;
  }

  /** The same for text before or after the element's own, which may have a ground of its own. */
  swallowsGenerated(element: Element, style: CSSStyleDeclaration, rect: Rect): boolean {
    const colours = coloursOf(element, style);
    const own = parseColour(style.backgroundColor);
    if (style.backgroundImage !== 'none') return colours.length === 0;
    if (own === undefined || own.a < 0.5) return this.swallows(element, style, 1, rect);
    return colours.every((colour) => this.#isLost(colour, [own]));
  }

  /** Is what a background paints through transparent letters lost in what is behind it? */
  swallowsImage(element: Element, image: string): boolean {
    const stops = gradientColours(image);
    const parent = flatParent(element);
    const behind = parent === null ? [this.#canvas] : this.#behind(parent);
    return stops !== undefined && behind !== 'picture' && stops.every((stop) => this.#isLost(stop, behind));
  }

  /** The plain colour behind an element, for a transparent frame in it. */
  plain(element: Element): Colour | undefined {
    const behind = this.#behind(element);
    return behind === 'picture' || behind.length !== 1 ? undefined : behind[0];
  }

  readonly #verdicts = new Map<readonly Colour[], Map<string, boolean>>();

  #lost(seen: Colour, behind: readonly Colour[]): boolean {
    const verdicts = this.#verdicts.get(behind) ?? new Map<string, boolean>();
    this.#verdicts.set(behind, verdicts);
    const key = `${seen.r},${seen.g},${seen.b},${seen.a}`;
    const known = verdicts.get(key) ?? this.#isLost(seen, behind);
    verdicts.set(key, known);
    return known;
  }

  #isLost(seen: Colour, behind: readonly Colour[]): boolean {
    return behind.every((colour) => !isReadableOn(blend(seen, colour), colour));
  }

  #behind(element: Element, child?: Element): Backdrop {
    const behind = this.#ground(element);
    if (child === undefined || !isDetailsContent(child, element)) return behind;
    return this.#painted(this.#styles.pseudo(element, '::details-content'), () => behind);
  }

  #ground(element: Element): Backdrop {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const found = this.#compute(element);
    this.#known.set(element, found);
    return found;
  }

  #compute(element: Element): Backdrop {
    const style = this.#styles.of(element);
    const parent = flatParent(element);
    const below = (): Backdrop => (parent === null ? [this.#canvas] : this.#behind(parent, element));
    return this.#painted(style, below);
  }

  /** What the ground of a box makes of what is below it. */
  #painted(style: CSSStyleDeclaration, below: () => Backdrop): Backdrop {
    const colour = parseColour(style.backgroundColor);
    const { backgroundImage } = style;
    if (backgroundImage !== 'none' && style.backgroundClip !== 'text') {
      const stops = gradientColours(backgroundImage);
      if (stops === undefined) return 'picture';
      const base = colour !== undefined && colour.a >= 0.99 ? [colour] : below();
      if (base === 'picture') return stops.every((stop) => stop.a >= 0.9) ? stops : 'picture';
      return stops.flatMap((stop) => base.map((under) => blend(stop, under)));
    }
    if (colour === undefined || colour.a === 0) return below();
    if (colour.a >= 0.99) return [colour];
    const base = below();
    return base === 'picture' ? base : base.map((under) => blend(colour, under));
  }

  /** White text over a picture that is a sibling, not an ancestor: heroes, cards, captions. */
  #besides(element: Element, rect: Rect): Backdrop | undefined {
    let inner: Element = element;
    for (let level = 0; level < 8; level += 1) {
      const parent = flatParent(inner);
      if (parent === null) return undefined;
      const found = this.#amongSiblings(inner, rect);
      if (found !== undefined) return found;
      inner = parent;
    }
    return undefined;
  }

  #amongSiblings(inner: Element, rect: Rect): Backdrop | undefined {
    for (const next of [previousSibling, nextSibling]) {
      let visited = 0;
      for (let sibling = next(inner); sibling !== null && visited < MAX_SIBLINGS; sibling = next(sibling)) {
        visited += 1;
        const found = isElement(sibling) ? this.#paints(sibling, rect, 0) : undefined;
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  #paints(element: Element, rect: Rect, depth: number): Backdrop | undefined {
    const shared = areaOf(intersect(boundingRect(element), rect));
    if (shared < areaOf(rect) * 0.5) return undefined;
    const style = this.#styles.of(element);
    if (style.visibility !== 'visible' || Number(style.opacity) < 0.1) return undefined;
    if (PICTURES.has(localName(element))) return 'picture';
    if (SHAPES.has(localName(element)) && style.fill !== 'none') {
      const fill = parseColour(style.fill);
      return fill === undefined ? 'picture' : fill.a > 0.5 ? [fill] : undefined;
    }
    if (style.backgroundImage !== 'none') return gradientColours(style.backgroundImage) ?? 'picture';
    const colour = parseColour(style.backgroundColor);
    if (colour !== undefined && colour.a > 0.5 && Number(style.opacity) >= 0.99) return [colour];
    let found: Backdrop | undefined;
    if (depth < 4) {
      forEachFlatChild(element, (child) => {
        if (found === undefined && isElement(child)) found = this.#paints(child, rect, depth + 1);
      });
    }
    return found;
  }

  /** Asked last: a sheet that lets through what is behind it, where no picture and no plain ground is among the siblings. */
  #sheetBeside(element: Element, rect: Rect): Backdrop | undefined {
    let inner: Element = element;
    for (let level = 0; level < 8; level += 1) {
      const parent = flatParent(inner);
      if (parent === null) return undefined;
      for (const next of [previousSibling, nextSibling]) {
        let visited = 0;
        for (let sibling = next(inner); sibling !== null && visited < MAX_SIBLINGS; sibling = next(sibling)) {
          visited += 1;
          const found = isElement(sibling) ? this.#sheet(sibling, rect) : undefined;
          if (found !== undefined) return found;
        }
      }
      inner = parent;
    }
    return undefined;
  }

  #sheet(element: Element, rect: Rect): Backdrop | undefined {
    if (areaOf(intersect(boundingRect(element), rect)) < areaOf(rect) * 0.5) return undefined;
    const style = this.#styles.of(element);
    const colour = parseColour(style.backgroundColor);
    if (style.visibility !== 'visible' || colour === undefined) return undefined;
    const a = colour.a * Number(style.opacity);
    return a > FAINTEST_LAYER ? this.#over(element, { ...colour, a }) : undefined;
  }

  /** A layer that lets through what is behind it: half of black on white is a grey on which white is read. */
  #over(element: Element, layer: Colour): Backdrop {
    const parent = flatParent(element);
    const base = parent === null ? [this.#canvas] : this.#behind(parent);
    return base === 'picture' ? base : base.map((under) => blend(layer, under));
  }

  #defaultCanvas(): Colour {
    const root = documentElement(document);
    const own = root === null ? 'normal' : this.#styles.of(root).colorScheme;
    const scheme = own === 'normal' ? metaScheme() : own;
    const dark = /dark/u.test(scheme) && (!/light/u.test(scheme) || matchMedia('(prefers-color-scheme: dark)').matches);
    return dark ? NIGHT : WHITE;
  }
}

/** What the document says of itself where no style does. */
function metaScheme(): string {
  for (const meta of documentQueryAll(document, 'meta[name="color-scheme" i]')) {
    const content = attribute(meta, 'content');
    if (content !== null && content.trim() !== '') return content;
  }
  return '';
}

/** A layer that the box itself paints over its background. */
function ownLayer(style: CSSStyleDeclaration): Backdrop | undefined {
  if (/invert|hue|contrast|brightness|url/u.test(style.filter) || style.mixBlendMode !== 'normal') return 'picture';
  if (style.borderImageSource !== 'none') return gradientColours(style.borderImageSource) ?? 'picture';
  if (!style.boxShadow.includes('inset')) return undefined;
  const colour = parseColour(/(?:rgba?|color|oklab|oklch|lab|lch)\([^()]*\)/u.exec(style.boxShadow)?.[0] ?? '');
  return colour === undefined || colour.a < 0.3 ? undefined : [colour];
}
