import type { Box } from '../dom/host/tab-view.js';
import type { Pixels } from '../png.js';

export type PaintColour = readonly [red: number, green: number, blue: number];

export function fillBox(pixels: Pixels, box: Box, colour: PaintColour): void {
  const left = Math.max(0, Math.floor(box.x));
  const right = Math.min(pixels.width, Math.ceil(box.x + box.width));
  const top = Math.max(0, Math.floor(box.y));
  const bottom = Math.min(pixels.height, Math.ceil(box.y + box.height));
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = (y * pixels.width + x) * pixels.channels;
      pixels.bytes.set(colour, at);
      if (pixels.channels === 4) pixels.bytes[at + 3] = 255;
    }
}

export function outlineBox(pixels: Pixels, box: Box, colour: PaintColour): void {
  const { x, y, width, height } = box;
  fillBox(pixels, { x, y, width, height: 1 }, colour);
  fillBox(pixels, { x, y: y + height - 1, width, height: 1 }, colour);
  fillBox(pixels, { x, y, width: 1, height }, colour);
  fillBox(pixels, { x: x + width - 1, y, width: 1, height }, colour);
}

/** Outside of the box, so that nothing of what it shows is hidden. */
export function thickOutline(pixels: Pixels, { x, y, width, height }: Box, colour: PaintColour): void {
  for (const by of [2, 3, 4])
    outlineBox(pixels, { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }, colour);
}

/** Five rows of three points, as bits; a ref is a letter or two and a number. */
const GLYPHS: Readonly<Record<string, string>> = {
  '0': '111101101101111',
  '1': '010110010010111',
  '2': '111001111100111',
  '3': '111001111001111',
  '4': '101101111001001',
  '5': '111100111001111',
  '6': '111100111101111',
  '7': '111001010010010',
  '8': '111101111101111',
  '9': '111101111001111',
  e: '111100110100111',
  f: '111100110100100',
};

const DOT = 2;
const ADVANCE = 4 * DOT;

/** A ref in white on the colour, at the box's upper left corner, inside the picture. */
export function labelBox(pixels: Pixels, box: Box, text: string, colour: PaintColour): void {
  const width = text.length * ADVANCE + DOT;
  const height = 7 * DOT;
  const x = Math.max(0, Math.min(Math.round(box.x), pixels.width - width));
  const y = Math.max(0, Math.min(Math.round(box.y) - height, pixels.height - height));
  fillBox(pixels, { x, y, width, height }, colour);
  Array.from(text).forEach((letter, i) => {
    const bits = GLYPHS[letter] ?? '111111111111111';
    Array.from(bits).forEach((bit, point) => {
      if (bit === '0') return;
      const dotX = x + DOT + i * ADVANCE + (point % 3) * DOT;
      const dotY = y + DOT + Math.floor(point / 3) * DOT;
      fillBox(pixels, { x: dotX, y: dotY, width: DOT, height: DOT }, [255, 255, 255]);
    });
  });
}
