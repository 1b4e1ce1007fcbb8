/** For transports and the console: they can encode a Released and nothing else. */
export { open as openReleased } from './released-class.js';
export type { ReleasedContent, ReleasedBlock } from './released-class.js';
