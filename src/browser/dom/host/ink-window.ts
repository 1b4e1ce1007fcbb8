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

/** Below this nobody can read it; the in-page program has the same limit. */
const READABLE = 1.25;
/** Of the way from the background to the text's colour: thin letters of small fonts never reach all of it. */
const INKED = 0.3;
const MIN_PIXELS = 4;
const MIN_ROWS = 3;
/** A background that is less than this share of a box is a picture. */
const PLAIN = 0.5;

const bins = new Uint32Array(4_096);

/** Does a part of a line of text, in a picture of the page, show letters? */
export function showsInk(pixels: Pixels, box: PixelBox, colours: readonly PixelColour[], isUnsure: boolean): boolean {
  const ground = commonest(pixels, box);
  if (isUnsure) return hasStrokes(pixels, box, ground, undefined);
  return colours.some((colour) => {
    const full = mixed(colour, ground);
    if (contrast(full, ground) >= READABLE) {
      if (hasStrokes(pixels, box, ground, full)) return true;
    }
    return ground.share < PLAIN && standsOut(pixels, box, full);
  });
}

type Ground = Omit<PixelColour, 'a'> & { readonly share: number };
type Plain = Omit<PixelColour, 'a'>;

/** The commonest colour of a box, about, and how much of the box has it. */
function commonest({ bytes, width, channels }: Pixels, { left, top, right, bottom }: PixelBox): Ground {
  bins.fill(0);
  let best = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left, at = (y * width + left) * channels; x < right; x += 1, at += channels) {
      const bin = (((bytes[at] ?? 0) >> 4) << 8) | (((bytes[at + 1] ?? 0) >> 4) << 4) | ((bytes[at + 2] ?? 0) >> 4);
      const count = (bins[bin] ?? 0) + 1;
      bins[bin] = count;
      if (count > (bins[best] ?? 0)) best = bin;
    }
  }
  return meanOf({ bytes, width, channels }, { left, top, right, bottom }, best);
}

function meanOf(
  { bytes, width, channels }: Pick<Pixels, 'bytes' | 'width' | 'channels'>,
  { left, top, right, bottom }: PixelBox,
  wanted: number,
): Ground {
  let [r, g, b, count] = [0, 0, 0, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left, at = (y * width + left) * channels; x < right; x += 1, at += channels) {
      const [red = 0, green = 0, blue = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
      if ((((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)) !== wanted) continue;
      r += red;
      g += green;
      b += blue;
      count += 1;
    }
  }
  const all = Math.max(1, (right - left) * (bottom - top));
  const n = Math.max(1, count);
  return { r: r / n, g: g / n, b: b / n, share: count / all };
}

/**
 * Are there pixels of ink beside pixels of ground, in several rows and columns? A line, a caret, an even cover and a
 * gradient are no letters. Without a colour, everything that can be told from the ground is ink.
 */
function hasStrokes(pixels: Pixels, box: PixelBox, ground: Ground, ink: Plain | undefined): boolean {
  const { bytes, width, channels } = pixels;
  const amount = ink === undefined ? amountWithout(ground) : amountOf(ground, ink);
  const columns = new Uint8Array(box.right - box.left);
  let [inked, bare, rows, edges] = [0, 0, 0, 0];
  for (let y = box.top; y < box.bottom; y += 1) {
    let before = 0;
    let inRow = 0;
    for (let x = box.left, at = (y * width + box.left) * channels; x < box.right; x += 1, at += channels) {
      const share = amount(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0);
      if (share >= INKED) {
        inRow += 1;
        columns[x - box.left] = 1;
      } else bare += 1;
      if (x > box.left && Math.abs(share - before) >= INKED * 0.7) edges += 1;
      before = share;
    }
    inked += inRow;
    if (inRow > 0) rows += 1;
  }
  return inked >= MIN_PIXELS && rows >= MIN_ROWS && edges >= MIN_PIXELS && bare >= inked * 0.15 && isSpread(columns);
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
    const [pr, pg, pb] = [r - ground.r, g - ground.g, b - ground.b];
    const share = (pr * dr + pg * dg + pb * db) / square;
    const aside = pr * pr + pg * pg + pb * pb - share * share * square;
    return aside > off * off ? 0 : share;
  };
}

function amountWithout(ground: Plain): (r: number, g: number, b: number) => number {
  return (r, g, b) => {
    const far = Math.abs(r - ground.r) + Math.abs(g - ground.g) + Math.abs(b - ground.b);
    return far < 40 ? 0 : contrast({ r, g, b }, ground) >= READABLE ? 1 : 0;
  };
}

/** On a picture there is no one ground: letters are pixels of their colour among many that are not. */
function standsOut({ bytes, width, channels }: Pixels, box: PixelBox, ink: Plain): boolean {
  let [near, far, edges, all] = [0, 0, 0, 0];
  for (let y = box.top; y < box.bottom; y += 1) {
    let before = false;
    for (let x = box.left, at = (y * width + box.left) * channels; x < box.right; x += 1, at += channels) {
      const [dr, dg, db] = [(bytes[at] ?? 0) - ink.r, (bytes[at + 1] ?? 0) - ink.g, (bytes[at + 2] ?? 0) - ink.b];
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

/** WCAG 2.2, contrast ratio. */
function contrast(one: Plain, other: Plain): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance({ r, g, b }: Plain): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function linear(channel: number): number {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}
