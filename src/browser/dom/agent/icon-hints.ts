import { attribute, isButton, localName, querySelector, querySelectorAll, textContent } from './dom-primordials.js';
import { parseColour } from './colours.js';
import { cut } from './cut-text.js';
import { sensitiveKind } from './sensitive.js';

const ICON =
  /(?:^|[-_ ])(?:icon|icons|ico|fa|fas|far|fab|glyphicon|mdi|bi|material-icons|lucide|octicon|codicon|dashicons|icofont|feather|ti|ri|pi|la|bx)(?:[-_ ]|$)/iu;

/** Words of icon fonts and of their sizes, which stand on every icon. */
const LIBRARY = new Set(
  `icon icons ico fa fas far fab fal fad glyphicon glyphicons mdi bi material symbols outlined lucide octicon codicon
  dashicons icofont feather ti ri pi la bx bxs font svg img sprite sprites glyph ui btn btns button buttons only small sm
  large lg medium md xs xl xxl solid regular light thin rounded fw spin 1x 2x 3x js css action actions`
    .trim()
    .split(/\s+/u),
);
/** Words that say how something looks, is laid out or built: not what it is for. */
const PLAIN = new Set(
  `image picture pic graphic round circle primary secondary tertiary default link links item items clickable control
  controls wrapper wrap container content inner outer box base root main component element el widget hook active disabled
  enabled selected hover focus visible hidden show open is has no with text label tooltip tip toggle click handler me on
  off the and for div span input field form group row col cell left right center top bottom inline block flex grid white
  black gray grey blue red green color colors colour colours swatch tile dark ghost flat raised square tiny big pointer cursor ng scope mat mui chakra ant sc jsx
  emotion styled theme size width height index src assets static public data blank pixel spacer transparent placeholder
  undefined null true false void javascript`
    .trim()
    .split(/\s+/u),
);
const UTILITY =
  /^-?(?:w|h|p|m|px|py|pt|pb|pl|pr|mx|my|mt|mb|ml|mr|gap|z|top|inset|text|bg|border|rounded|shadow|flex|grid|col|row|items|justify|self|font|leading|tracking|opacity|cursor|transition|duration|ease|overflow|size|min|max|space|ring|outline|fill|stroke|order|d|align|float|position|object|shrink|grow|basis|select)-[\w.]+$/u;
const MAX_HINT = 40;

