import { Failure } from '../../core/index.js';
import type { BrowserProvider } from './provider.js';

export function noBrowser(): BrowserProvider {
  return {
    name: 'none',
    launch: () => Promise.reject(new Failure('browser.start-failed', 'browser.provider is none: there is no browser.')),
  };
}
