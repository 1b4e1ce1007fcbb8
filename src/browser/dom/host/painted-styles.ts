/** Computed styles that a layout capture asks for. */
const PICTURES = [
  'background-image',
  'content',
  'list-style-image',
  'border-image-source',
  'mask-image',
  '-webkit-mask-box-image-source',
  '-webkit-box-reflect',
  'filter',
] as const;

/** Strings that the browser paints and that are no text of the document. */
const STRINGS = ['hyphenate-character', 'text-emphasis-style'] as const;

const EFFECTS = [
  'visibility',
  'opacity',
  'color',
  'font-size',
  'letter-spacing',
  'text-shadow',
  '-webkit-text-stroke-width',
  'stroke-width',
  'column-count',
  'column-width',
  'transform',
  'rotate',
  'scale',
  'zoom',
  'perspective',
] as const;

export const PAINTED_STYLES = [...PICTURES, ...STRINGS, ...EFFECTS] as const;
export type PaintedStyle = (typeof PAINTED_STYLES)[number];

/** The styles of one laid-out node, by name. */
export type StyleOf = (name: PaintedStyle) => string;

export function picturesIn(style: StyleOf): string[] {
  return PICTURES.map(style);
}

export function paintedStrings(style: StyleOf): string[] {
  return STRINGS.map((name) => /^"(?<text>.*)"$/su.exec(style(name))?.groups?.['text']?.replaceAll('\\', '') ?? '');
}

const pixels = (value: string): number => Number.parseFloat(value) || 0;

export function sizeOf(style: StyleOf, name: 'font-size' | 'letter-spacing' | 'stroke-width'): number {
  return pixels(style(name));
}

/** Text that leaves no ink by its own style. */
export function isInkless(style: StyleOf): boolean {
  return (
    style('visibility') !== 'visible' ||
    sizeOf(style, 'font-size') < 3 ||
    style('color') === 'transparent' ||
    /^rgba\(.*,\s*0\)$/u.test(style('color'))
  );
}

/** How much further than its box something is painted, in CSS pixels to each side. */
export interface InkReach {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Of the letters themselves: slanted, crowded, stroked, or taller than their font says; and of their shadows. */
export function inkReach(style: StyleOf, box: readonly number[], letters: number): InkReach {
  const [, , width = 0, height = 0] = box;
  const size = Math.max(sizeOf(style, 'font-size'), letters === 0 ? 0 : width / letters);
  const stroke = Math.max(pixels(style('-webkit-text-stroke-width')), sizeOf(style, 'stroke-width')) / 2;
  const side = 0.3 * size + Math.max(0, -sizeOf(style, 'letter-spacing')) + stroke;
  const up = Math.max(0.15 * size, 1.3 * size - height / 2) * (height < 0.9 * size ? 1 : 0) + 0.15 * size + stroke;
  return joined({ left: side, top: up, right: side, bottom: up }, shadowReach(style('text-shadow')));
}

/** Undefined: where a filter paints cannot be told. Shadows of shadows add up. */
export function filterReach(filter: string): InkReach | undefined {
  if (/url\(/iu.test(filter)) return undefined;
  let all: InkReach = NO_REACH;
  for (const [, shadow = ''] of filter.matchAll(/drop-shadow\(((?:[^()]|\([^()]*\))*)\)/giu))
    all = added(all, shadowReach(shadow));
  const blur = 3 * pixels(/blur\(([^)]*)\)/iu.exec(filter)?.[1] ?? '');
  return added(all, { left: blur, top: blur, right: blur, bottom: blur });
}

export const NO_REACH: InkReach = { left: 0, top: 0, right: 0, bottom: 0 };

/** From a computed `text-shadow`, or the inside of `drop-shadow()`. */
function shadowReach(value: string): InkReach {
  let all = NO_REACH;
  for (const one of value.replaceAll(/[a-z-]+\([^()]*\)/giu, '').split(',')) {
    const [x = 0, y = 0, blur = 0] = [...one.matchAll(/(-?[\d.]+)px/gu)].map(([, length]) => Number(length));
    const soft = 2 * blur;
    all = joined(all, { left: soft - x, top: soft - y, right: soft + x, bottom: soft + y });
  }
  return all;
}

export function joined(a: InkReach, b: InkReach): InkReach {
  return {
    left: Math.max(a.left, b.left, 0),
    top: Math.max(a.top, b.top, 0),
    right: Math.max(a.right, b.right, 0),
    bottom: Math.max(a.bottom, b.bottom, 0),
  };
}

export function added(a: InkReach, b: InkReach): InkReach {
  return { left: a.left + b.left, top: a.top + b.top, right: a.right + b.right, bottom: a.bottom + b.bottom };
}

/** The same on every side, for what is turned or scaled. */
export function around({ left, top, right, bottom }: InkReach, scale: number): InkReach {
  const most = Math.hypot(Math.max(left, right), Math.max(top, bottom)) * scale;
  return { left: most, top: most, right: most, bottom: most };
}
