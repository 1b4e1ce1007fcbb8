export { createMask } from './create-mask.js';
export type { Mask, Segment } from './create-mask.js';
export { findLeaks } from './find-leaks.js';
export { renderData } from './render-data.js';
export { maskForRecord, release } from './release.js';
export type { Outcome, ReleaseOptions } from './release.js';
