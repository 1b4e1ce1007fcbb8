import type { ProviderDeclaration } from '../provider-declaration.js';

/** No browser, because the operator wants none. */
export const noneDeclaration: ProviderDeclaration = {
  name: 'none',
  source: 'no browser and no browser tools',
  // Nothing leaves a browser that is not there, and nothing is kept by it.
  traits: () => ({
    proxied: true,
    sandboxed: true,
    files: true,
    identities: true,
    ownProfile: true,
    ownContext: true,
    windows: false,
    measured: true,
    framesCounted: true,
  }),
  isolation: 'either',
  // Without a browser there is nothing to refuse.
  hasPageTools: true,
  walls: () => 'there are no browser tools',
  remedy: () => ({ what: 'browser.provider is none: there are no browser tools', next: '', isWanted: true }),
};
