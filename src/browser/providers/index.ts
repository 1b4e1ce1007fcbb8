import { attachedBrowser } from './attach.js';
import { containerBrowser } from './container.js';
import { localBrowser } from './local.js';
import { noBrowser } from './none.js';
import { remoteBrowser } from './remote.js';
import { relayedBrowser } from './relay.js';
import type { DeclaredOptions, ProviderName } from './provider-declaration.js';
import type { BrowserLauncher, BrowserProvider, ProviderDeps } from './provider.js';
import { createLauncher } from './start-browser.js';

/** How browsers of each provider are started. */
const PROVIDERS: Readonly<Record<ProviderName, (deps: ProviderDeps) => BrowserProvider>> = {
  local: localBrowser,
  container: containerBrowser,
  remote: remoteBrowser,
  relay: relayedBrowser,
  attach: attachedBrowser,
  none: noBrowser,
};

export type RegistryDeps = Omit<ProviderDeps, 'options'> & {
  readonly options: ProviderDeps['options'] & DeclaredOptions;
};

export function createProvider(deps: RegistryDeps): BrowserProvider {
  return PROVIDERS[deps.options.provider](deps);
}

export function createBrowserLauncher(deps: RegistryDeps): BrowserLauncher {
  return createLauncher(createProvider(deps), deps);
}
