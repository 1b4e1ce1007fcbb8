import { errorOf } from '../as-error.js';
import { createGatewayProvider } from './gateway-provider.js';
import { createNoneProvider } from './none.js';
import type { PageProvider, ProviderConfig } from './types.js';

/**
 * All there are: a name that comes from elsewhere never becomes the path of a module. These are names of page providers
 * of the SDK, not of browser providers: `container` is pages of a whole gateway, whichever browser that starts.
 */
const MAP: ReadonlyMap<string, (config: ProviderConfig) => Promise<PageProvider>> = new Map([
  ['container', createGatewayProvider],
  ['none', createNoneProvider],
]);

export async function createPageProvider(config: ProviderConfig): Promise<PageProvider> {
  const make = MAP.get(config.browser ?? 'container');
  if (make === undefined) throw errorOf('config.invalid', `browser: must be one of ${[...MAP.keys()].join(', ')}`);
  return make(config);
}
