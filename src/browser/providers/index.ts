import { Failure } from '../../core/index.js';
import { attachedBrowser } from './attach.js';
import { containerBrowser } from './container.js';
import { localBrowser } from './local.js';
import { noBrowser } from './none.js';
import { remoteBrowser } from './remote.js';
import { relayedBrowser } from './relay.js';
import type { DeclaredOptions, ProviderName } from './provider-declaration.js';
import type { BrowserLauncher, BrowserProvider, ProviderDeps } from './provider.js';
import { createLauncher } from './start-browser.js';

/** How browsers of each provider are started; those that are not in this version are absent. */
const PROVIDERS: Readonly<Record<ProviderName, ((deps: ProviderDeps) => BrowserProvider) | undefined>> = {
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
  const name = deps.options.provider;
  const create = PROVIDERS[name];
  if (create === undefined) throw new Failure('config.not-here-yet', `browser.provider: ${name}`);
  return create(deps);
}

export function createBrowserLauncher(deps: RegistryDeps): BrowserLauncher {
  return createLauncher(createProvider(deps), deps);
}
