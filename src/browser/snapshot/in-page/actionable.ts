import { labelsOf } from './labels.js';
import {
  attribute,
  firstChild,
  hasAttribute,
  hasAttributes,
  isInput,
  inputType,
  localName,
  boundingRect,
  checkVisibility,
  querySelectorAll,
  tabIndexOf,
} from './natives.js';
import { INTERACTIVE_ROLES } from './roles.js';
import { isEditingHost } from './states.js';

/** Can a person act on it, as far as the element itself tells? A pointer cursor is judged where styles are read. */
export function isActionable(element: Element, role: string): boolean {
  if (INTERACTIVE_ROLES.has(role)) return localName(element) !== 'option';
  if (!hasAttributes(element)) return false;
  if (hasAttribute(element, 'onclick') || hasAttribute(element, 'onmousedown')) return true;
  if (element instanceof HTMLElement) {
    if (hasAttribute(element, 'tabindex') && tabIndexOf(element) >= 0) return true;
    if (hasAttribute(element, 'contenteditable') && isEditingHost(element)) return true;
  }
  return attribute(element, 'draggable') === 'true' || hasAttribute(element, 'aria-haspopup');
}

/** The visible label through which a person uses a checkbox, radio or file field that is itself hidden. */
export function standInLabel(element: Element): Element | undefined {
  if (!isInput(element) || !/^(?:checkbox|radio|file)$/u.test(inputType(element))) return undefined;
  return labelsOf(element).find((label) => {
    if (!checkVisibility(label, { opacityProperty: true, visibilityProperty: true })) return false;
    const rect = boundingRect(label);
    return rect.width >= 4 && rect.height >= 4;
  });
}

const ICON =
  /(?:^|[-_ ])(?:icon|icons|ico|fa|fas|far|fab|glyphicon|mdi|bi|material-icons|lucide|octicon|codicon)(?:[-_ ]|$)/iu;

/** A picture inside something clickable that may do something else than its surroundings: a bin in a row. */
export function isIcon(element: Element, tag: string): boolean {
  if (tag === 'svg' || tag === 'img') return true;
  return (
    (tag === 'i' || tag === 'span') && firstChild(element) === null && ICON.test(attribute(element, 'class') ?? '')
  );
}

/** What a nameless icon may be: the only thing that tells a folder from a file or a bin from a pencil. */
export function hintOf(element: Element): string | undefined {
  if (element instanceof SVGGeometryElement) {
    const { fill, stroke } = getComputedStyle(element);
    return `${localName(element)} ${attribute(element, 'fill') ?? (fill === 'none' ? stroke : fill)}`;
  }
  const candidates = [element, ...querySelectorAll(element, 'svg, use, i, span, img')].slice(0, 6);
  for (const one of candidates) {
    const said =
      attribute(one, 'data-icon') ??
      attribute(one, 'data-testid') ??
      attribute(one, 'data-lucide') ??
      attribute(one, 'href') ??
      attribute(one, 'xlink:href');
    if (said !== null && localName(one) !== 'a' && said.trim() !== '') return lastPart(said);
    const source = localName(one) === 'img' ? attribute(one, 'src') : null;
    if (source !== null && !source.startsWith('data:')) return lastPart(source);
    const classes = (attribute(one, 'class') ?? '').split(/\s+/u).filter((name) => ICON.test(name));
    const longest = classes.sort((a, b) => b.length - a.length)[0];
    if (longest !== undefined) return longest.slice(0, 40);
  }
  return attribute(element, 'id') ?? undefined;
}

function lastPart(path: string): string {
  const tail =
    path.split(/[?#]/u).find((part, i, all) => part !== '' && (i > 0 || all.length === 1 || !part.includes('.svg'))) ??
    path;
  return (tail.split('/').at(-1) ?? tail).replace(/\.(?:svg|png|gif|webp|jpe?g)$/iu, '').slice(0, 40);
}
