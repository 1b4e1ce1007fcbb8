import type { Locator } from '../../core/index.js';
import type { Seen } from '../tab-view.js';
import { found, locate, type LocateRoom } from './locate.js';

/** Finds the one element that a locator means, to act on it: what it stands for, and with all that is known of it. */
export async function locateToAct(room: LocateRoom, locator: Locator, option: string | undefined): Promise<Seen> {
  const located = await locate(room, locator);
  // Where the focus is on a host itself, the key goes to the host.
  const inner = locator.by === 'focus' ? undefined : located.facts.inner;
  const meant = inner === undefined ? located : await found(room, located.document, inner);
  const acted = await room.elements.factsToAct(meant);
  const seen = await room.elements.seen(acted);
  if (option === undefined || acted.facts.tag !== 'select') return seen;
  const labels = await room.elements.onSeen(seen, 'optionLabels', [option]);
  const options = Array.isArray(labels) ? labels.filter((label) => typeof label === 'string') : [];
  return { ...seen, facts: { ...seen.facts, options } };
}
