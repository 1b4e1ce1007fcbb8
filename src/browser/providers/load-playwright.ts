import { createRequire } from 'node:module';
import type { BrowserType, devices } from 'playwright-core';
import { Failure } from '../../core/index.js';

const MISSING =
  'playwright-core is not installed. Tell the user to run npm install in the folder of Gatewright, or to install Gatewright anew.';
const BROKEN =
  'playwright-core cannot be loaded. Run npm install in the folder of Gatewright, or install Gatewright anew.';

interface Playwright {
  readonly chromium: BrowserType;
  readonly devices: typeof devices;
}

/** Undefined: it is there. Nothing is loaded for the answer. */
export function whyNoPlaywright(): string | undefined {
  try {
    createRequire(import.meta.url).resolve('playwright-core');
    return undefined;
  } catch {
    return MISSING;
  }
}

/** Loads it. */
export async function canLoadPlaywright(): Promise<boolean> {
  return loadPlaywright().then(
    () => true,
    () => false,
  );
}

/**
 * Playwright is the one dependency that is not bundled: it may be missing where the rest of the server runs. It is
 * required, not imported: for an import Node would search its seven megabytes for names first, which takes as long as
 * a third of the rest.
 */
export function loadPlaywright(): Promise<Playwright> {
  return new Promise((resolve) => {
    resolve(requirePlaywright());
  });
}

function requirePlaywright(): Playwright {
  try {
    const loaded: unknown = createRequire(import.meta.url)('playwright-core');
    if (isPlaywright(loaded)) return loaded;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND';
    throw new Failure('browser.start-failed', isMissing ? MISSING : BROKEN, undefined, error);
  }
  throw new Failure('browser.start-failed', BROKEN);
}

function isPlaywright(value: unknown): value is Playwright {
  return typeof value === 'object' && value !== null && 'chromium' in value && 'devices' in value;
}
