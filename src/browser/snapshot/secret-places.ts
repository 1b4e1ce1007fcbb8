import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../core/index.js';
import type { Box, FindSecrets, SecretPlaces } from '../tab-view.js';
import type { FrameDocument } from './frame-documents.js';
import { boxInTop, scrollOfTop, type GeometryRoom } from './frame-geometry.js';
import { textPlaces } from './text-places.js';
import { isBesides, isBoxes, isNumbers } from './wire-check.js';
import type { WireBox } from './wire.js';

export interface Watched {
  readonly document: FrameDocument;
  /** By the frame's element. Undefined: nobody can look into it. */
  readonly children: ReadonlyMap<number, Watched | undefined>;
}

const MOST_FRAMES = 200;
const MOST_DEPTH = 5;
/** Most transitions are over after a quarter of a second. */
const TRANSITION_TRIES = 3;
const TRANSITION_MS = 200;

export async function watchSecretPlaces(room: GeometryRoom, find?: FindSecrets): Promise<SecretPlaces> {
  const [scroll, top] = await Promise.all([
    scrollOfTop(room),
    room.documents.top().then((document) => documentsUnder(room, document, 0)),
  ]);
  const all = allIn(top);
  const texts = async (): Promise<readonly Box[]> =>
    find === undefined ? [] : onPage(await textPlaces(room, all, find), await scrollOfTop(room));
  const [fields] = await Promise.all([placesInTop(room, top, 'watchSecrets'), refuseBesides(room, all, find)]);
  const shown = await texts();
  const first = [...onPage(fields, scroll), ...shown];
  return {
    first,
    end: async () => {
      const [places] = await Promise.all([
        placesInTop(room, top, 'secretsSeen'),
        refuseBesides(room, all, find ?? (first.length > 0 ? NOTHING : undefined)),
      ]);
      // Text is looked at before and after, not in every frame: where it was in between is known only if it stood still.
      if (!isDeepStrictEqual(await texts(), shown)) throw new Failure('page.secret-shown', 'it does not hold still');
      // The page may have scrolled on the way: what was seen is hidden in both coordinates.
      return [...first, ...onPage(places, scroll), ...onPage(places, await scrollOfTop(room))];
    },
  };
}

const NOTHING: FindSecrets = Object.assign(() => [], { inPieces: () => new Set<number>() });

/** What the browser paints over the page: pictures of a view transition, and messages at fields with wrong values. */
async function refuseBesides(
  room: GeometryRoom,
  documents: readonly FrameDocument[],
  find: FindSecrets | undefined,
): Promise<void> {
  if (find === undefined) return;
  for (let tries = 1; ; tries += 1) {
    const answers = await Promise.all(documents.map((document) => room.elements.ask(document, 'paintedBesides', [])));
    const besides = answers.filter((answer) => answer !== undefined);
    if (!besides.every(isBesides) || besides.some(({ messages }) => messages.some((one) => find(one).length > 0)))
      throw new Failure('page.secret-shown', 'a message of the browser may show it');
    if (!besides.some(({ isInTransition }) => isInTransition)) return;
    if (tries > TRANSITION_TRIES)
      throw new Failure('page.secret-shown', 'a view transition paints what was there before: try again after it');
    await sleep(TRANSITION_MS);
  }
}

export function allIn({ document, children }: Watched): FrameDocument[] {
  const inside = [...children.values()].flatMap((child) => (child === undefined ? [] : allIn(child)));
  return [document, ...inside];
}

function onPage(boxes: readonly Box[], scroll: { readonly x: number; readonly y: number }): Box[] {
  return boxes.map(({ x, y, width, height }) => ({ x: x + scroll.x, y: y + scroll.y, width, height }));
}

export async function documentsUnder(room: GeometryRoom, document: FrameDocument, depth: number): Promise<Watched> {
  const [frames, objects] = await Promise.all([
    room.elements.ask(document, 'query', ['iframe, frame', MOST_FRAMES + 1]),
    room.elements.ask(document, 'query', ['object, embed', MOST_FRAMES + 1]),
  ]);
  const nodes = isNumbers(frames) ? frames : [];
  const embedded = isNumbers(objects) ? objects : [];
  if (nodes.length + embedded.length > MOST_FRAMES)
    throw new Failure('browser.not-actionable', 'there are too many frames on the page');
  const children = await Promise.all(
    [...nodes, ...embedded].map(async (node): Promise<[number, Watched | undefined | 'no frame']> => {
      const child = depth >= MOST_DEPTH ? undefined : await reach(room, document, node);
      if (child === 'no frame') return [node, embedded.includes(node) ? 'no frame' : undefined];
      return [node, child === undefined ? undefined : await documentsUnder(room, child, depth + 1)];
    }),
  );
  const held = children.flatMap(([node, child]) => (child === 'no frame' ? [] : [[node, child] as const]));
  return { document, children: new Map(held) };
}

async function reach(
  room: GeometryRoom,
  parent: FrameDocument,
  node: number,
): Promise<FrameDocument | undefined | 'no frame'> {
  try {
    return (await room.documents.child(parent, node)) ?? 'no frame';
  } catch (error) {
    if (error instanceof Failure && error.code === 'call.deadline') return undefined;
    throw error;
  }
}

type Method = 'watchSecrets' | 'secretsSeen';

async function placesInTop(room: GeometryRoom, top: Watched, method: Method): Promise<readonly Box[]> {
  const places = await placesIn(room, top, method);
  if (places === undefined) throw new Failure('policy.changed', 'the page went elsewhere while its picture was taken');
  return places;
}

/** In the coordinates of the top viewport. Undefined: the document is gone, and where it had secrets is not known. */
async function placesIn(room: GeometryRoom, watched: Watched, method: Method): Promise<Box[] | undefined> {
  const { document, children } = watched;
  const seen = await room.elements.ask(document, method, method === 'watchSecrets' ? [[...children.keys()]] : []);
  if (seen === undefined) return undefined;
  if (!isBoxes(seen)) throw new Failure('browser.not-actionable', 'a secret field on the page does not hold still');
  const own = seen.filter(({ n }) => !children.has(n));
  const boxes = own.map(async (box) => [await boxInTop(room, document, grown(box, box))]);
  const inside = [...children].map(([node, child]) => {
    const stood = seen.filter(({ n }) => n === node);
    return placesInChild(room, child, document, stood, method);
  });
  return (await Promise.all([...boxes, ...inside])).flat();
}

/** In a frame that moved, or that nobody can look into, a secret may be anywhere: all of it is hidden, wherever it was. */
async function placesInChild(
  room: GeometryRoom,
  child: Watched | undefined,
  parent: FrameDocument,
  stood: readonly WireBox[],
  method: Method,
): Promise<readonly Box[]> {
  const inside = child === undefined ? undefined : await placesIn(room, child, method);
  if (inside !== undefined && inside.length === 0) return inside;
  // Effects around a frame move or copy all that is painted in it.
  const [{ beyond = 0 } = {}] = stood.filter((box) => box.beyond !== undefined);
  if (inside !== undefined && stood.length <= 1) return inside.map((box) => grown(box, { beyond }));
  return Promise.all(stood.map((box) => boxInTop(room, parent, grown(box, box))));
}

function grown({ x, y, width, height }: Box, { beyond = 0 }: { readonly beyond?: number }): Box {
  if (beyond < 0)
    throw new Failure('page.secret-shown', 'a filter, a reflection or a drawing paints a secret field somewhere else');
  return { x: x - beyond, y: y - beyond, width: width + 2 * beyond, height: height + 2 * beyond };
}
