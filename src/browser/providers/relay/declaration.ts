import type { ProviderDeclaration } from '../provider-declaration.js';
import { UPSTREAM } from './upstream-name.js';

/** A Chromium that an upstream of the operator's choice drives, in our jail and behind our proxy. */
export const relayDeclaration: ProviderDeclaration = {
  name: 'relay',
  traits: () => ({
    proxied: true,
    sandboxed: true,
    files: false,
    identities: false,
    ownProfile: true,
    ownContext: true,
    windows: false,
  }),
  isolation: 'process',
  check: ({ browser }) => [
    ...(browser.jail === 'off'
      ? [
          {
            path: ['browser', 'jail'],
            message: 'what the upstream’s browser sends is held by its jail; leave browser.jail out',
          },
        ]
      : []),
    ...(browser.headless
      ? []
      : [{ path: ['browser', 'headless'], message: 'relay has no window; leave browser.headless out' }]),
  ],
  where: () => `, by ${UPSTREAM}`,
  walls: ({ sandbox }) => `sandbox ${sandbox}, jail on`,
  unsafe: ({ sandbox }) => [
    ...(sandbox === 'off' ? ["browser.sandbox is off: Chromium's own sandbox does not protect this machine"] : []),
    'browser.provider: relay does not mark hidden text, has no takeover, no identities and no files, and gives no picture of a page that holds a secret (see relay.md)',
  ],
  remedy: (code) => {
    if (code === 'browser.no-jail') return { what: 'relay has no jail here', next: 'install bubblewrap' };
    if (code === 'browser.not-installed') return { what: 'no Chromium was found', next: 'gatewright install-browser' };
    return { what: `${UPSTREAM} cannot be used`, next: `npm install ${UPSTREAM}, beside gatewright` };
  },
};
