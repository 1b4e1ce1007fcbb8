export type { Released } from './released-class.js';
