/** For the browser only: nobody reaches a page around the policy. */
export { open as openPermit } from './permit-class.js';
export type { PermitContent } from './permit-class.js';
