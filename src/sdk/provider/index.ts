import type { PageProvider, ProviderConfig } from './types.js';

export type {
  BrowserConfig,
  BrowserSession,
  PageProvider as BrowserProvider,
  PageSnapshot,
  ProviderConfig,
} from './types.js';

/** Seven commands and no script: every one of them takes the path of a call, with policy, masking and record. */
export async function create(config: ProviderConfig = {}): Promise<PageProvider> {
  const { createPageProvider } = await import('./provider-map.js');
  return createPageProvider(config);
}
