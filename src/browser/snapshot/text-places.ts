import { Failure } from '../../core/index.js';
import type { Box, FindSecrets } from '../tab-view.js';
import type { FrameDocument } from './frame-documents.js';
import { boxInTop, type GeometryRoom } from './frame-geometry.js';
import type { FrameSession } from './frame-session.js';
import { laidOut, type LaidOut } from './laid-out-text.js';

/**
 * Where text shows a secret, in the coordinates of the top viewport. The browser tells what it has laid out, and the
 * search is ours: no secret is handed to the page's process for it.
 */
export async function textPlaces(
  room: GeometryRoom,
  documents: readonly FrameDocument[],
  find: FindSecrets,
): Promise<Box[]> {
  const byFrame = new Map(documents.map((document) => [document.frameId, document]));
  const sessions = new Set(documents.map(({ session }) => session));
  const places: Box[] = [];
  for (const session of sessions) {
    for (const { frameId, boxes } of await boxesIn(session, find)) {
      const document = byFrame.get(frameId);
      // A frame that came meanwhile: where it stands is not known.
      if (document === undefined) throw shown();
      places.push(...(await Promise.all(boxes.map((box) => boxInTop(room, document, box)))));
    }
  }
  return places;
}

interface FrameBoxes {
  readonly frameId: string;
  /** In the frame's own viewport. */
  readonly boxes: readonly Box[];
}

async function boxesIn(session: FrameSession, find: FindSecrets): Promise<FrameBoxes[]> {
  const { documents, strings } = await session.captureLayout();
  return documents.flatMap((document) => {
    const bounds = secretBounds(laidOut(document, strings), find);
    const [left, top] = [document.scrollOffsetX ?? 0, document.scrollOffsetY ?? 0];
    const boxes = bounds.map(([x = 0, y = 0, width = 0, height = 0]) => ({ x: x - left, y: y - top, width, height }));
    return boxes.length === 0 ? [] : [{ frameId: strings[document.frameId] ?? '', boxes }];
  });
}

/** Of everything that has a part in showing one: letters of one value may stand in many elements. */
export function secretBounds(things: readonly LaidOut[], find: FindSecrets): (readonly number[])[] {
  const runs = things.filter(({ runs: isText }) => isText);
  const showing = new Set([...partsOf(runs, find), ...partsOf(things, find)]);
  return [...showing].flatMap(({ boxes, tag }) => {
    // The picture behind a whole page has no box of its own.
    if (boxes.length === 0 || tag === 'HTML' || tag === 'BODY') throw shown();
    return boxes;
  });
}

function partsOf(things: readonly LaidOut[], find: FindSecrets): LaidOut[] {
  const found = find(things.map(({ text }) => text).join(''));
  if (found.length === 0) return [];
  let end = 0;
  return things.filter(({ text }) => {
    const start = end;
    end += text.length;
    return found.some((range) => range.start < end && range.end > start);
  });
}

function shown(): Failure {
  return new Failure('page.secret-shown');
}
