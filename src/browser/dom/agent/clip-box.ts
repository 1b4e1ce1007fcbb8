import { heightOf, widthOf, type Rect } from './rects.js';

/** The box around what a clip path leaves; undefined where only a picture can tell. */
export function clipBox(path: string, rect: Rect): Rect | undefined {
  const [, kind = '', inside = ''] = /^(inset|circle|ellipse|polygon)\(([^)]*)\)/u.exec(path) ?? [];
  if (kind === 'inset') return insetBox(inside, rect);
  if (kind === 'circle' || kind === 'ellipse') return roundBox(kind, inside, rect);
  return kind === 'polygon' ? polygonBox(inside, rect) : undefined;
}

function insetBox(inside: string, rect: Rect): Rect {
  const [top = 0, right = top, bottom = top, left = right] = (inside.split(' round ')[0] ?? '')
    .trim()
    .split(/\s+/u)
    .map((side, i) => length(side, i % 2 === 0 ? heightOf(rect) : widthOf(rect)));
  return { left: rect.left + left, top: rect.top + top, right: rect.right - right, bottom: rect.bottom - bottom };
}

function roundBox(kind: string, inside: string, rect: Rect): Rect | undefined {
  const [sizes = '', place = ''] = inside.split(/(?:^|\s)at\s/u);
  const [first, second = first] = sizes.trim().split(/\s+/u);
  const isSized = (size: string | undefined): size is string => /^[\d.]+(?:px|%)$/u.test(size ?? '');
  if (!isSized(first) || !isSized(second)) return undefined;
  const whole = Math.hypot(widthOf(rect), heightOf(rect)) / Math.SQRT2;
  const across = length(first, kind === 'circle' ? whole : widthOf(rect));
  const down = length(second, kind === 'circle' ? whole : heightOf(rect));
  const [x = '50%', y = '50%'] = place.trim() === '' ? [] : place.trim().split(/\s+/u);
  if (!/^-?[\d.]+(?:px|%)$/u.test(x) || !/^-?[\d.]+(?:px|%)$/u.test(y)) return undefined;
  const middle = { x: rect.left + length(x, widthOf(rect)), y: rect.top + length(y, heightOf(rect)) };
  return { left: middle.x - across, top: middle.y - down, right: middle.x + across, bottom: middle.y + down };
}

function polygonBox(inside: string, rect: Rect): Rect | undefined {
  const pairs = inside
    .replace(/(?:evenodd|nonzero),/u, '')
    .split(',')
    .map((pair) => pair.trim().split(/\s+/u));
  const xs = pairs.map(([x = '0']) => rect.left + length(x, widthOf(rect)));
  const ys = pairs.map(([, y = '0']) => rect.top + length(y, heightOf(rect)));
  if ([...xs, ...ys].some(Number.isNaN)) return undefined;
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

function length(text: string, whole: number): number {
  const value = Number.parseFloat(text);
  return text.endsWith('%') ? (value * whole) / 100 : value;
}
