export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const EVERYWHERE: Rect = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

export function intersect(a: Rect, b: Rect): Rect {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

export function widthOf(rect: Rect): number {
  return Math.max(0, rect.right - rect.left);
}

export function heightOf(rect: Rect): number {
  return Math.max(0, rect.bottom - rect.top);
}

export function areaOf(rect: Rect): number {
  return widthOf(rect) * heightOf(rect);
}

export function viewport(): Rect {
  return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
}

export function inViewport(rect: Rect): boolean {
  return rect.right > 0 && rect.bottom > 0 && rect.left < innerWidth && rect.top < innerHeight;
}
