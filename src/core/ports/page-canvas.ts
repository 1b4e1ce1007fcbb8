import type { ActionResult } from '../action-result.js';
import type { ElementTarget } from '../target.js';
import type { PageView, Picture } from './page.js';

export type CanvasFormat = 'png' | '2d-imagedata' | 'webgl-framebuffer';

/** What a canvas shows. The picture may be smaller than the canvas. */
export interface CanvasPicture extends Picture {
  readonly canvasWidth: number;
  readonly canvasHeight: number;
  /** Every pixel is transparent. */
  readonly isBlank: boolean;
  /** Under which `comparePictures` knows it; absent: it is too large to be kept. */
  readonly id?: string;
}

export interface PictureDifference {
  /** Pixels that differ, of how many. */
  readonly changed: number;
  readonly pixels: number;
  /** Around all that differ, in pixels of the pictures. */
  readonly box?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** What changed, coloured on the later picture. */
  readonly picture: Picture;
}

interface GesturePoint {
  readonly x: number;
  readonly y: number;
}

/** A point of the viewport, and the declared target that was judged there. */
interface JudgedPoint extends GesturePoint {
  readonly at: ElementTarget;
}

export type GestureStep =
  | ({ readonly kind: 'down' | 'up' } & JudgedPoint)
  | ({ readonly kind: 'move'; readonly ms: number; readonly from?: GesturePoint } & JudgedPoint)
  | ({ readonly kind: 'wheel'; readonly dx: number; readonly dy: number } & JudgedPoint)
  | { readonly kind: 'wait'; readonly ms: number };

/** Maps a canvas app's own coordinates to CSS pixels of the viewport: x' = ax + cy + e, y' = bx + dy + f. */
export interface CanvasTransform {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export interface FoundTransform {
  readonly transform: CanvasTransform;
  /** Which of the known shapes of app globals it was read from. */
  readonly shape: 'viewport' | 'scale-offset' | 'matrix';
}

/** For the capability `canvas`. */
export interface PageCanvas {
  captureCanvas(target: ElementTarget, format: CanvasFormat): Promise<CanvasPicture>;
  comparePictures(before: string, after: string, threshold: number): Promise<PictureDifference>;
  gesture(steps: readonly GestureStep[]): Promise<ActionResult>;
  /** Of the canvas, or of the largest one. */
  findTransform(target: ElementTarget | undefined): Promise<FoundTransform>;
  /** What the app of the top document keeps at this path below one of its known globals, as JSON. */
  readAppState(path: readonly string[]): Promise<PageView>;
}
