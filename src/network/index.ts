export { classifyAddress } from './classify-address.js';
export { describeUrl } from './describe-url.js';
export type { KnownHosts } from './describe-url.js';
export { compileOpenedHosts } from './opened-hosts.js';
export type { NetworkOptions } from './options.js';
export { createOwnListeners } from './own-listeners.js';
export type { OwnListeners } from './own-listeners.js';
