import { Failure } from '../../core/index.js';
import type { BrowserProvider, ProviderDeps } from './provider.js';
import { relayDeclaration } from './relay/declaration.js';
import { describeUpstream } from './relay/describe-upstream.js';
import { locateUpstream } from './relay/start-upstream.js';

/** The upstream has the DevTools connection, and nobody else: sessions are made by it, not by `start-browser.ts`. */
export function relayedBrowser(deps: ProviderDeps): BrowserProvider {
  return {
    declaration: relayDeclaration,
    locate: () => {
      const { upstream, browser } = locateUpstream(deps);
      return { path: browser, how: `driven by ${upstream.cli}` };
    },
    launch: () =>
      Promise.reject(new Failure('browser.unsupported', 'The browser of a relay speaks with its upstream only.')),
    describe: (request) => describeUpstream(deps, request),
  };
}
