import { parseColour, type Colour } from './colours.js';
import { flatParent, namespaceUri } from './dom-primordials.js';
import type { Styles } from './styles.js';

/** Less than two degrees. */
const LEVEL = 0.03;
const SVG = 'http://www.w3.org/2000/svg';

/** How some text should look in a picture of the page. */
export interface ExpectedColours {
  /** Fill, outline and shadow; empty when styles do not tell. */
  readonly colours: readonly Colour[];
  /** Something between the text and the screen changes colours. */
  readonly altered: boolean;
  /** Its lines are not level. */
  readonly turned: boolean;
}

/** The colours that text is painted in, as far as styles tell. */
export class ColourExpectations {
  readonly #styles: Styles;
  readonly #altered = new Map<Element, boolean>();
  readonly #turned = new Map<Element, boolean>();
  readonly #known = new Map<Element, ExpectedColours>();

  constructor(styles: Styles) {
    this.#styles = styles;
  }

  of(element: Element): ExpectedColours {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const tint = {
      colours: coloursOf(element, this.#styles.of(element)),
      altered: this.#isAltered(element),
      turned: this.#isTurned(element),
    };
    this.#known.set(element, tint);
    return tint;
  }

  #isAltered(element: Element): boolean {
    const known = this.#altered.get(element);
    if (known !== undefined) return known;
    const { filter, mixBlendMode } = this.#styles.of(element);
    const parent = flatParent(element);
    const found =
      (filter !== 'none' && !/^opacity\([^)]*\)$/u.test(filter)) ||
      mixBlendMode !== 'normal' ||
      (parent !== null && this.#isAltered(parent));
    this.#altered.set(element, found);
    return found;
  }

  #isTurned(element: Element): boolean {
    const known = this.#turned.get(element);
    if (known !== undefined) return known;
    const { transform, rotate } = this.#styles.of(element);
    const parent = flatParent(element);
    const turns = (transform !== 'none' && isTurning(transform)) || rotate !== 'none';
    const found = turns || (parent !== null && this.#isTurned(parent));
    this.#turned.set(element, found);
    return found;
  }
}

function isTurning(transform: string): boolean {
  const { a, b, c, d, is2D } = new DOMMatrixReadOnly(transform);
  return !is2D || Math.abs(b) > Math.abs(a) * LEVEL || Math.abs(c) > Math.abs(d) * LEVEL;
}

/** Fill, outline and shadow of text in this style. */
export function coloursOf(element: Element, style: CSSStyleDeclaration): readonly Colour[] {
  if (namespaceUri(element) === SVG) return drawnColours(style);
  const outlined = Number.parseFloat(style.webkitTextStrokeWidth) > 0;
  const outline = outlined ? [style.webkitTextStrokeColor] : [];
  const shadows = style.textShadow === 'none' ? [] : (style.textShadow.match(/[a-z]+\([^()]*\)/gu) ?? []).slice(0, 3);
  return visibleColours([style.webkitTextFillColor, ...outline, ...shadows].map(parseColour));
}

/** Of a drawing, whose fill and outline have an opacity of their own. */
function drawnColours({
  fill,
  fillOpacity,
  stroke,
  strokeOpacity,
  strokeWidth,
}: CSSStyleDeclaration): readonly Colour[] {
  const paint = (colour: string, opacity: string): Colour | undefined => {
    const found = parseColour(colour);
    return found === undefined ? undefined : { ...found, a: found.a * Number(opacity) };
  };
  const outline = Number.parseFloat(strokeWidth) > 0 ? [paint(stroke, strokeOpacity)] : [];
  return visibleColours([paint(fill, fillOpacity), ...outline]);
}

function visibleColours(colours: readonly (Colour | undefined)[]): readonly Colour[] {
  return colours.filter((colour) => colour !== undefined).filter(({ a }) => a > 0.02);
}
