/** For the browser (to type it) and masking (to hide it). */
export { open as openSecret } from './secret-class.js';
