import type { Page as PlaywrightPage } from 'playwright-core';
import { Failure } from '../../core/index.js';
import { cdpSessionOf } from '../cdp/page-cdp-session.js';
import { TOO_LATE, resultOrTooLate } from '../with-timeout.js';

const MAX_MS = 10_000;
/** Without any patch: a page can tell a getter of ours from one of the browser's. */
const LOOK = `[navigator.webdriver === false ? '' : 'says that it is automated',
  navigator.plugins.length > 0 ? '' : 'has no plugins', navigator.languages.length > 0 ? '' : 'has no languages']
  .filter((lack) => lack !== '').join(' and ')`;

/** A browser whose pages would see what the capability `stealth` is to hide is not used. The page is an empty one. */
export async function requireStealth(page: PlaywrightPage): Promise<void> {
  const asked = cdpSessionOf(page).then((session) => session.send('Runtime.evaluate', { expression: LOOK }));
  const told = await resultOrTooLate(MAX_MS, asked);
  const lack: unknown = told === TOO_LATE ? undefined : told.result.value;
  if (typeof lack !== 'string')
    throw new Failure('browser.start-failed', 'It did not say in time what its pages see of it.');
  if (lack !== '')
    throw new Failure(
      'browser.unsupported',
      `The capability stealth is on, and this Chromium ${lack}, which no patch hides. Use a full Chromium that browser.provider local or container starts, or take stealth out of capabilities.`,
    );
}
