import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../../core/index.js';
import type { Box, FindSecrets, SecretPlaces } from './tab-view.js';
import type { FrameDocument } from './frame-documents.js';
import { boxInTop, scrollOfTop, type GeometryDeps } from './frame-geometry.js';
import { textPlaces } from './text-places.js';
import { isBesides, isNumbers, isWatch } from './wire-check.js';
import type { WireBox, WireWatch } from './wire.js';

export interface Watched {
  readonly document: FrameDocument;
  /** By the frame's element. Undefined: nobody can look into it. */
  readonly children: ReadonlyMap<number, Watched | undefined>;
  /** Elements that could hold a document and hold none. */
  readonly empty: ReadonlySet<number>;
}

type Frames = Pick<WireWatch, 'frames' | 'embedded'>;
const NO_FRAMES: Frames = { frames: [], embedded: [] };

const MAX_FRAMES = 200;
const MAX_DEPTH = 5;
/** Most transitions are over after a quarter of a second. */
const TRANSITION_TRIES = 3;
const TRANSITION_MS = 200;

/** The last answer of each document. */
type Answers = ReadonlyMap<FrameDocument, WireWatch>;

export async function watchSecretPlaces(deps: GeometryDeps, find?: FindSecrets): Promise<SecretPlaces> {
  const begun = new Map<FrameDocument, WireWatch>();
  const document = await deps.documents.top();
  const top = await documentsUnder(deps, document, 0, async (one) => {
    const answer = await beginWatch(deps, one, [MAX_FRAMES + 1, find !== undefined]);
    if (isWatch(answer)) begun.set(one, answer);
    return isWatch(answer) ? answer : NO_FRAMES;
  });
  const scroll = begun.get(document) ?? { x: 0, y: 0 };
  const all = allIn(top);
  const texts = async (): Promise<readonly Box[]> =>
    find === undefined ? [] : onPage(await textPlaces(deps, all, find), await scrollOfTop(deps));
  const [fields] = await Promise.all([placesInTop(deps, top, begun), refuseBesides(deps, all, find)]);
  const shown = await texts();
  const first = [...onPage(fields, scroll), ...shown];
  return {
    first,
    end: async () => {
      const [seen] = await Promise.all([
        secretsSeen(deps, all),
        refuseBesides(deps, all, find ?? (first.length > 0 ? NOTHING : undefined)),
      ]);
      const places = await placesInTop(deps, top, seen);
      if (find !== undefined) refuseFlashed([...seen.values()], find);
      if (find !== undefined && (await hasNewRoots(all)))
        throw new Failure('page.secret-shown', 'it does not hold still');
      // Text is looked at before and after, not in every frame: where it was in between is known only if it stood still.
      if (!isDeepStrictEqual(await texts(), shown)) throw new Failure('page.secret-shown', 'it does not hold still');
      // The page may have scrolled on the way, and back: what was seen is hidden wherever that put it.
      const { scrolls, ...last } = seen.get(document) ?? { ...scroll, scrolls: [] };
      return [...first, ...[scroll, last, ...scrolls].flatMap((at) => onPage(places, at))];
    },
  };
}

/** In one round trip, unless a closed shadow root is new to the in-page program: then the watch begins again, with it. */
async function beginWatch(deps: GeometryDeps, one: FrameDocument, args: readonly unknown[]): Promise<unknown> {
  const [isNew, answer] = await Promise.all([
    one.session.findClosedRoots(),
    deps.elements.ask(one, 'watchSecrets', args),
  ]);
  return isNew ? deps.elements.ask(one, 'watchSecrets', args) : answer;
}

/** Closed shadow roots that appeared during the watch were not watched. */
async function hasNewRoots(documents: readonly FrameDocument[]): Promise<boolean> {
  const sessions = new Set(documents.map(({ session }) => session));
  return (await Promise.all([...sessions].map((session) => session.findClosedRoots()))).includes(true);
}

/** A text that stood for a frame or two, and was gone again when it was looked for, may be in the picture. */
function refuseFlashed(answers: readonly WireWatch[], find: FindSecrets): void {
  if (answers.every(({ texts }) => texts?.every((text) => find(text).length === 0) === true)) return;
  throw new Failure('page.secret-shown', 'it does not hold still');
}

async function secretsSeen(deps: GeometryDeps, documents: readonly FrameDocument[]): Promise<Answers> {
  const answers = new Map<FrameDocument, WireWatch>();
  await Promise.all(
    documents.map(async (document) => {
      const answer = await deps.elements.ask(document, 'secretsSeen', []);
      if (isWatch(answer)) answers.set(document, answer);
    }),
  );
  return answers;
}

const NOTHING: FindSecrets = Object.assign(() => [], { inPieces: () => new Set<number>() });

