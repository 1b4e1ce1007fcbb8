import { attribute, isElement, localName } from './dom-primordials.js';
import { FAINT, type Entered, type InheritedStyle } from './inherited-style.js';
import type { Styles } from './styles.js';

/** Does `details` show this below its summary, in a box of the browser's own (CSS Pseudo-Elements 4)? */
export function isDetailsContent(node: Node, parent: Element): boolean {
  return localName(parent) === 'details' && (!isElement(node) || localName(node) !== 'summary');
}

/** What that box passes on: no element stands for it, so nobody else asks for its style. */
export function insideDetails(details: Element, styles: Styles, outer: InheritedStyle): InheritedStyle {
  if (outer.why !== undefined || attribute(details, 'open') === null) return outer;
  const style = styles.pseudo(details, '::details-content');
  // A browser that does not know it has no style for it.
  if (style.display === '') return outer;
  const opacity = outer.opacity * Number(style.opacity);
  const why = whyUnseen(style, opacity);
  return opacity === outer.opacity && why === undefined ? outer : { ...outer, opacity, why };
}

/** The same for the text and the elements that an open `details` shows; undefined: it changes nothing. */
export function enterDetails(details: Element, styles: Styles, entered: Entered): Entered | undefined {
  if (localName(details) !== 'details') return undefined;
  const inner = insideDetails(details, styles, entered.inner);
  return inner === entered.inner ? undefined : { ...entered, inner, unseen: entered.unseen ?? inner.why };
}

function whyUnseen(style: CSSStyleDeclaration, opacity: number): string | undefined {
  if (style.display === 'none') return 'not displayed';
  if (style.contentVisibility === 'hidden') return 'content-visibility';
  if (opacity < FAINT) return 'transparent';
  const isFlat = (overflow: string, size: string): boolean => overflow !== 'visible' && Number.parseFloat(size) <= 2;
  return isFlat(style.overflowX, style.width) || isFlat(style.overflowY, style.height) ? 'clipped' : undefined;
}
