import type { Secret } from '../../core/index.js';
import type { Tab } from './tab.js';
import { ifInTime } from './call-time.js';
import { secretFinder } from './find-secrets.js';

const MAX_MS = 3_000;

/** A page that does not answer in time may hold anything. */
export async function isSecretOnTab(tab: Tab, secrets: readonly Secret[]): Promise<boolean> {
  return (await ifInTime(MAX_MS, tab.view.isSecretLive(secretFinder(secrets)))) ?? true;
}
