import type { FrameDocument, FrameDocuments } from './frame-documents.js';
import { textDoubts, topPlacing, withPins, type TextDoubts } from './doubtful-text.js';
import { blankBoxes, entryOf, overlap, type PixelArea, type DecodedPicture, type Placing } from './find-blank.js';
import type { Pixels } from '../../png.js';
import { isFrameBox, areTextBoxes } from './wire-check.js';
import type { WireTextBoxes, WireNode, WirePainting, WireWalk } from './wire.js';

/** Text that is fading in or sliding into place is given this time to arrive. */
const STILL_MILLISECONDS = 1_200;

/** A walk of a document and its frames, with a picture of the tab from the same time. */
interface PaintedWalk {
  readonly document: FrameDocument;
  readonly walk: WireWalk;
  readonly frames: ReadonlyMap<WireNode, PaintedWalk | 'no answer' | 'empty'>;
  readonly picture?: Promise<Pixels | undefined>;
}

/** One document of a walk, and where it stands in the picture. */
interface Part {
  readonly document: FrameDocument;
  readonly textBoxes: readonly WireTextBoxes[];
  readonly placing: Placing;
}

interface Doubt extends TextDoubts {
  readonly part: Part;
}

/**
 * Compares the text of a walk with a picture of the viewport, so that text which is not painted is not shown. Walk and
 * picture are not of the same moment: text counts as blank only if a second picture does not show it either, neither at
 * its old place nor at its new one.
 */
export async function comparePainted(
  documents: FrameDocuments,
  walked: PaintedWalk,
): Promise<'same' | 'changed' | 'unchecked'> {
  const parts = await partsOf(walked);
  const { width = 0 } = walked.document.parent === undefined ? walked.walk : await documents.viewport();
  const pixels = await walked.picture;
  if (pixels === undefined || width <= 0)
    return parts.some(({ textBoxes }) => textBoxes.length > 0) ? 'unchecked' : 'same';
  const doubts: Doubt[] = parts.map((part) => ({
    part,
    ...textDoubts(part.textBoxes, { pixels, width }, part.placing),
  }));
  const missing = doubts.some((doubt) => doubt.missing.length > 0);
  const second = missing ? await secondPicture(documents, doubts) : undefined;
  const notes = await Promise.all(
    doubts.map(async (doubt) => {
      const blank = second === undefined ? [] : await blankIn(doubt, { pixels: second, width });
      return note(doubt.part.document, { painted: doubt.painted, blank });
    }),
  );
  return notes.includes(true) ? 'changed' : 'same';
}

const numbersOf = (boxes: readonly WireTextBoxes[]): number[] => boxes.map(([number = -1]) => number);

async function secondPicture(
  documents: FrameDocuments,
  doubts: readonly Doubt[],
): Promise<DecodedPicture['pixels'] | undefined> {
  const waits = doubts.map(({ part, missing }) =>
    missing.length === 0
      ? Promise.resolve()
      : ask(part.document, 'untilStill', [numbersOf(missing), STILL_MILLISECONDS]),
  );
  await Promise.all(waits);
  return documents.picture();
}

async function blankIn({ part, missing }: Doubt, picture: DecodedPicture): Promise<number[][]> {
  if (missing.length === 0) return [];
  const again = await ask(part.document, 'remeasureText', [numbersOf(missing)]);
  const now = new Map((areTextBoxes(again) ? again : []).map((textBoxes) => [textBoxes[0], textBoxes]));
  return missing.flatMap((before) => {
    const after = now.get(before[0]);
    if (after === undefined) return [];
    const there = blankBoxes(entryOf(after), picture, part.placing);
    const wasThere = isSame(before, after) || blankBoxes(entryOf(before), picture, part.placing).length > 0;
    return there.length > 0 && wasThere ? [[before[0] ?? -1, ...there.flatMap(sides)]] : [];
  });
}

const sides = ({ x, y, width, height }: PixelArea): number[] => [x, y, width, height];

function isSame(one: WireTextBoxes, other: WireTextBoxes): boolean {
  return one.length === other.length && one.every((value, i) => i === 1 || value === other[i]);
}

async function note(document: FrameDocument, painting: WirePainting): Promise<boolean> {
  if (painting.painted.length === 0 && painting.blank.length === 0) return false;
  await ask(document, 'markUnpainted', [painting]);
  return true;
}

/** A document that went away in the meantime has nothing more to say. */
function ask({ session, world }: FrameDocument, method: string, args: readonly unknown[]): Promise<unknown> {
  return session.call(world, method, args).catch(() => undefined);
}

async function partsOf(walked: PaintedWalk): Promise<Part[]> {
  const placing = await placingOf(walked);
  const parts: Part[] = [];
  if (placing !== undefined) collect(walked, placing, parts);
  return parts;
}

function collect(walked: PaintedWalk, placing: Placing, parts: Part[]): void {
  const own = withPins(walked.walk, placing);
  parts.push({ document: walked.document, textBoxes: walked.walk.textBoxes ?? [], placing: own });
  for (const [node, inside] of walked.frames)
    if (typeof inside === 'object') {
      const inner = insideFrame(node, own);
      if (inner !== undefined) collect(inside, inner, parts);
    }
}

function insideFrame(node: WireNode, outer: Placing): Placing | undefined {
  const [left, top, scale, up = 0, down = 0, ...boxes] = node.frame ?? [];
  if (left === undefined || top === undefined || scale === undefined) return undefined;
  const inTop = ([x = 0, y = 0, width = 0, height = 0]: readonly number[]): PixelArea => ({
    x: outer.x + x * outer.scale,
    y: outer.y + y * outer.scale,
    width: width * outer.scale,
    height: height * outer.scale,
  });
  const clip = overlap(inTop(boxes.slice(4, 8)), outer.clip) ?? NOWHERE;
  const whole = overlap(inTop(boxes.slice(0, 4)), outer.whole) ?? NOWHERE;
  const at = { x: outer.x + left * outer.scale, y: outer.y + top * outer.scale, scale: outer.scale * scale };
  return { ...at, clip, whole, pins: outer.pins, up: outer.up + up, down: outer.down + down };
}

const NOWHERE: PixelArea = { x: 0, y: 0, width: 0, height: 0 };

/** Where the walked document stands: a walk may begin in a frame. */
async function placingOf({ document, walk }: PaintedWalk): Promise<Placing | undefined> {
  let placing = topPlacing(walk);
  for (let inner = document; inner.parent !== undefined; inner = inner.parent.document) {
    const { parent } = inner;
    const box = await ask(parent.document, 'frameBox', [parent.node, false]);
    if (!isFrameBox(box)) return undefined;
    const { x, y, scaleX } = box;
    const moved = (part: PixelArea): PixelArea => ({
      x: x + part.x * scaleX,
      y: y + part.y * scaleX,
      width: part.width * scaleX,
      height: part.height * scaleX,
    });
    const clip = overlap(moved(placing.clip), box);
    if (clip === undefined) return undefined;
    placing = { ...placing, x: x + placing.x * scaleX, y: y + placing.y * scaleX, scale: placing.scale * scaleX, clip };
  }
  return placing;
}
