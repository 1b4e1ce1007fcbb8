import { Backgrounds } from './backgrounds.js';
import { parseColour } from './colours.js';
import { Fades } from './fades.js';
import { Names } from './names.js';
import { boundingRect, flatParent, makeRange, namespaceUri } from './natives.js';
import { areaOf, heightOf, intersect, viewport, widthOf, type Rect } from './rects.js';
import { Styles } from './styles.js';
import { FAINT, OPEN, enter, type Entered, type Surroundings } from './surroundings.js';

const SVG = 'http://www.w3.org/2000/svg';
/** Text smaller than this is decoration or deceit; small print has 8 px and more. */
const TINY_FONT = 4;

export interface Seen {
  /** Undefined: a person can see it. */
  readonly why: string | undefined;
  readonly inView: boolean;
  readonly rect: Rect;
}

/** What a person can see, for the time of one pass over a document that does not change meanwhile. */
export class Sight {
  readonly styles = new Styles();
  readonly names = new Names(this.styles);
  readonly fades = new Fades(document);
  readonly backgrounds: Backgrounds;
  readonly #range = makeRange(document);
  readonly #reach: Rect;
  readonly #view = viewport();

  constructor(backdrop?: string) {
    this.backgrounds = new Backgrounds(this.styles, backdrop);
    this.#reach = { left: -scrollX, top: -scrollY, right: Math.max(2 * innerWidth, 3_000) - scrollX, bottom: Infinity };
  }

  inView({ left, top, right, bottom }: Rect): boolean {
    return right > 0 && bottom > 0 && left < this.#view.right && top < this.#view.bottom;
  }

  enter(element: Element, outer: Surroundings): Entered {
    return enter(element, this.styles, this.fades, outer);
  }

  /** What surrounds an element that was not reached by walking down. */
  around(element: Element): Surroundings {
    const chain: Element[] = [];
    for (let up = flatParent(element); up !== null; up = flatParent(up)) chain.push(up);
    return chain.reduceRight((outer, up) => this.enter(up, outer).inner, OPEN);
  }

  text(node: Text, element: Element, inner: Surroundings): Seen {
    this.#range.selectNodeContents(node);
    const rect = this.#range.getBoundingClientRect();
    const inView = this.inView(rect);
    const box = this.#place(rect, inner);
    return { why: box ?? this.#ink(element, inner, rect), inView, rect };
  }

  box(element: Element, inner: Surroundings): Seen {
    const rect = boundingRect(element);
    return { why: this.#place(rect, inner), inView: this.inView(rect), rect };
  }

  #place(rect: DOMRect, { flow, pinned }: Surroundings): string | undefined {
    if (rect.width <= 0 || rect.height <= 0) return 'zero size';
    if (pinned ? !this.inView(rect) : areaOf(intersect(rect, this.#reach)) <= 0) return 'off-screen';
    if (rect.left >= flow.left && rect.right <= flow.right && rect.top >= flow.top && rect.bottom <= flow.bottom) {
      return undefined;
    }
    const left = intersect(rect, flow);
    const shown = widthOf(left) >= Math.min(6, rect.width / 2) && heightOf(left) >= Math.min(4, rect.height / 2);
    return shown ? undefined : 'clipped';
  }

  #ink(element: Element, { opacity }: Surroundings, rect: DOMRect): string | undefined {
    const style = this.styles.of(element);
    const size = Number.parseFloat(style.fontSize);
    if (size < TINY_FONT || rect.height < TINY_FONT) return 'tiny';
    const isSvg = namespaceUri(element) === SVG;
    const paint = isSvg ? style.fill : style.webkitTextFillColor;
    if (isSvg && paint === 'none') return style.stroke === 'none' ? 'transparent' : undefined;
    const fill = parseColour(paint);
    if (fill === undefined) return undefined;
    if (fill.a * opacity < FAINT) return this.#isClipText(element) ? undefined : 'transparent';
    return this.backgrounds.swallows(element, fill, opacity, rect) ? 'same colour as its background' : undefined;
  }

  /** Gradient text: the background is painted through transparent letters. */
  #isClipText(element: Element): boolean {
    for (let up: Element | null = element, i = 0; up !== null && i < 4; up = flatParent(up), i += 1) {
      const style = this.styles.of(up);
      if (style.backgroundClip === 'text' && style.backgroundImage !== 'none') return true;
    }
    return false;
  }
}
