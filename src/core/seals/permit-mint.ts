/** For the gateway only: a Permit is the end of the judging. */
export { mint as mintPermit } from './permit-class.js';
