import { Failure } from '../../../core/index.js';
import type { Box, FindSecrets } from './tab-view.js';
import type { FrameDocument } from './frame-documents.js';
import { boxInTop, type GeometryDeps } from './frame-geometry.js';
import type { FrameSession } from './frame-session.js';
import { laidOut, unshownTexts, type LaidOut, type LaidOutText } from './laid-out-text.js';
import type { InkReach } from './painted-styles.js';
import { ownersOfFound, readingOrders, type Piece } from '../../visual-order.js';

/**
 * Where text shows a secret, in the coordinates of the top viewport. The browser tells what it has laid out, and the
 * search is ours: no secret is handed to the page's process for it.
 */
export async function textPlaces(
  deps: GeometryDeps,
  documents: readonly FrameDocument[],
  find: FindSecrets,
): Promise<Box[]> {
  const byFrame = new Map(documents.map((document) => [document.frameId, document]));
  // Frames that nobody finds in the page, in closed shadow roots, are painted like others.
  const sessions = new Set([...documents.map(({ session }) => session), ...(await deps.documents.everySession())]);
  const captured = (await Promise.all([...sessions].map(captureTexts))).flat();
  const showing = showingIn(
    captured.map(({ text }) => text),
    find,
  );
  await holdHidden(documents, captured, find);
  const top = documents[0]?.frameId;
  const places: Box[] = [];
  for (const { frameId, text, scroll } of captured) {
    const bounds = boundsOf(text, showing);
    if (bounds.length === 0) continue;
    const document = byFrame.get(frameId);
    // A frame that came meanwhile, or whose place is not known.
    if (document === undefined) throw elsewhere();
    if (frameId !== top && captured.some((one) => one.text.movesFrames)) throw elsewhere();
    const boxes = bounds.map(([x = 0, y = 0, width = 0, height = 0]) => ({
      ...{ x: x - scroll.x, y: y - scroll.y },
      ...{ width, height },
    }));
    places.push(...(await Promise.all(boxes.map((box) => boxInTop(deps, document, box)))));
  }
  return places;
}

const MAX_HIDDEN = 200;

/** Text that is in a document and is not shown may be shown for a moment, by a style alone: its places are watched. */
async function holdHidden(
  documents: readonly FrameDocument[],
  captured: readonly Captured[],
  find: FindSecrets,
): Promise<void> {
  await Promise.all(
    documents.map(async ({ frameId, session, world }) => {
      const unshown = captured.filter((one) => one.frameId === frameId).flatMap((one) => one.unshown);
      const holding = unshown.filter(({ text }) => find(text).length > 0).map(({ node }) => node);
      if (holding.length > MAX_HIDDEN) throw new Failure('page.secret-shown', 'it is in too many places');
      if (holding.length > 0) await session.holdHidden(world, holding);
    }),
  );
}

interface Captured {
  /** Texts that have no box, by the debugger's ids. */
  readonly unshown: readonly { readonly text: string; readonly node: number }[];
  readonly frameId: string;
  readonly text: LaidOutText;
  readonly scroll: { readonly x: number; readonly y: number };
}

async function captureTexts(session: FrameSession): Promise<Captured[]> {
  const { documents, strings } = await session.captureLayout();
  return documents.map((document) => ({
    frameId: strings[document.frameId] ?? '',
    unshown: unshownTexts(document, strings),
    text: laidOut(document, strings),
    scroll: { x: document.scrollOffsetX ?? 0, y: document.scrollOffsetY ?? 0 },
  }));
}

/** Everything that has a part in showing one: letters of one value may be in many elements, and in many frames. */
function showingIn(texts: readonly LaidOutText[], find: FindSecrets): ReadonlySet<LaidOut> {
  const showing = new Set<LaidOut>();
  const add = (pieces: readonly Piece<LaidOut>[]): void => {
    for (const owner of ownersOfFound(pieces, find)) showing.add(owner);
  };
  const inked = texts.map(({ things }) => piecesOf(things.filter(({ runs }) => runs)));
  for (const { things } of texts) {
    const runs = things.filter(({ runs: isText }) => isText);
    add(runs.map(wholeOf));
    add(things.map(wholeOf));
    // Values of fields, and what is shown in place of pictures, may be letters of one too.
    if (runs.length < things.length) for (const order of readingOrders(piecesOf(things))) add(order);
  }
  for (const pieces of inked) for (const order of readingOrders(pieces)) add(order);
  if (inked.length > 1) add(inked.flat());
  return showing;
}

const wholeOf = (owner: LaidOut): Piece<LaidOut> => ({ text: owner.text, box: [], owner });

/** What is read, box by box. */
function piecesOf(things: readonly LaidOut[]): Piece<LaidOut>[] {
  return things
    .filter(({ isInkless }) => !isInkless)
    .flatMap((owner) => owner.pieces.map(({ text, box }) => ({ text, box, owner })))
    .filter(({ box: [x = 0, y = 0, width = 0, height = 0] }) => width > 0 && x + width > 0 && y + height >= 0);
}

/** The boxes of what shows one, as far as they are painted. */
export function boundsOf(text: LaidOutText, showing: ReadonlySet<LaidOut>): (readonly number[])[] {
  const shown = text.things.filter((thing) => showing.has(thing));
  const isDrawn = shown.some((thing) => thing.isInDrawing());
  if (isDrawn && text.hasFilterImages) throw elsewhere();
  const bounds = shown.flatMap(({ boxes, tag, reach }) => {
    // The picture behind a whole page has no box of its own.
    if (boxes.length === 0 || tag === 'HTML' || tag === 'BODY') throw new Failure('page.secret-shown');
    const further = reach();
    if (further === undefined) throw elsewhere();
    return boxes.map((box) => grown(box, further));
  });
  return isDrawn ? [...bounds, ...text.copies] : bounds;
}

function grown([x = 0, y = 0, width = 0, height = 0]: readonly number[], reach: InkReach): readonly number[] {
  return [x - reach.left, y - reach.top, width + reach.left + reach.right, height + reach.top + reach.bottom];
}

/** Effects of the page paint it away from its text. */
function elsewhere(): Failure {
  return new Failure(
    'page.secret-shown',
    'a filter, a reflection, columns, a drawing or a frame paints it away from its text',
  );
}
