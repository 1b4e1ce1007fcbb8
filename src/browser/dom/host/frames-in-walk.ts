import type { WireItem, WireNode, WireWalk } from './wire.js';

/** More frames of one document than this are not looked into. */
export const MAX_FRAMES = 40;

/** The elements that hold other documents, in document order. */
export function framesIn({ kids }: Pick<WireWalk, 'kids'>): WireNode[] {
  return kids.flatMap(framesOf);
}

function framesOf(item: WireItem): WireNode[] {
  if (typeof item === 'string') return [];
  const inside = (item.kids ?? []).flatMap(framesOf);
  return item.r === 'iframe' ? [item, ...inside] : inside;
}
