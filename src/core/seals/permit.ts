export type { Permit } from './permit-class.js';