/** Does a name say more than that something is an icon or a button? Made-up class names (`css-1q2w3e`) say nothing. */
function speaks(name: string, isIcon = false): boolean {
  if (name.length < 2 || UTILITY.test(name) || /[:[\]/@]/u.test(name)) return false;
  const words = name
    .replace(/([a-z])([A-Z])/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.some(
    (word) =>
      word.length > (isIcon ? 1 : 2) &&
      !LIBRARY.has(word.toLowerCase()) &&
      (isIcon || !PLAIN.has(word.toLowerCase())) &&
      !/^\d+$/u.test(word) &&
      !/\p{L}\d+\p{L}|\d\p{L}+\d|^[^aeiouyAEIOUY\P{ASCII}]{4,}$/u.test(word),
  );
}

function said(name: string | null | undefined, isIcon = false): string | undefined {
  const text = (name ?? '').trim();
  return text !== '' && speaks(text, isIcon) ? cut(text, MAX_HINT) : undefined;
}

function firstOf<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a nameless control may be: the only thing that tells a folder from a file or a bin from a pencil. */
export function hintOf(element: Element): string | undefined {
  if (element instanceof SVGGeometryElement) return shapeOf(element);
  const parts = [element, ...querySelectorAll(element, 'svg, use, i, span, img, em, b')].slice(0, 8);
  const find = (from: (part: Element) => string | undefined): string | undefined => firstOf(parts, from);
  return (
    find(iconClass) ??
    find(svgName) ??
    find(cssImage) ??
    find(imageName) ??
    find(plainClass) ??
    said(attribute(element, 'name')) ??
    hrefEnd(element) ??
    tooltipOf(element) ??
    firstOf(['data-testid', 'data-test', 'data-action', 'id'], (name) => said(attribute(element, name)))
  );
}

export function tooltipOf(element: Element): string | undefined {
  // A page may copy what is in a secret field into its tooltip.
  return sensitiveKind(element) === undefined ? firstOf(TOOLTIPS, (name) => said(attribute(element, name))) : undefined;
}

/** What only its colour tells apart: swatches, seats, cells of a board. The browser's own ground of a button says nothing. */
export function colourHint(element: Element): string | undefined {
  if (element instanceof SVGElement || FIELD.test(localName(element))) return undefined;
  const colour = parseColour(getComputedStyle(element).backgroundColor);
  if (colour === undefined || colour.a < 1) return undefined;
  const { r, g, b } = colour;
  const isPlainButton = isButton(element) && r === BUTTON_FACE && g === BUTTON_FACE && b === BUTTON_FACE;
  return isPlainButton
    ? undefined
    : `#${[r, g, b].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

const FIELD = /^(?:input|textarea|select)$/u;
const BUTTON_FACE = 239;

const TOOLTIPS = ['title', 'data-tooltip', 'data-original-title', 'data-bs-original-title', 'data-title', 'data-tip'];

function shapeOf(element: SVGGeometryElement): string {
  const { fill, stroke } = getComputedStyle(element);
  return `${localName(element)} ${attribute(element, 'fill') ?? (fill === 'none' ? stroke : fill)}`;
}

/** Icon fonts say it in a class, icon components in an attribute. */
function iconClass(part: Element): string | undefined {
  const named = firstOf(['data-icon', 'data-lucide', 'data-feather'], (name) => said(attribute(part, name), true));
  const classes = classesOf(part).filter((name) => ICON.test(name) && speaks(name, true));
  const [longest] = classes.sort((a, b) => b.length - a.length);
  return named ?? (longest === undefined ? undefined : cut(longest, MAX_HINT));
}

function svgName(part: Element): string | undefined {
  const tag = localName(part);
  if (tag === 'use') return lastPart(attribute(part, 'href') ?? attribute(part, 'xlink:href') ?? '');
  const title = tag === 'svg' ? querySelector(part, 'title') : null;
  return title === null ? undefined : said(textContent(title), true);
}

const IMAGES = ['content', 'background-image', 'mask-image', '-webkit-mask-image'];

function cssImage(part: Element): string | undefined {
  return firstOf([undefined, '::before', '::after'], (pseudo) => {
    const style = getComputedStyle(part, pseudo);
    return firstOf(IMAGES, (name) => {
      const [, url] = /url\("([^"]+)"\)/u.exec(style.getPropertyValue(name)) ?? [];
      return url === undefined ? undefined : lastPart(url);
    });
  });
}

function imageName(part: Element): string | undefined {
  return localName(part) === 'img' ? lastPart(attribute(part, 'src') ?? '') : undefined;
}

function plainClass(part: Element): string | undefined {
  return firstOf(classesOf(part), (name) => said(name));
}

function classesOf(part: Element): string[] {
  return (attribute(part, 'class') ?? '').split(/\s+/u).slice(0, 20);
}

function hrefEnd(element: Element): string | undefined {
  const href = localName(element) === 'a' ? attribute(element, 'href') : null;
  if (href === null || /^\s*(?:javascript|data|blob):/iu.test(href)) return undefined;
  // Queries and fragments may carry anything.
  return lastPart(href.split(/[?#]/u)[0] ?? '');
}

/** The name of a file, or the id in a sprite, without its ending. */
function lastPart(address: string): string | undefined {
  if (/^\s*(?:data|blob|javascript):/iu.test(address)) return undefined;
  const [path = '', query = ''] = address.split('#').reverse();
  const isId = address.includes('#') && said(path, true) !== undefined;
  const tail = (isId ? path : (query === '' ? path : query).split('?')[0]) ?? '';
  const file = tail.split('/').findLast((part) => part !== '') ?? '';
  return said(file.replace(/\.(?:svg|png|gif|webp|avif|ico|jpe?g|html?|php|aspx?)$/iu, ''), true);
}

/** A picture inside something clickable that may do something else than its surroundings: a bin in a row. */
export function hasIconClass(element: Element): boolean {
  return ICON.test(attribute(element, 'class') ?? '');
}
