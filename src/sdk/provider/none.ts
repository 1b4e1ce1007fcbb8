import { errorOf } from '../as-error.js';
import type { PageProvider } from './types.js';

const refuse = (): Promise<never> => Promise.reject(errorOf('browser.unavailable', 'the provider is none'));

/** For hosts without a browser: each command says so. */
export function createNoneProvider(): Promise<PageProvider> {
  return Promise.resolve({
    launch: refuse,
    navigate: refuse,
    snapshot: refuse,
    click: refuse,
    type: refuse,
    screenshot: refuse,
    close: refuse,
  });
}
