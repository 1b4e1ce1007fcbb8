export type { Secret } from './secret-class.js';
