import type { BrowserType } from 'playwright-core';
import { Failure } from '../../core/index.js';

const MISSING =
  'playwright-core is not installed. Run npm install in the folder of Gatewright, or install Gatewright anew.';
const BROKEN =
  'playwright-core cannot be loaded. Run npm install in the folder of Gatewright, or install Gatewright anew.';

/** Playwright is the one dependency that is not bundled: it may be missing where the rest of the server runs. */
export async function loadPlaywright(): Promise<{ readonly chromium: BrowserType }> {
  try {
    return await import('playwright-core');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    throw new Failure('browser.start-failed', isMissing ? MISSING : BROKEN, undefined, error);
  }
}
