import type { WireCanvasFormat, WireCanvas } from '../host/wire.js';

/** The browser's own limit for a side, and the largest that is read. */
const MAX_SIDE = 16_384;
/** No model takes a picture with a longer side as it is. */
const MAX_SHOWN = 1_568;
/** Pixels are read in strips of rows: a copy of the largest canvas at once would take a gigabyte. */
const STRIP_PIXELS = 4_194_304;
const FRAME_MILLISECONDS = 250;

type Sheet = OffscreenCanvasRenderingContext2D;
type Strip = (top: number, rows: number) => ImageData;

/**
 * The pixels of a canvas as a PNG, at most MAX_SHOWN wide or high. Nothing of the page's own can answer in their place:
 * methods are those of this world. A canvas without a context is given none, because that would decide its kind.
 */
export async function canvasPixels(element: Element, format: WireCanvasFormat): Promise<WireCanvas> {
  if (!(element instanceof HTMLCanvasElement)) return { ok: false, why: 'no-canvas' };
  const { width, height } = element;
  if (width > MAX_SIDE || height > MAX_SIDE) return { ok: false, why: 'too-large', width, height };
  if (width === 0 || height === 0) return { ok: false, why: 'empty' };
  // A WebGL canvas forgets its picture once it is shown: it is read in the frame in which the page draws it.
  await nextFrame();
  const scale = Math.min(1, MAX_SHOWN / Math.max(width, height));
  const sheet = openSheet(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  try {
    sheet.drawImage(element, 0, 0, sheet.canvas.width, sheet.canvas.height);
    const isBlank = new Uint32Array(
      sheet.getImageData(0, 0, sheet.canvas.width, sheet.canvas.height).data.buffer,
    ).every((pixel) => pixel === 0);
    if (!isBlank && format !== 'png') {
      const strip = format === '2d-imagedata' ? flatStrips(element) : framebufferStrips(element);
      if (strip === undefined) return { ok: false, why: 'other-context' };
      drawStrips(sheet, strip, width, height);
    }
    return { ok: true, width, height, isBlank, png: await pngOf(sheet.canvas) };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return { ok: false, why: 'tainted' };
    throw error;
  }
}

function openSheet(width: number, height: number): Sheet {
  const sheet = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (sheet === null) throw new Error('no canvas of our own');
  return sheet;
}

/** Undefined: the canvas has another kind of context. */
function flatStrips(canvas: HTMLCanvasElement): Strip | undefined {
  const context = canvas.getContext('2d');
  return context === null ? undefined : (top, rows) => context.getImageData(0, top, canvas.width, rows);
}

function framebufferStrips(canvas: HTMLCanvasElement): Strip | undefined {
  const newer = canvas.getContext('webgl2');
  const context = newer ?? canvas.getContext('webgl');
  if (context === null) return undefined;
  const isPremultiplied = context.getContextAttributes()?.premultipliedAlpha !== false;
  return (top, rows) => {
    const { width, height } = canvas;
    const bytes = new Uint8ClampedArray(width * rows * 4);
    onScreenBuffer(context, newer, () => {
      // Rows of WebGL count from below.
      const raw = new Uint8Array(bytes.buffer);
      context.readPixels(0, height - top - rows, width, rows, context.RGBA, context.UNSIGNED_BYTE, raw);
    });
    return new ImageData(upright(bytes, width, rows, isPremultiplied), width, rows);
  };
}

/** The page's own bindings are as they were afterwards. */
function onScreenBuffer(
  context: WebGLRenderingContext | WebGL2RenderingContext,
  newer: WebGL2RenderingContext | null,
  read: () => void,
): void {
  const target = newer === null ? context.FRAMEBUFFER : newer.READ_FRAMEBUFFER;
  const buffer: unknown = context.getParameter(
    newer === null ? context.FRAMEBUFFER_BINDING : newer.READ_FRAMEBUFFER_BINDING,
  );
  const pack: unknown = newer === null ? null : newer.getParameter(newer.PIXEL_PACK_BUFFER_BINDING);
  const alignment: unknown = context.getParameter(context.PACK_ALIGNMENT);
  context.bindFramebuffer(target, null);
  newer?.bindBuffer(newer.PIXEL_PACK_BUFFER, null);
  context.pixelStorei(context.PACK_ALIGNMENT, 4);
  try {
    read();
  } finally {
    context.bindFramebuffer(target, buffer instanceof WebGLFramebuffer ? buffer : null);
    if (pack instanceof WebGLBuffer) newer?.bindBuffer(newer.PIXEL_PACK_BUFFER, pack);
    context.pixelStorei(context.PACK_ALIGNMENT, Number(alignment));
  }
}

function upright(
  bytes: Uint8ClampedArray<ArrayBuffer>,
  width: number,
  rows: number,
  isPremultiplied: boolean,
): Uint8ClampedArray<ArrayBuffer> {
  const stride = width * 4;
  const out = new Uint8ClampedArray(bytes.length);
  for (let row = 0; row < rows; row += 1)
    out.set(bytes.subarray(row * stride, (row + 1) * stride), (rows - 1 - row) * stride);
  if (!isPremultiplied) return out;
  for (let at = 0; at < out.length; at += 4) {
    const alpha = out[at + 3] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel += 1) out[channel] = ((out[channel] ?? 0) * 255) / alpha;
  }
  return out;
}

function drawStrips(sheet: Sheet, strip: Strip, width: number, height: number): void {
  const rows = Math.max(1, Math.floor(STRIP_PIXELS / width));
  const scale = sheet.canvas.height / height;
  sheet.clearRect(0, 0, sheet.canvas.width, sheet.canvas.height);
  for (let top = 0; top < height; top += rows) {
    const count = Math.min(rows, height - top);
    const piece = openSheet(width, count);
    piece.putImageData(strip(top, count), 0, 0);
    sheet.drawImage(piece.canvas, 0, top * scale, sheet.canvas.width, count * scale);
  }
}

async function pngOf(canvas: OffscreenCanvas): Promise<string> {
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}

/** A page that is not painted has no frames. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FRAME_MILLISECONDS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
