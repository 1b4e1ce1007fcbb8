import type { PageCanvas } from '../../core/index.js';
import { captureCanvas } from './canvas/capture-canvas.js';
import { comparePictures } from './canvas/compare-pictures.js';
import { findTransform } from './canvas/find-transform.js';
import { readAppState } from './canvas/read-app-state.js';
import { runGesture } from './canvas/run-gesture.js';
import type { PageDeps } from './page-deps.js';
import { readHere } from './page-reads.js';

/** What the capability `canvas` adds to a page. */
export function canvasOf(deps: PageDeps): PageCanvas {
  return {
    captureCanvas: (target, format) => readHere(deps, (origin) => captureCanvas(deps, origin, target, format)),
    comparePictures: (before, after, threshold) =>
      Promise.resolve().then(() => comparePictures(deps, before, after, threshold)),
    gesture: (steps) => runGesture(deps, steps),
    findTransform: async (target) => (await readHere(deps, (origin) => findTransform(deps, origin, target))).found,
    readAppState: (path) => readHere(deps, (origin) => readAppState(deps, origin, path)),
  };
}
