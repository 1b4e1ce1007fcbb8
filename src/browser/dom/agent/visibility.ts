import { Anchors } from './anchors.js';
import { Backgrounds } from './backgrounds.js';
import { parseColour } from './colours.js';
import { RunningAnimations } from './running-animations.js';
import { Fonts } from './fonts.js';
import { ListMarkers } from './list-markers.js';
import { Names } from './names.js';
import { boundingRect, flatParent, makeRange, namespaceUri, textData } from './dom-primordials.js';
import { areaOf, heightOf, intersect, viewport, widthOf, type Rect } from './rects.js';
import { ScrollRange } from './reach.js';
import { scrollDirectionOf, type ScrollDirection } from './scroll-direction.js';
import { liesBehind } from './stacking.js';
import { Styles } from './styles.js';
import { GeneratedText } from './generated-text.js';
import { FAINT, enter, hiddenBy, type Entered, type InheritedStyle } from './inherited-style.js';
import { coloursOf } from './expected-colours.js';
import { VisibleWindows } from './visible-windows.js';
import { insideDetails, isDetailsContent } from './opened-details.js';
import { unseenSpans, type Span } from './hidden-spans.js';

const SVG = 'http://www.w3.org/2000/svg';
/** Text smaller than this on the screen is decoration or deceit; small print has 8 px and more. */
const TINY_FONT = 4;

export interface VisibilityResult {
  /** Undefined: a person can see it. */
  readonly why: string | undefined;
  readonly spot: ScrollDirection;
  readonly rect: Rect;
}

/** The parts of a text that are cut off are in `cut`, those that its font does not paint in `blank`. */
export type VisibleText = VisibilityResult & { readonly cut: readonly Span[]; readonly blank: readonly Span[] };

interface FieldText {
  readonly rect: Rect;
  readonly text: string;
}

const UNCUT: readonly Span[] = [];

/** What a person can see, for the time of one pass over a document that does not change meanwhile. */
export class Visibility {
  readonly styles = new Styles();
  readonly fades = new RunningAnimations(document);
  readonly windows = new VisibleWindows(this.styles);
  readonly backgrounds: Backgrounds;
  readonly generated: GeneratedText;
  readonly names: Names;
  readonly markers = new ListMarkers(this.styles);
  readonly #anchors: Anchors;
  readonly #fonts = new Fonts();
  readonly #range = makeRange(document);
  readonly reach = new ScrollRange(this.styles);
  readonly #view = viewport();
  /** In pixels of this document, which a frame around it may show smaller than it is. */
  readonly #tiny: number;

  constructor(backdrop?: string, scale = 1) {
    this.#tiny = TINY_FONT / Math.max(scale, 0.001);
    this.backgrounds = new Backgrounds(this.styles, backdrop);
    this.generated = new GeneratedText(this.styles, this.backgrounds, this.#tiny);
    this.names = new Names(this.styles, this.generated);
    this.#anchors = new Anchors(this.styles, this.windows);
  }

  spot(rect: Rect, window: Rect): ScrollDirection {
    return scrollDirectionOf(rect, window, this.#view);
  }

  inView({ left, top, right, bottom }: Rect): boolean {
    return right > 0 && bottom > 0 && left < this.#view.right && top < this.#view.bottom;
  }

  enter(element: Element, outer: InheritedStyle): Entered {
    const entered = enter(element, this.styles, this.fades, outer);
    if (entered.position === 'static' || entered.inner.why !== undefined) return entered;
    const isOut = entered.position === 'absolute' || entered.position === 'fixed';
    if (isOut && this.#anchors.hides(element))
      return hiddenBy('its anchor is not seen', entered.inner, entered.display);
    return liesBehind(element, this.styles) ? hiddenBy('covered', entered.inner, entered.display) : entered;
  }

  /** What surrounds an element that was not reached by walking down. */
  around(element: Element): InheritedStyle {
    const chain: Element[] = [];
    for (let up = flatParent(element); up !== null; up = flatParent(up)) chain.push(up);
    return chain.reduceRight((outer, up, i) => {
      const { inner } = this.enter(up, outer);
      return isDetailsContent(chain[i - 1] ?? element, up) ? insideDetails(up, this.styles, inner) : inner;
    }, this.reach.open);
  }

  text(node: Text, element: Element, inner: InheritedStyle): VisibleText {
    const rect = this.#measure(node, element);
    const spot = this.spot(rect, this.windows.of(element));
    const hidden =
      this.#place(rect, inner) ??
      this.#tooSmall(element, inner) ??
      this.#squeezed(node, rect) ??
      this.whyUnpainted(element, this.styles.of(element), inner.opacity, rect);
    if (hidden !== undefined) return { why: hidden, spot, rect, cut: UNCUT, blank: UNCUT };
    const { why, blank } = this.#fonts.see(textData(node), this.styles.of(element));
    const cut = why === undefined && this.#isCut(inner.flow, rect) ? cutSpans(node, inner.flow) : UNCUT;
    return { why, spot, rect, cut, blank };
  }

  /** Where the browser skips what is far away (`content-visibility: auto`), text has no place until its element is asked. */
  #measure(node: Text, element: Element): DOMRect {
    this.#range.selectNodeContents(node);
    const rect = this.#range.getBoundingClientRect();
    if (rect.width > 0 && rect.height > 0) return rect;
    boundingRect(element);
    return this.#range.getBoundingClientRect();
  }

  /** Why nobody can read what a field holds or asks for; its box is where the text is. */
  field(
    element: Element,
    which: '' | '::placeholder',
    inner: InheritedStyle,
    { rect, text }: FieldText,
  ): string | undefined {
    const style = which === '' ? this.styles.of(element) : this.styles.pseudo(element, which);
    const opacity = which === '' ? inner.opacity : inner.opacity * Number(style.opacity);
    return this.whyUnpainted(element, style, opacity, rect) ?? this.#fonts.see(text, style).why;
  }

  box(element: Element, inner: InheritedStyle): VisibilityResult {
    const rect = boundingRect(element);
    return { why: this.#place(rect, inner), spot: this.spot(rect, this.windows.around(element)), rect };
  }

  #place(rect: DOMRect, { flow, pinned }: InheritedStyle): string | undefined {
    if (rect.width <= 0 || rect.height <= 0) return 'zero size';
    if (rect.left >= flow.left && rect.right <= flow.right && rect.top >= flow.top && rect.bottom <= flow.bottom) {
      return undefined;
    }
    const left = intersect(rect, flow);
    const shown = widthOf(left) >= Math.min(6, rect.width / 2) && heightOf(left) >= Math.min(4, rect.height / 2);
    if (shown) return undefined;
    const isOut = pinned ? !this.inView(rect) : areaOf(intersect(rect, this.reach.page)) <= 0;
    return isOut ? 'off-screen' : 'clipped';
  }

  /** In a window that shows no whole letter of it, wherever it is scrolled. */
  #tooSmall(element: Element, { slot }: InheritedStyle): string | undefined {
    if (slot === undefined) return undefined;
    const size = Number.parseFloat(this.styles.of(element).fontSize);
    return slot.height < size * 0.6 || slot.width < size ? 'clipped' : undefined;
  }

  /** A line that runs far to the right of the page is not cut where nobody would go on scrolling. */
  #isCut(flow: Rect, { left, top, right, bottom }: Rect): boolean {
    const isOver = right > flow.right + OVER && flow.right !== this.reach.page.right;
    return isOver || left < flow.left - OVER || top < flow.top - OVER || bottom > flow.bottom + OVER;
  }

