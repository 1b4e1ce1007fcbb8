import { Failure } from '../../core/index.js';
import type { Box, SecretPlaces } from '../tab-view.js';
import type { FrameDocument } from './frame-documents.js';
import { boxInTop, scrollOfTop, type GeometryRoom } from './frame-geometry.js';
import { isBoxes, isNumbers } from './wire-check.js';
import type { WireBox } from './wire.js';

interface Watched {
  readonly document: FrameDocument;
  readonly children: readonly Watched[];
}

const MOST_FRAMES = 40;
const MOST_DEPTH = 5;

export async function watchSecretPlaces(room: GeometryRoom): Promise<SecretPlaces> {
  const scroll = await scrollOfTop(room);
  const top = await documentsUnder(room, await room.documents.top(), 0);
  const first = await placesIn(room, top, 'watchSecrets');
  return {
    first: onPage(first, scroll),
    end: async () => {
      const places = await placesIn(room, top, 'secretsSeen');
      // The page may have scrolled on the way: what was seen is hidden in both coordinates.
      return [...onPage(places, scroll), ...onPage(places, await scrollOfTop(room))];
    },
  };
}

function onPage(boxes: readonly Box[], scroll: { readonly x: number; readonly y: number }): Box[] {
  return boxes.map(({ x, y, width, height }) => ({ x: x + scroll.x, y: y + scroll.y, width, height }));
}

async function documentsUnder(room: GeometryRoom, document: FrameDocument, depth: number): Promise<Watched> {
  const nodes = depth >= MOST_DEPTH ? [] : await room.elements.ask(document, 'query', ['iframe, frame', MOST_FRAMES]);
  const children = await Promise.all(
    (isNumbers(nodes) ? nodes : []).map(async (node) => {
      const child = await room.documents.child(document, node);
      return child === undefined ? [] : [await documentsUnder(room, child, depth + 1)];
    }),
  );
  return { document, children: children.flat() };
}

/** In the coordinates of the top viewport. */
async function placesIn(room: GeometryRoom, watched: Watched, method: string): Promise<Box[]> {
  const { document, children } = watched;
  const frames = children.map((child) => child.document.parent?.node ?? 0);
  const seen = await room.elements.ask(document, method, method === 'watchSecrets' ? [frames] : []);
  if (seen === undefined) return [];
  if (!isBoxes(seen)) throw new Failure('browser.not-actionable', 'a secret field on the page does not hold still');
  const own = seen.filter(({ n }) => !frames.includes(n));
  const boxes = await Promise.all(own.map((box) => boxInTop(room, document, box)));
  for (const child of children) boxes.push(...(await placesInChild(room, child, document, seen, method)));
  return boxes;
}

/** In a frame that moved, a secret may be anywhere: all of the frame is hidden, wherever it was. */
async function placesInChild(
  room: GeometryRoom,
  child: Watched,
  parent: FrameDocument,
  seen: readonly WireBox[],
  method: string,
): Promise<Box[]> {
  const inside = await placesIn(room, child, method);
  const stood = seen.filter(({ n }) => n === child.document.parent?.node);
  if (inside.length === 0 || stood.length <= 1) return inside;
  return Promise.all(stood.map((box) => boxInTop(room, parent, box)));
}
