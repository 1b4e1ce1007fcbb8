import type { WireFrameBox } from '../host/wire.js';
import { bringIntoView } from './bring-into-view.js';
import { boundingRect, clientHeight, clientLeft, clientTop, clientWidth, offsetWidth } from './dom-primordials.js';
import { elementNumbered } from './element-ids.js';
import { heightOf, intersect, widthOf } from './rects.js';
import { Visibility } from './visibility.js';

/** Less opaque than this, nobody sees what is clicked. */
export const MIN_INPUT_OPACITY = 0.2;
/** A frame that shows less than this shows no control. */
const MIN_FRAME_SIZE = 10;
const MIN_FRAME_SCALE = 0.2;

/** Where the document of a frame is in the viewport around it, and at which scale. */
export function frameBox(number: number, reveal: boolean): WireFrameBox | undefined {
  const frame = elementNumbered(number);
  if (!(frame instanceof HTMLElement)) return undefined;
  const scrolled = reveal && bringIntoView(frame);
  const rect = boundingRect(frame);
  const scale = offsetWidth(frame) === 0 ? 1 : rect.width / offsetWidth(frame);
  const style = getComputedStyle(frame);
  const left = clientLeft(frame) + Number.parseFloat(style.paddingLeft);
  const top = clientTop(frame) + Number.parseFloat(style.paddingTop);
  const width = clientWidth(frame) - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
  const height = clientHeight(frame) - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
  return {
    x: rect.left + left * scale,
    y: rect.top + top * scale,
    width: width * scale,
    height: height * scale,
    scrolled,
    scaleX: scale,
    scaleY: scale,
  };
}

/** Can a person see this frame, as far as its own parent tells? Undefined: yes, with `opacity`. */
export function frameSeen(frame: Element): { readonly why?: 'faint' | 'invisible' | 'tiny'; readonly opacity: number } {
  const visibility = new Visibility();
  const entered = visibility.enter(frame, visibility.around(frame));
  const { opacity, flow } = entered.inner;
  if (opacity < MIN_INPUT_OPACITY) return { why: 'faint', opacity };
  if (entered.unseen !== undefined) return { why: 'invisible', opacity };
  const rect = boundingRect(frame);
  const shown = intersect(rect, flow);
  const width = frame instanceof HTMLElement ? offsetWidth(frame) : 0;
  const isTiny = Math.min(widthOf(shown), heightOf(shown)) < MIN_FRAME_SIZE || rect.width < width * MIN_FRAME_SCALE;
  return isTiny ? { why: 'tiny', opacity } : { opacity };
}
