import { Failure, ownCommand } from '../core/index.js';
import type { BrowserAvailability } from '../core/index.js';
import { whyNoPlaywright } from './providers/load-playwright.js';
import type { BrowserProvider } from './providers/provider.js';

/** Looked for at each question while there is none: a person may install one at any time. */
export function watchAvailability(provider: Pick<BrowserProvider, 'locate'>): BrowserAvailability {
  const listeners = new Set<() => void>();
  let isFound = false;
  let wasMissing = false;
  return {
    whyNot: () => {
      if (isFound) return undefined;
      const why = whyNoPlaywright() ?? whyNotLocated(provider);
      isFound = why === undefined;
      if (isFound && wasMissing) for (const listener of listeners) listener();
      wasMissing = !isFound;
      return why;
    },
    onFound: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function whyNotLocated(provider: Pick<BrowserProvider, 'locate'>): string | undefined {
  try {
    provider.locate();
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) return `It could not be looked for. Tell the user to run: ${ownCommand('doctor')}`;
    return error.hint ?? `No Chromium was found. Tell the user to run: ${ownCommand('install-browser')}`;
  }
}
