export { runDemo } from './run-demo.js';
export type { TrickResult } from './run-demo.js';
