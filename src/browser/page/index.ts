import type { Page } from '../../core/index.js';
import { actionsOf } from './page-actions.js';
import { canvasOf } from './page-canvas.js';
import { extrasOf } from './page-extras.js';
import { filesPartOf } from './page-files.js';
import { settingsOf } from './page-settings.js';
import { navigationOf } from './page-navigation.js';
import type { PageDeps } from './page-deps.js';
import { readsOf } from './page-reads.js';

export type { PageDeps, StorageRules } from './page-deps.js';

/**
 * The browser as tools see it. Faults are Failures: `call.deadline` and `call.cancelled` when the call ended before
 * anything was sent to the page, `browser.outcome-unknown` when it ended, or the page went, after that.
 */
export function createPage(deps: PageDeps): Page {
  return {
    ...readsOf(deps),
    ...navigationOf(deps),
    ...actionsOf(deps),
    ...settingsOf(deps),
    ...filesPartOf(deps),
    ...extrasOf(deps),
    ...canvasOf(deps),
  };
}
