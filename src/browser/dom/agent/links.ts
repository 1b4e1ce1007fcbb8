import { UNCERTAIN_LINK } from '../../../core/uncertain-link.js';
import {
  animationTarget,
  anchorHref,
  areaHref,
  attribute,
  baseUri,
  byId,
  documentQueryAll,
  fragmentQueryAll,
  hasAttribute,
  localName,
  queryAll,
  rootNode,
} from './dom-primordials.js';

/** Copies within copies are followed so far; a page that nests them deeper hides something. */
const MAX_COPIES = 50;
const HREF = /^(?:xlink:)?href$/u;

/** Where a click on the element leads; undefined: it is no link. */
export function linkHref(element: Element): string | undefined {
  if (element instanceof HTMLAnchorElement) return hasAttribute(element, 'href') ? anchorHref(element) : undefined;
  if (element instanceof HTMLAreaElement) return hasAttribute(element, 'href') ? areaHref(element) : undefined;
  if (element instanceof SVGAElement) return svgHref(element);
  return element instanceof SVGUseElement ? copiedHref(element) : undefined;
}

/** The address of an SVG link can be animated, also by the very press that follows it (SMIL, `begin="a.mousedown"`). */
function svgHref(link: SVGAElement): string | undefined {
  if (hasAnimatedHref(link)) return UNCERTAIN_LINK;
  const said = attribute(link, 'href') ?? attribute(link, 'xlink:href');
  if (said === null) return undefined;
  return URL.canParse(said, baseUri(link)) ? new URL(said, baseUri(link)).href : said;
}

function hasAnimatedHref(link: SVGAElement): boolean {
  return allBelow(rootNode(link), 'set, animate').some(
    (one) =>
      one instanceof SVGAnimationElement &&
      HREF.test(attribute(one, 'attributeName') ?? '') &&
      animationTarget(one) === link,
  );
}

/** A copy is hit as a whole: no script can ask which of the links in it lies at a point. */
function copiedHref(use: SVGUseElement): string | undefined {
  const hrefs = new Set<string>();
  const waiting: Element[] = [use];
  for (let copies = 0; waiting.length > 0; copies += 1) {
    const source = sourceOf(waiting.pop());
    if (copies === MAX_COPIES) return UNCERTAIN_LINK;
    for (const part of source === undefined ? [] : [source, ...queryAll(source, 'a, use')]) {
      if (part instanceof SVGUseElement) waiting.push(part);
      const href = part instanceof SVGAElement ? svgHref(part) : undefined;
      if (href !== undefined) hrefs.add(href);
    }
  }
  const [only, ...others] = hrefs;
  return others.length === 0 ? only : UNCERTAIN_LINK;
}

/** A drawing in a file of its own is not seen from here. */
function sourceOf(use: Element | undefined): Element | undefined {
  if (use === undefined || localName(use) !== 'use') return undefined;
  const said = (attribute(use, 'href') ?? attribute(use, 'xlink:href') ?? '').trim();
  return said.startsWith('#') ? (byId(use, decoded(said.slice(1))) ?? undefined) : undefined;
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function allBelow(root: Node, selector: string): readonly Element[] {
  if (root instanceof Document) return [...documentQueryAll(root, selector)];
  return root instanceof DocumentFragment ? [...fragmentQueryAll(root, selector)] : [];
}
