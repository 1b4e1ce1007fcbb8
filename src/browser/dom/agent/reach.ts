import {
  hitInDocument,
  documentBody,
  documentElement,
  documentQueryAll,
  checkVisibility,
  flatParent,
} from './dom-primordials.js';
import { viewport, type Rect } from './rects.js';
import type { Styles } from './styles.js';
import { OPEN, type InheritedStyle } from './inherited-style.js';

const MODAL = 'dialog[open], [aria-modal=true], [role=dialog], [role=alertdialog]';
/** Text further to the side than this counts as hidden: people do not scroll so far sideways. */
const FAR_RIGHT = 3_000;

/** Where scrolling the document can bring things into view. */
export class ScrollRange {
  /** In the coordinates of the viewport as it is now. */
  readonly page: Rect;
  /** What surrounds the root. */
  readonly open: InheritedStyle;

  constructor(styles: Styles) {
    const html = documentElement(document);
    this.page = html === null ? viewport() : pageRange(styles, html);
    const isFixed = withoutScrolling(styles);
    const isLocked = (isFixed.x || isFixed.y) && isBehindDialog(styles);
    const view = viewport();
    const [holdsX, holdsY] = [isFixed.x && !isLocked, isFixed.y && !isLocked];
    const flow: Rect = {
      left: holdsX ? view.left : this.page.left,
      top: holdsY ? view.top : this.page.top,
      right: holdsX ? view.right : this.page.right,
      bottom: holdsY ? view.bottom : this.page.bottom,
    };
    this.open = { ...OPEN, flow, absolute: flow, fixed: view };
  }
}

/** A page of vertical lines is read sideways, and leftwards most often: its body's writing mode is that of the page. */
function pageRange(styles: Styles, html: Element): Rect {
  const { writingMode, direction } = styles.of(documentBody(document) ?? html);
  const isVertical = writingMode !== 'horizontal-tb';
  const isLeftward = isVertical ? writingMode.endsWith('-rl') : styles.of(html).direction === 'rtl';
  const far = isVertical ? Infinity : Math.max(2 * innerWidth, FAR_RIGHT);
  const isUpward = isVertical && (direction === 'rtl') !== (writingMode === 'sideways-lr');
  return {
    left: isLeftward ? -far - scrollX : -scrollX,
    top: isUpward ? -Infinity : -scrollY,
    right: isLeftward ? innerWidth - scrollX : far - scrollX,
    bottom: Infinity,
  };
}

/** In which directions the document does not scroll: the root's overflow, or the body's in its place. */
function withoutScrolling(styles: Styles): { readonly x: boolean; readonly y: boolean } {
  const html = documentElement(document);
  const body = documentBody(document);
  if (html === null) return { x: false, y: false };
  const own = styles.of(html);
  const isOwn = own.overflowX !== 'visible' || own.overflowY !== 'visible' || body === null;
  const { overflowX, overflowY } = isOwn ? own : styles.of(body);
  const holds = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
  return { x: holds(overflowX), y: holds(overflowY) };
}

/** While a dialog is open many pages do not scroll; they do again when it is closed. */
function isBehindDialog(styles: Styles): boolean {
  const modal = [...documentQueryAll(document, MODAL)].slice(0, 20);
  if (modal.some((element) => checkVisibility(element, { opacityProperty: true, visibilityProperty: true })))
    return true;
  const hit = hitInDocument(document, innerWidth / 2, innerHeight / 2);
  for (let up = hit; up !== null; up = flatParent(up)) if (styles.of(up).position === 'fixed') return true;
  return false;
}
