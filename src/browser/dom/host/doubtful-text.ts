import type { Pixels } from '../../png.js';
import { blankBoxes, entryOf, type DecodedPicture, type PixelArea, type Placing } from './find-blank.js';
import type { WireTextBoxes, WireWalk } from './wire.js';

/** Texts for which the picture and the page agent disagree. */
export interface TextDoubts {
  /** Text that was called blank and is painted now. */
  readonly painted: readonly number[];
  /** Text that was called painted and is not to be found in the picture. */
  readonly missing: readonly WireTextBoxes[];
}

/** A look that answers several times, or was taken ahead, is compared with its picture once. Neither keeps the other. */
const judged = new WeakMap<Pixels, WeakMap<readonly WireTextBoxes[], TextDoubts>>();

/** Compares one document's text with a picture. A look's text is always compared in the same place. */
export function textDoubts(textBoxes: readonly WireTextBoxes[], picture: DecodedPicture, placing: Placing): TextDoubts {
  const ofPicture = judged.get(picture.pixels) ?? new WeakMap<readonly WireTextBoxes[], TextDoubts>();
  judged.set(picture.pixels, ofPicture);
  const known = ofPicture.get(textBoxes);
  if (known !== undefined) return known;
  const painted: number[] = [];
  const missing: WireTextBoxes[] = [];
  for (const one of textBoxes) {
    const entry = entryOf(one);
    const isBlank = blankBoxes(entry, picture, placing).length > 0;
    if (isBlank && !entry.wasBlank) missing.push(one);
    if (!isBlank && entry.wasBlank) painted.push(entry.number);
  }
  const doubts = { painted, missing };
  ofPicture.set(textBoxes, doubts);
  return doubts;
}

/** Before anybody asks, so that who asks need not wait for it. */
export function judgePrefetched(walk: WireWalk, pixels: Pixels): void {
  const { textBoxes, width = 0 } = walk;
  if (textBoxes !== undefined && width > 0) textDoubts(textBoxes, { pixels, width }, withPins(walk, topPlacing(walk)));
}

const EVERYWHERE: PixelArea = { x: -1e9, y: -1e9, width: 2e9, height: 2e9 };

/** Where a tab's own document is in its picture, without what stays in its place. */
export function topPlacing({ width = 0, height = 0 }: WireWalk): Placing {
  return {
    ...{ x: 0, y: 0, scale: 1, pins: [], up: 0, down: 0 },
    clip: { x: 0, y: 0, width, height },
    whole: EVERYWHERE,
  };
}

export function withPins(walk: WireWalk, placing: Placing): Placing {
  const { x, y, scale } = placing;
  const pins = (walk.pins ?? []).map(([left = 0, top = 0, width = 0, height = 0]) => ({
    x: x + left * scale,
    y: y + top * scale,
    width: width * scale,
    height: height * scale,
  }));
  return { ...placing, pins: [...placing.pins, ...pins] };
}
