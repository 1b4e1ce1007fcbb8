import { ownCommand } from '../../../core/index.js';
import type { ProviderDeclaration } from '../provider-declaration.js';

/** A Chromium of this machine, started by us. */
export const localDeclaration: ProviderDeclaration = {
  name: 'local',
  traits: ({ profile }) => ({
    proxied: true,
    sandboxed: true,
    files: true,
    // A profile on disk would keep what signing in left there.
    identities: profile !== 'persistent',
    ownProfile: true,
    ownContext: profile !== 'persistent',
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
