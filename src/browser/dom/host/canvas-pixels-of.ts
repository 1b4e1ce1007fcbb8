import { Failure } from '../../../core/index.js';
import type { Elements } from './elements.js';
import type { LocatedElement } from './tab-view.js';
import type { WireCanvas, WireCanvasFormat } from './wire.js';

/** A large canvas takes the renderer a while. */
const PIXELS_MILLISECONDS = 15_000;
const REASONS = ['no-canvas', 'empty', 'tainted', 'other-context'] as const;

/** The answer comes out of a renderer that a page may have taken over: its shape is checked. */
export async function canvasPixelsOf(
  elements: Elements,
  seen: LocatedElement,
  format: WireCanvasFormat,
): Promise<WireCanvas> {
  const answer = await elements.onSeen(seen, 'canvasPixels', [format], PIXELS_MILLISECONDS);
  const { ok, why, width, height, isBlank, png }: Readonly<Record<string, unknown>> =
    typeof answer === 'object' && answer !== null ? { ...answer } : {};
  const isSized = typeof width === 'number' && typeof height === 'number';
  if (ok === true && isSized && typeof png === 'string') return { ok, width, height, isBlank: isBlank === true, png };
  if (ok === false && why === 'too-large' && isSized) return { ok, why, width, height };
  const reason = REASONS.find((one) => one === why);
  if (ok === false && reason !== undefined) return { ok, why: reason };
  throw new Failure('internal.fault', 'the in-page program failed');
}
