export interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

export const WHITE: Colour = { r: 255, g: 255, b: 255, a: 1 };
export const NIGHT: Colour = { r: 18, g: 18, b: 18, a: 1 };
const CLEAR: Colour = { r: 0, g: 0, b: 0, a: 0 };

const known = new Map<string, Colour | undefined>();

/** Computed colours come as rgb(), rgba(), or in a wide-gamut form, which a canvas turns into pixels. */
export function parseColour(text: string): Colour | undefined {
  if (known.has(text)) return known.get(text);
  if (known.size > 5_000) known.clear();
  const colour = parseRgb(text) ?? paintColour(text);
  known.set(text, colour);
  return colour;
}

function parseRgb(text: string): Colour | undefined {
  if (text === 'transparent') return CLEAR;
  const match = /^rgba?\(([\d.]+),\s*([\d.]+),\s*([\d.]+)(?:,\s*([\d.]+))?\)$/u.exec(text);
  if (match === null) return undefined;
  const [, r, g, b, a] = match;
  return { r: Number(r), g: Number(g), b: Number(b), a: a === undefined ? 1 : Number(a) };
}

let brush: OffscreenCanvasRenderingContext2D | null | undefined;

function paintColour(text: string): Colour | undefined {
  if (!/^[a-z-]+(\(|$)|^#/iu.test(text) || /^(none|context-|url)/u.test(text)) return undefined;
  brush ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (brush === null) return undefined;
  brush.clearRect(0, 0, 1, 1);
  brush.fillStyle = '#010203';
  brush.fillStyle = text;
  brush.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, a = 0] = brush.getImageData(0, 0, 1, 1).data;
  return { r, g, b, a: a / 255 };
}

/** Every colour that a gradient names; undefined when something in the image is not a gradient. */
export function gradientColours(image: string): readonly Colour[] | undefined {
  if (/url\(|image\(|element\(|paint\(|cross-fade\(|image-set\(/u.test(image)) return undefined;
  const found = image.match(/(?:rgba?|hsla?|color|lab|lch|oklab|oklch|hwb)\([^()]*\)|transparent/gu) ?? [];
  const colours = found.map(parseColour).filter((colour) => colour !== undefined);
  return colours.length === found.length && colours.length > 0 ? colours : undefined;
}

export function blend(top: Colour, bottom: Colour): Colour {
  const mix = (a: number, b: number): number => a * top.a + b * (1 - top.a);
  return { r: mix(top.r, bottom.r), g: mix(top.g, bottom.g), b: mix(top.b, bottom.b), a: 1 };
}
