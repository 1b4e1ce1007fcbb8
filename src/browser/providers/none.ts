import { Failure } from '../../core/index.js';
import { noneDeclaration } from './none/declaration.js';
import type { BrowserProvider } from './provider.js';

const WHY =
  'browser.provider is none in the configuration. Tell the user to take that line out of gatewright.yaml, and to start the server again.';

/** Finds no browser and starts none. */
export function noBrowser(): BrowserProvider {
  const refuse = (): never => {
    throw new Failure('browser.unavailable', WHY);
  };
  return { declaration: noneDeclaration, locate: refuse, launch: () => new Promise(refuse) };
}
