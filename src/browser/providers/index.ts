import { Failure } from '../../core/index.js';
import type { ProviderName } from '../options.js';
import { attachedBrowser } from './attach.js';
import { localBrowser } from './local.js';
import { noBrowser } from './none.js';
import type { BrowserProvider, ProviderDeps } from './provider.js';

const PROVIDERS: Readonly<Record<ProviderName, ((deps: ProviderDeps) => BrowserProvider) | 'later'>> = {
  local: localBrowser,
  none: noBrowser,
  container: 'later',
  remote: 'later',
  relay: 'later',
  attach: attachedBrowser,
};

export function createProvider(name: ProviderName, deps: ProviderDeps): BrowserProvider {
  const create = PROVIDERS[name];
  if (create === 'later') throw new Failure('config.not-here-yet', `browser.provider: ${name}`);
  return create(deps);
}
