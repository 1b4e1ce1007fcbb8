import type { Browser } from 'playwright-core';
import { Failure } from '../../core/index.js';
import type { CdpConnection } from '../cdp/cdp-connection.js';
import { TOO_LATE, resultOrTooLate } from '../with-timeout.js';
import { loadPlaywright } from './load-playwright.js';
import type { Launched } from './provider.js';

const START_MS = 20_000;
/** A browser that ended says how, a little after its pipes are closed. */
const LAST_WORDS_MS = 1000;

/** Another way to start the browser would not help. */
export class StartFailure extends Failure {
  constructor(hint: string, cause?: unknown) {
    super('browser.start-failed', hint, undefined, cause);
  }
}

/** Playwright's side of the browser, once it is up; each thing that can go wrong before says what it was. */
export async function connectPlaywright(
  wire: CdpConnection,
  { process, ready, folder }: Pick<Launched, 'process' | 'ready' | 'folder'>,
): Promise<Browser> {
  const ended = process?.exited.then((how): never => {
    throw new Failure('browser.start-failed', `It ended at once: ${how}.`);
  });
  // The browser may end while Playwright is still being loaded, before these promises are awaited.
  ended?.catch(() => undefined);
  ready?.catch(() => undefined);
  const up = connectWhenLoaded(wire, folder, ready);
  try {
    const browser = await resultOrTooLate(START_MS, ended === undefined ? up : Promise.race([up, ended]));
    if (browser !== TOO_LATE) return browser;
  } catch (error) {
    if (error instanceof StartFailure || ended === undefined) throw error;
    // Its pipes close before it has said how it ended.
    await resultOrTooLate(LAST_WORDS_MS, ended);
    throw error;
  }
  throw new StartFailure(`It did not answer within ${START_MS / 1000} seconds of its start.`);
}

async function connectWhenLoaded(
  wire: CdpConnection,
  artifactsDir: string,
  ready: Promise<void> | undefined,
): Promise<Browser> {
  const { chromium } = await loadPlaywright().catch((error: unknown): never => {
    throw new StartFailure(error instanceof Failure ? (error.hint ?? '') : 'Playwright cannot be loaded.', error);
  });
  const connecting = chromium.connectOverCDP(wire, { artifactsDir, noDefaults: true, timeout: START_MS });
  const [browser] = await Promise.all([connecting, ready]);
  return browser;
}
