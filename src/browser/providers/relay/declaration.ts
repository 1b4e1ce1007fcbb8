import type { ProviderDeclaration } from '../provider-declaration.js';

/** What the relay drives its browsers by. It is not part of Gatewright: whoever wants it installs it beside. */
export const UPSTREAM = '@playwright/mcp';

/** A Chromium that an upstream of the operator's choice drives, in our jail and behind our proxy. */
export const relayDeclaration: ProviderDeclaration = {
  name: 'relay',
  source: 'driven by `@playwright/mcp`',
  traits: () => ({
    proxied: true,
    sandboxed: true,
    files: false,
    identities: false,
    ownProfile: true,
    ownContext: true,
    windows: false,
    measured: true,
    // Nothing that the upstream's tools give says how many there are between calls.
    framesCounted: false,
  }),
  isolation: 'process',
  check: ({ browser, capabilities }) => [
    ...(browser.jail === 'off'
      ? [
          {
            path: ['browser', 'jail'],
            message: 'what the upstream’s browser sends is limited by its jail; leave browser.jail out',
          },
        ]
      : []),
    ...(browser.headless
      ? []
      : [{ path: ['browser', 'headless'], message: 'relay has no window; leave browser.headless out' }]),
    ...(capabilities.includes('stealth')
      ? [
          {
            path: ['capabilities'],
            message:
              'stealth changes what pages see from before their first script, which relay cannot; use another browser.provider',
          },
        ]
      : []),
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
