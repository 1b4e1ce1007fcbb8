import { z } from 'zod';
import type { InstalledExtension, Output } from '../../core/index.js';

/** Pages that are open would keep the scripts that they were given before. */
export const FRESH_TAB =
  'The session has one fresh tab: pages that were open are closed, and refs from before are gone.';

export const extensionId = () =>
  z.string().regex(/^[a-p]{32}$/u, { error: 'expected an id that extensions_list shows' });

/** Its name is its own word, so it is fenced like a page's. */
export function extensionsOutput(list: readonly InstalledExtension[], head: string): Output {
  const text = JSON.stringify(list);
  return {
    parts: [
      { from: 'gateway', text: head },
      { from: 'page', origin: 'extension', text },
    ],
  };
}
