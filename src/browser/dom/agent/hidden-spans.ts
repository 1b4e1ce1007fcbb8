import { makeRange, textData } from './dom-primordials.js';
import type { Rect } from './rects.js';

/** Part of a text, by the offsets of its characters. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const MAX_PIECES = 3_000;

/** The words of a text, and pieces of what has no spaces, that are painted where a person cannot see them. */
export function unseenSpans(node: Text, isUnseen: (rect: Rect) => boolean): Span[] {
  const range = makeRange(document);
  const spans: Span[] = [];
  let pieces = 0;
  for (const { 0: word, index } of textData(node).matchAll(/\S{1,12}/gu)) {
    if ((pieces += 1) > MAX_PIECES) break;
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const rect = widest(range.getClientRects());
    if (rect === undefined || !isUnseen(rect)) continue;
    spans.push({ from: index, to: index + word.length });
  }
  return spans;
}

function widest(rects: DOMRectList): DOMRect | undefined {
  let found: DOMRect | undefined;
  for (const rect of rects) if (found === undefined || rect.width > found.width) found = rect;
  return found;
}

/** What is left of a text, and what was taken out. */
export function parted(data: string, spans: readonly Span[]): { readonly seen: string; readonly unseen: string } {
  const seen: string[] = [];
  const unseen: string[] = [];
  let at = 0;
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    if (to <= at) continue;
    seen.push(data.slice(at, from));
    const last = unseen.length === 0 || data.slice(at, from).trim() === '' ? data.slice(at, from) : ' ';
    unseen.push(unseen.length === 0 ? '' : last, data.slice(Math.max(at, from), to));
    at = to;
  }
  seen.push(data.slice(at));
  return { seen: seen.join(''), unseen: unseen.join('') };
}
