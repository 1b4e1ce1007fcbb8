import { ownCommand } from '../../../core/index.js';
import type { ProviderDeclaration } from '../provider-declaration.js';

/** A container for each session, with a Chromium in it. */
export const containerDeclaration: ProviderDeclaration = {
  name: 'container',
  source: 'in a container for each session',
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
  isolation: 'process',
  hasPageTools: true,
  whyNotAhead: () => 'containers are started ahead as container.warm says',
  check: ({ browser }) => [
    ...(browser.jail === 'off'
      ? [{ path: ['browser', 'jail'], message: 'a container is always a jail; leave browser.jail out' }]
      : []),
    ...(!browser.headless
      ? [
          {
            path: ['browser', 'headless'],
            message: 'a container has no screen for a window; leave browser.headless out',
          },
        ]
      : []),
    ...(browser.executablePath === undefined
      ? []
      : [{ path: ['browser', 'executablePath'], message: 'the browser is the one of the image; see container.image' }]),
  ],
  walls: ({ sandbox }) => `sandbox ${sandbox}, container on`,
  unsafe: ({ sandbox }) =>
    sandbox === 'off' ? ["browser.sandbox is off: Chromium's own sandbox does not protect the container"] : [],
  // The error already says how to install what is missing; a start that failed may have been too slow on a busy machine.
  remedy: (code) => {
    const again = ownCommand('doctor');
    const next =
      code === 'browser.no-container' ? `that, then ${again}` : `${again} again, then ${ownCommand('container build')}`;
    return { what: 'no container can be used', next };
  },
};