  /** Letters of no width, by their font or because they stand on top of each other. */
  #squeezed(node: Text, rect: DOMRect): string | undefined {
    const length = textData(node).trim().length;
    // A line that runs downwards is high and narrow too, but never narrower than a letter.
    const isLine = rect.width < TINY_FONT || rect.height < rect.width * 4;
    return length > 8 && rect.width < length * 0.6 && isLine && rect.height < 60 ? 'tiny' : undefined;
  }

  /** Why letters in this style, at this place in the element, leave no trace that can be read. */
  whyUnpainted(element: Element, style: CSSStyleDeclaration, opacity: number, rect: Rect): string | undefined {
    const size = Number.parseFloat(style.fontSize);
    if (size < this.#tiny || heightOf(rect) < this.#tiny) return 'tiny';
    if (style.getPropertyValue('-webkit-text-security') !== 'none') return 'shown as dots';
    const isSvg = namespaceUri(element) === SVG;
    const paint = isSvg ? style.fill : style.webkitTextFillColor;
    if (isSvg && paint === 'none')
      return style.stroke.startsWith('url') || coloursOf(element, style).length > 0 ? undefined : 'transparent';
    const fill = parseColour(paint);
    if (fill === undefined) return undefined;
    const through = isSvg ? opacity * Number(style.fillOpacity) : opacity;
    if (fill.a * through < FAINT) return this.#showsThrough(element, style, opacity) ? undefined : 'transparent';
    return this.backgrounds.swallows(element, style, opacity, rect) ? 'same colour as its background' : undefined;
  }

  /** Letters that are only an outline or a shadow, or a hole through which a background is painted. */
  #showsThrough(element: Element, style: CSSStyleDeclaration, opacity: number): boolean {
    return coloursOf(element, style).some(({ a }) => a * opacity >= FAINT) || this.#isClipText(element);
  }

  /** Gradient text: the background is painted through transparent letters. */
  #isClipText(element: Element): boolean {
    for (let up: Element | null = element, i = 0; up !== null && i < 4; up = flatParent(up), i += 1) {
      const style = this.styles.of(up);
      if (style.backgroundClip === 'text' && style.backgroundImage !== 'none')
        return !this.backgrounds.swallowsImage(up, style.backgroundImage);
    }
    return false;
  }
}

/** A few pixels over the edge cut no word off. */
const OVER = 4;

/** Words of which less than half is inside. */
function cutSpans(node: Text, flow: Rect): readonly Span[] {
  return unseenSpans(node, (rect) => areaOf(intersect(rect, flow)) < areaOf(rect) / 2);
}
