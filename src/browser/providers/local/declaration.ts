import { ownCommand } from '../../../core/index.js';
import type { ProviderDeclaration } from '../provider-declaration.js';

/** A Chromium of this machine, started by us. */
export const localDeclaration: ProviderDeclaration = {
  name: 'local',
  traits: () => ({
    proxied: true,
    sandboxed: true,
    files: true,
    identities: true,
    ownProfile: true,
    ownContext: true,
    windows: true,
  }),
  isolation: 'either',
  unsafe: ({ sandbox, jail }) => [
    ...(sandbox === 'off' ? ["browser.sandbox is off: Chromium's own sandbox does not protect this machine"] : []),
    ...(jail === 'off'
      ? ["browser.jail is off: what a page sends is held by the proxy and by Chromium's switches alone"]
      : []),
  ],
  remedy: (code, path) => {
    if (path === undefined) return { what: 'none was found', next: ownCommand('install-browser') };
    return {
      what: `${path} ${code === 'browser.leaks' ? 'is not used' : 'does not start'}`,
      next: `${ownCommand('install-browser')}, or choose another with --executable-path`,
    };
  },
};
