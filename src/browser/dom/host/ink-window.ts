import { isReadableOn } from '../../../core/index.js';
import type { Pixels } from '../../png.js';

export interface PixelColour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

/** Whole pixels of a picture. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Of the way from the background to the text's colour: thin letters of small fonts never reach all of it. */
const INKED = 0.3;
const MIN_PIXELS = 4;
const MIN_ROWS = 3;
/** So many colours of the box of a turned line may be its ground, each with at least this share of the box. */
const MAX_GROUNDS = 3;
const MIN_SHARE = 0.05;
/** For each row: an empty sign, whose edges are smooth, has up to four of its own. */
const EDGES_OF_LETTERS = 5;
/** Where its few colours take this share of a box, there is a sign on a plain page, and no picture. */
const FLAT = 0.8;
/** A background that is less than this share of a box is a picture. */
const PLAIN = 0.5;

/** Counts and sums of the colours of one box, in steps of 16 a channel; all zero between two boxes. */
const [counts, reds, greens, blues] = [
  new Uint32Array(4_096),
  new Float64Array(4_096),
  new Float64Array(4_096),
  new Float64Array(4_096),
];
const used: number[] = [];

/** How text may differ from its styles in a picture. */
export interface InkDoubt {
  /** Styles do not tell in which colours it is painted. */
  readonly isUnsure: boolean;
  /** Its line is not level, so that its box holds what lies beside it. */
  readonly isTurned: boolean;
}

/** Does a part of a line of text, in a picture of the page, show letters? */
export function showsInk(
  pixels: Pixels,
  box: PixelBox,
  colours: readonly PixelColour[],
  { isUnsure, isTurned }: InkDoubt,
): boolean {
  const [ground, ...others] = commonest(pixels, box, isTurned ? MAX_GROUNDS : 1);
  const isFlat = others.length > 0 && [ground, ...others].reduce((sum, { share }) => sum + share, 0) >= FLAT;
  if (isUnsure) return hasStrokes(pixels, box, ground, undefined);
  return colours.some((colour) => {
    const full = mixed(colour, ground);
    if (isReadableOn(full, ground)) {
      if (hasStrokes(pixels, box, ground, full)) return true;
    }
    if (isFlat) return isOn(others, pixels, box, colour);
    return ground.share < PLAIN && standsOut(pixels, box, full);
  });
}

/** The corners of the box of a turned line may be more than the sign that the line is written on. */
function isOn(grounds: readonly Ground[], pixels: Pixels, box: PixelBox, colour: PixelColour): boolean {
  return grounds.some((ground) => {
    const full = mixed(colour, ground);
    return isReadableOn(full, ground) && hasStrokes(pixels, box, ground, full, EDGES_OF_LETTERS);
  });
}

type Ground = Omit<PixelColour, 'a'> & { readonly share: number };
type Plain = Omit<PixelColour, 'a'>;

/** The commonest colours of a box, about, and how much of the box has each. Runs of one colour are counted at once. */
function commonest(
  { bytes, width, channels }: Pixels,
  { left, top, right, bottom }: PixelBox,
  most: number,
): [Ground, ...Ground[]] {
  let best = 0;
  for (let y = top; y < bottom; y += 1) {
    const end = (y * width + right) * channels;
    for (let at = (y * width + left) * channels; at < end;) {
      const r = bytes[at] ?? 0;
      const g = bytes[at + 1] ?? 0;
      const b = bytes[at + 2] ?? 0;
      let length = 1;
      at += channels;
      for (; at < end && bytes[at] === r && bytes[at + 1] === g && bytes[at + 2] === b; at += channels) length += 1;
      const bin = ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4);
      const count = (counts[bin] ?? 0) + length;
      if (count === length) used.push(bin);
      counts[bin] = count;
      reds[bin] = (reds[bin] ?? 0) + r * length;
      greens[bin] = (greens[bin] ?? 0) + g * length;
      blues[bin] = (blues[bin] ?? 0) + b * length;
      if (count > (counts[best] ?? 0)) best = bin;
    }
  }
  const all = Math.max(1, (right - left) * (bottom - top));
  const groundOf = (bin: number): Ground => {
    const count = counts[bin] ?? 0;
    const n = Math.max(1, count);
    return { r: (reds[bin] ?? 0) / n, g: (greens[bin] ?? 0) / n, b: (blues[bin] ?? 0) / n, share: count / all };
  };
  const others = most === 1 ? [] : used.filter((bin) => bin !== best).map(groundOf);
  const common = others.filter(({ share }) => share >= MIN_SHARE).sort((one, other) => other.share - one.share);
  const first = groundOf(best);
  for (const bin of used) counts[bin] = reds[bin] = greens[bin] = blues[bin] = 0;
  used.length = 0;
  return [first, ...common.slice(0, most - 1)];
}

/** How much of the ground a box needs for what is inked to be letters, and not an even cover. */
const MIN_BARE = 0.15;

