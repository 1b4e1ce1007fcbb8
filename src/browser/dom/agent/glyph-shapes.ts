/** How a glyph is painted: `undefined` has no ink at all. */
export type Shape = Float32Array | undefined;

export interface Glyph {
  /** As the `font` property of a canvas takes it. */
  readonly font: string;
  readonly caps: string;
  readonly stretch: string;
  readonly text: string;
}

const SIDE = 16;
const CELL = SIDE + 2;
const COLUMNS = 32;
const MAX_CELLS = 256;
/** Ink that is smaller than this part of the font's size is a speck, not a letter. */
const SPECK = 0.06;
/** Less alpha than this over a whole glyph, of 255 for each of its pixels, is not seen. */
const FAINT_INK = 400;

/** Never in the document, so no page can see it; its fonts are those of the document. */
let sheet: OffscreenCanvasRenderingContext2D | null | undefined;

export function openSheet(width: number, height: number): OffscreenCanvasRenderingContext2D | null {
  return new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
}

/** The coarse shapes of glyphs, each fitted into one small square, so that fonts of any width and slant compare. */
export function shapesOf(glyphs: readonly Glyph[]): Shape[] {
  sheet ??= openSheet(COLUMNS * CELL, (MAX_CELLS / COLUMNS) * CELL);
  const shapes: Shape[] = [];
  if (sheet === null) return shapes;
  for (let from = 0; from < glyphs.length; from += MAX_CELLS)
    shapes.push(...drawn(sheet, glyphs.slice(from, from + MAX_CELLS)));
  return shapes;
}

function drawn(context: OffscreenCanvasRenderingContext2D, glyphs: readonly Glyph[]): Shape[] {
  const rows = Math.ceil(glyphs.length / COLUMNS);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, COLUMNS * CELL, rows * CELL);
  const isInked = glyphs.map((glyph, i) => draw(context, glyph, (i % COLUMNS) * CELL, Math.floor(i / COLUMNS) * CELL));
  const { data } = context.getImageData(0, 0, COLUMNS * CELL, rows * CELL);
  return glyphs.map((_, i) =>
    isInked[i] === true ? shapeAt(data, (i % COLUMNS) * CELL, Math.floor(i / COLUMNS) * CELL) : undefined,
  );
}

export function useFont(
  context: OffscreenCanvasRenderingContext2D,
  { font, caps, stretch }: Omit<Glyph, 'text'>,
): void {
  context.font = font;
  // The computed styles are plain strings; the canvas ignores a value that it does not know.
  Object.assign(context, { fontVariantCaps: caps, fontStretch: stretch });
}

function draw(context: OffscreenCanvasRenderingContext2D, glyph: Glyph, x: number, y: number): boolean {
  useFont(context, glyph);
  const { actualBoundingBoxLeft: left, actualBoundingBoxAscent: up, ...rest } = inkOf(context, glyph.text);
  const { width, height } = rest;
  if (Math.max(width, height) < SPECK * sizeOf(glyph.font)) return false;
  const wide = SIDE * (width < height ? Math.max(0.15, Math.sqrt(width / height)) : 1);
  const high = SIDE * (height < width ? Math.max(0.15, Math.sqrt(height / width)) : 1);
  context.save();
  context.beginPath();
  context.rect(x, y, CELL, CELL);
  context.clip();
  context.translate(x + (CELL - wide) / 2, y + (CELL - high) / 2);
  context.scale(wide / Math.max(width, 0.01), high / Math.max(height, 0.01));
  context.fillText(glyph.text, left, up);
  context.restore();
  return true;
}

interface InkBox {
  readonly actualBoundingBoxLeft: number;
  readonly actualBoundingBoxAscent: number;
  readonly width: number;
  readonly height: number;
}

function inkOf(context: OffscreenCanvasRenderingContext2D, text: string): InkBox {
  const { actualBoundingBoxLeft, actualBoundingBoxRight, actualBoundingBoxAscent, actualBoundingBoxDescent } =
    context.measureText(text);
  const width = Math.max(0, actualBoundingBoxLeft + actualBoundingBoxRight);
  const height = Math.max(0, actualBoundingBoxAscent + actualBoundingBoxDescent);
  return { actualBoundingBoxLeft, actualBoundingBoxAscent, width, height };
}

const sizeOf = (font: string): number => Number(/(\d+)px/u.exec(font)?.[1] ?? 16);

/** Blurred, about its mean and of length one: the product of two is how much they look alike. */
function shapeAt(data: Uint8ClampedArray, left: number, top: number): Shape {
  const shape = new Float32Array(CELL * CELL);
  let ink = 0;
  for (let y = 0; y < CELL; y += 1)
    for (let x = 0; x < CELL; x += 1) {
      const alpha = data[((top + y) * COLUMNS * CELL + left + x) * 4 + 3] ?? 0;
      shape[y * CELL + x] = alpha;
      ink += alpha;
    }
  return ink < FAINT_INK ? undefined : normed(blurred(shape));
}

function blurred(shape: Float32Array): Float32Array {
  const row = new Float32Array(shape.length);
  const out = new Float32Array(shape.length);
  const at = (from: Float32Array, i: number): number => from[i] ?? 0;
  for (let i = 0; i < shape.length; i += 1) {
    const x = i % CELL;
    row[i] = at(shape, i) + (x > 0 ? at(shape, i - 1) : 0) + (x < CELL - 1 ? at(shape, i + 1) : 0);
  }
  for (let i = 0; i < shape.length; i += 1) out[i] = at(row, i) + at(row, i - CELL) + at(row, i + CELL);
  return out;
}

function normed(shape: Float32Array): Float32Array {
  const mean = shape.reduce((sum, one) => sum + one, 0) / shape.length;
  const length = Math.sqrt(shape.reduce((sum, one) => sum + (one - mean) ** 2, 0));
  return shape.map((one) => (one - mean) / (length === 0 ? 1 : length));
}

/** From -1 to 1: how much two shapes look alike. */
export function likeness(one: Shape, other: Shape): number {
  if (one === undefined || other === undefined) return -1;
  let sum = 0;
  for (let i = 0; i < one.length; i += 1) sum += (one[i] ?? 0) * (other[i] ?? 0);
  return sum;
}
