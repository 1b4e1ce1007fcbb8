/** For masking only: what it did not see cannot leave. */
export { mint as mintReleased } from './released-class.js';
export type { ReleasedContent, ReleasedBlock } from './released-class.js';