/** What the browser paints besides: pictures of a view transition, messages at fields, captions, parts of scrollers. */
async function refuseBesides(
  deps: GeometryDeps,
  documents: readonly FrameDocument[],
  find: FindSecrets | undefined,
): Promise<void> {
  if (find === undefined) return;
  for (let tries = 1; ; tries += 1) {
    const answers = await Promise.all(documents.map((document) => deps.elements.ask(document, 'paintedBesides', [])));
    const besides = answers.filter((answer) => answer !== undefined);
    if (!besides.every(isBesides) || besides.some(({ messages }) => messages.some((one) => find(one).length > 0)))
      throw new Failure('page.secret-shown', 'a message of the browser, a caption or a part of a scroller may show it');
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

export async function documentsUnder(
  deps: GeometryDeps,
  document: FrameDocument,
  depth: number,
  framesOf: (document: FrameDocument) => Promise<Frames> = (one) => queryFrames(deps, one),
): Promise<Watched> {
  const { frames, embedded } = await framesOf(document);
  if (frames.length + embedded.length > MAX_FRAMES)
    throw new Failure('browser.not-actionable', 'there are too many frames on the page');
  const children = await Promise.all(
    [...frames, ...embedded].map(async (node): Promise<[number, Watched | undefined | 'no frame']> => {
      const child = depth >= MAX_DEPTH ? undefined : await reach(deps, document, node);
      if (child === 'no frame') return [node, embedded.includes(node) ? 'no frame' : undefined];
      return [node, child === undefined ? undefined : await documentsUnder(deps, child, depth + 1, framesOf)];
    }),
  );
  const held = children.flatMap(([node, child]) => (child === 'no frame' ? [] : [[node, child] as const]));
  const empty = children.flatMap(([node, child]) => (child === 'no frame' ? [node] : []));
  return { document, children: new Map(held), empty: new Set(empty) };
}

async function queryFrames(deps: GeometryDeps, document: FrameDocument): Promise<Frames> {
  const [frames, objects] = await Promise.all([
    deps.elements.ask(document, 'query', ['iframe, frame', MAX_FRAMES + 1]),
    deps.elements.ask(document, 'query', ['object, embed', MAX_FRAMES + 1]),
  ]);
  return { frames: isNumbers(frames) ? frames : [], embedded: isNumbers(objects) ? objects : [] };
}

async function reach(
  deps: GeometryDeps,
  parent: FrameDocument,
  node: number,
): Promise<FrameDocument | undefined | 'no frame'> {
  try {
    return (await deps.documents.child(parent, node)) ?? 'no frame';
  } catch (error) {
    if (error instanceof Failure && error.code === 'call.deadline') return undefined;
    throw error;
  }
}

async function placesInTop(deps: GeometryDeps, top: Watched, answers: Answers): Promise<readonly Box[]> {
  const places = await placesIn(deps, top, answers);
  if (places === undefined) throw new Failure('policy.changed', 'the page went elsewhere while its picture was taken');
  return places;
}

/** In the coordinates of the top viewport. Undefined: the document is gone, and where it had secrets is not known. */
async function placesIn(deps: GeometryDeps, watched: Watched, answers: Answers): Promise<Box[] | undefined> {
  const { document, children, empty } = watched;
  const answer = answers.get(document);
  if (answer === undefined) return undefined;
  const seen = answer.places;
  if (seen === null) throw new Failure('browser.not-actionable', 'a secret field on the page does not hold still');
  const own = seen.filter(({ n }) => !children.has(n) && !empty.has(n));
  const boxes = own.map(async (box) => [await boxInTop(deps, document, grown(box, box))]);
  const inside = [...children].map(([node, child]) => {
    const stood = seen.filter(({ n }) => n === node);
    return placesInChild(deps, child, document, stood, answers);
  });
  return (await Promise.all([...boxes, ...inside])).flat();
}

/** In a frame that moved, or that nobody can look into, a secret may be anywhere: all of it is hidden, wherever it was. */
async function placesInChild(
  deps: GeometryDeps,
  child: Watched | undefined,
  parent: FrameDocument,
  stood: readonly WireBox[],
  answers: Answers,
): Promise<readonly Box[]> {
  const inside = child === undefined ? undefined : await placesIn(deps, child, answers);
  if (inside !== undefined && inside.length === 0) return inside;
  // Effects around a frame move or copy all that is painted in it.
  const [{ beyond = 0 } = {}] = stood.filter((box) => box.beyond !== undefined);
  if (inside !== undefined && stood.length <= 1) return inside.map((box) => grown(box, { beyond }));
  return Promise.all(stood.map((box) => boxInTop(deps, parent, grown(box, box))));
}

function grown({ x, y, width, height }: Box, { beyond = 0 }: { readonly beyond?: number }): Box {
  if (beyond < 0)
    throw new Failure('page.secret-shown', 'a filter, a reflection or a drawing paints a secret field somewhere else');
  return { x: x - beyond, y: y - beyond, width: width + 2 * beyond, height: height + 2 * beyond };
}
