export { createMask } from './mask-text.js';
export { maskForRecord, release } from './release.js';
export type { Outcome, ReleaseOptions } from './release.js';
