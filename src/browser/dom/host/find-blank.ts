import type { Pixels } from '../../png.js';
import { showsInk, type PixelColour } from './ink-window.js';
import type { WireTextBoxes } from './wire.js';

export interface PixelArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a document's viewport is in the picture. */
export interface Placing {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  /** The part of it that can be seen now, in the top viewport. */
  readonly clip: PixelArea;
  /** The part of it that is not cut off for good. */
  readonly whole: PixelArea;
  /** Boxes that stay while the text scrolls, in the top viewport. */
  readonly pins: readonly PixelArea[];
  /** How far the documents around it can scroll. */
  readonly up: number;
  readonly down: number;
}

export interface DecodedPicture {
  readonly pixels: Pixels;
  /** The top viewport's width. */
  readonly width: number;
}

interface Entry {
  readonly number: number;
  readonly isPinned: boolean;
  readonly isUnsure: boolean;
  readonly isTurned: boolean;
  /** The page agent marks this text as not painted already. */
  readonly wasBlank: boolean;
  readonly up: number;
  readonly down: number;
  readonly colours: readonly PixelColour[];
  readonly boxes: readonly PixelArea[];
}

export function entryOf(textBoxes: WireTextBoxes): Entry {
  const [number = -1, flags = 0, up = 0, down = 0, count = 0, ...rest] = textBoxes;
  const colours: PixelColour[] = [];
  for (let i = 0; i < count; i += 1) {
    const [r = 0, g = 0, b = 0, a = 1] = rest.slice(i * 4, i * 4 + 4);
    colours.push({ r, g, b, a });
  }
  const boxes: PixelArea[] = [];
  for (let i = count * 4; i + 3 < rest.length; i += 4) {
    const [x = 0, y = 0, width = 0, height = 0] = rest.slice(i, i + 4);
    boxes.push({ x, y, width, height });
  }
  const has = (flag: number): boolean => Math.floor(flags / flag) % 2 === 1;
  return { number, isPinned: has(1), isUnsure: has(2), wasBlank: has(4), isTurned: has(8), up, down, colours, boxes };
}

/** A part of a line that is this many times as wide as high is about ten letters. */
const WINDOW = 5;
/** Smaller than this there is nothing to tell. */
const MIN_COUNT = 3;

/** The boxes of a text, in its own document, in which the picture shows no letters. */
export function blankBoxes(entry: Entry, picture: DecodedPicture, placing: Placing): PixelArea[] {
  const blank: PixelArea[] = [];
  for (const box of entry.boxes) {
    for (const part of partsOf(box)) {
      const inTop = {
        x: placing.x + part.x * placing.scale,
        y: placing.y + part.y * placing.scale,
        width: part.width * placing.scale,
        height: part.height * placing.scale,
      };
      if (isCutOff(inTop, entry, placing)) {
        blank.push(part);
        continue;
      }
      const seen = overlap(inTop, placing.clip);
      if (seen === undefined || seen.height < inTop.height * 0.7 || isInked(entry, picture, seen)) continue;
      if (!entry.isPinned && comesOut(seen, entry, placing)) continue;
      blank.push(part);
    }
  }
  return blank;
}

/** In a part of a frame that is cut off, and further from the rest of it than its document can scroll. */
function isCutOff(box: PixelArea, { up, down }: Entry, { whole }: Placing): boolean {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  if (middle.x < whole.x || middle.x > whole.x + whole.width) return true;
  const above = whole.y - middle.y;
  const below = middle.y - (whole.y + whole.height);
  return above > 0 ? above > down : below > 0 && below > up;
}

function partsOf({ x, y, width, height }: PixelArea): PixelArea[] {
  const count = Math.max(1, Math.round(width / (height * WINDOW)));
  return Array.from({ length: count }, (_, i) => ({ x: x + (i * width) / count, y, width: width / count, height }));
}

function isInked(entry: Entry, { pixels, width }: DecodedPicture, box: PixelArea): boolean {
  const scale = pixels.width / width;
  const left = Math.max(0, Math.floor(box.x * scale));
  const top = Math.max(0, Math.floor(box.y * scale));
  const right = Math.min(pixels.width, Math.ceil((box.x + box.width) * scale));
  const bottom = Math.min(pixels.height, Math.ceil((box.y + box.height) * scale));
  // Text outside of the picture cannot be judged by it: it counts as painted.
  if (right - left < MIN_COUNT || bottom - top < MIN_COUNT) return true;
  return showsInk(pixels, { left, top, right, bottom }, entry.colours, entry);
}

/** Text under a bar that stays in its place is seen by whoever scrolls, if there is a place for it beside the bar. */
function comesOut(box: PixelArea, entry: Entry, { pins, clip, up, down }: Placing): boolean {
  const over = pins.filter((pin) => overlap(pin, box) !== undefined);
  if (over.length === 0) return false;
  const moves = over.flatMap((pin) => [pin.y - (box.y + box.height) - 1, pin.y + pin.height - box.y + 1]);
  return moves.some((move) => {
    if (move < 0 ? -move > entry.up + up : move > entry.down + down) return false;
    const there = { ...box, y: box.y + move };
    if (there.y < clip.y || there.y + there.height > clip.y + clip.height) return false;
    return pins.every((pin) => overlap(pin, there) === undefined);
  });
}

export function overlap(a: PixelArea, b: PixelArea): PixelArea | undefined {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width <= 0 || height <= 0 ? undefined : { x, y, width, height };
}
