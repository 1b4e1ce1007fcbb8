/** For the vault only. */
export { mint as mintSecret } from './secret-class.js';