/**
 * Are there pixels of ink beside pixels of ground, in several rows and columns? A line, a caret, an even cover and a
 * gradient are no letters. Without a colour, everything that can be told from the ground is ink.
 */
function hasStrokes(pixels: Pixels, box: PixelBox, ground: Ground, ink: Plain | undefined, edgesOfRow = 0): boolean {
  const { bytes, width, channels } = pixels;
  const amount = ink === undefined ? amountWithout(ground) : amountOf(ground, ink);
  const columns = new Uint8Array(box.right - box.left);
  const all = columns.length * (box.bottom - box.top);
  let [inked, bare, rows, edges] = [0, 0, 0, 0];
  let [r, g, b, share] = [-1, -1, -1, 0];
  for (let y = box.top; y < box.bottom; y += 1) {
    let before = -1;
    let inRow = 0;
    for (let x = 0, at = (y * width + box.left) * channels; x < columns.length; x += 1, at += channels) {
      // Most pixels are as the one before.
      if (bytes[at] !== r || bytes[at + 1] !== g || bytes[at + 2] !== b) {
        r = bytes[at] ?? 0;
        g = bytes[at + 1] ?? 0;
        b = bytes[at + 2] ?? 0;
        share = amount(r, g, b);
      }
      if (share >= INKED) {
        inRow += 1;
        columns[x] = 1;
      } else bare += 1;
      if (x > 0 && Math.abs(share - before) >= INKED * 0.7) edges += 1;
      before = share;
    }
    inked += inRow;
    if (inRow > 0) rows += 1;
    const isEnough = inked >= MIN_PIXELS && rows >= MIN_ROWS && edges >= MIN_PIXELS;
    // The rows that follow cannot make this false again.
    if (edgesOfRow === 0 && isEnough && bare >= all * MIN_BARE && isSpread(columns)) return true;
  }
  const isEnough = inked >= MIN_PIXELS && rows >= MIN_ROWS && edges >= Math.max(MIN_PIXELS, rows * edgesOfRow);
  return isEnough && (edgesOfRow > 0 || bare >= inked * MIN_BARE) && isSpread(columns);
}

/** Letters stand all along a line. */
function isSpread(columns: Uint8Array): boolean {
  const all = columns.reduce((sum, one) => sum + one, 0);
  if (all < Math.min(3, columns.length / 4)) return false;
  const half = Math.floor(columns.length / 2);
  return columns.length < 40 || (columns.subarray(0, half).includes(1) && columns.subarray(half).includes(1));
}

/** How far a pixel is on the way from the ground to the ink; nothing for one that is somewhere else. */
function amountOf(ground: Plain, ink: Plain): (r: number, g: number, b: number) => number {
  const [dr, dg, db] = [ink.r - ground.r, ink.g - ground.g, ink.b - ground.b];
  const square = dr * dr + dg * dg + db * db;
  const off = 0.6 * Math.sqrt(square) + 15;
  return (r, g, b) => {
    const pr = r - ground.r;
    const pg = g - ground.g;
    const pb = b - ground.b;
    const share = (pr * dr + pg * dg + pb * db) / square;
    const aside = pr * pr + pg * pg + pb * pb - share * share * square;
    return aside > off * off ? 0 : share;
  };
}

function amountWithout(ground: Plain): (r: number, g: number, b: number) => number {
  return (r, g, b) => {
    const far = Math.abs(r - ground.r) + Math.abs(g - ground.g) + Math.abs(b - ground.b);
    return far < 40 ? 0 : isReadableOn({ r, g, b }, ground) ? 1 : 0;
  };
}

/** On a picture there is no one ground: letters are pixels of their colour among many that are not. */
function standsOut({ bytes, width, channels }: Pixels, box: PixelBox, ink: Plain): boolean {
  let [near, far, edges, all] = [0, 0, 0, 0];
  for (let y = box.top; y < box.bottom; y += 1) {
    let before = false;
    for (let x = box.left, at = (y * width + box.left) * channels; x < box.right; x += 1, at += channels) {
      const dr = (bytes[at] ?? 0) - ink.r;
      const dg = (bytes[at + 1] ?? 0) - ink.g;
      const db = (bytes[at + 2] ?? 0) - ink.b;
      const square = dr * dr + dg * dg + db * db;
      const isNear = square < 60 * 60;
      if (isNear) near += 1;
      else if (square > 80 * 80) far += 1;
      if (x > box.left && isNear !== before) edges += 1;
      before = isNear;
      all += 1;
    }
  }
  return near >= Math.max(MIN_PIXELS, all * 0.01) && far >= all * 0.15 && edges >= MIN_PIXELS;
}

function mixed({ r, g, b, a }: PixelColour, ground: Plain): Plain {
  const mix = (top: number, below: number): number => top * a + below * (1 - a);
  return { r: mix(r, ground.r), g: mix(g, ground.g), b: mix(b, ground.b) };
}
