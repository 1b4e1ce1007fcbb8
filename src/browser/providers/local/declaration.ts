import { ownCommand } from '../../../core/index.js';
import { NEVER_AHEAD } from '../provider-declaration.js';
import type { ProviderDeclaration } from '../provider-declaration.js';

/** A Chromium of this machine, started by us. */
export const localDeclaration: ProviderDeclaration = {
  name: 'local',
  source: 'started here',
  traits: ({ profile }) => ({
    proxied: true,
    sandboxed: true,
    files: true,
    // A profile on disk would keep what signing in left there.
    identities: profile !== 'persistent',
    ownProfile: true,
    ownContext: profile !== 'persistent',
    windows: true,
    measured: true,
    framesCounted: true,
  }),
  isolation: 'either',
  hasPageTools: true,
  keepsProfiles: true,
  whyNotAhead: ({ headless, profile }) => (headless && profile !== 'persistent' ? undefined : NEVER_AHEAD),
  unsafe: ({ sandbox, jail }) => [
    ...(sandbox === 'off' ? ["browser.sandbox is off: Chromium's own sandbox does not protect this machine"] : []),
    ...(jail === 'off' ? ["browser.jail is off: only the proxy and Chromium's switches limit what a page sends"] : []),
  ],
  remedy: (code, path) => {
    if (path === undefined) return { what: 'none was found', next: ownCommand('install-browser') };
    return {
      what: `${path} ${code === 'browser.leaks' ? 'is not used' : 'does not start'}`,
      next: `${ownCommand('install-browser')}, or choose another with --executable-path`,
    };
  },
};
