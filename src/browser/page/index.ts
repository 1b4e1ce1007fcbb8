import type { Page, PageFiles } from '../../core/index.js';
import { actionsOf } from './page-actions.js';
import { canvasOf } from './page-canvas.js';
import { optInMethods } from './opt-in-methods.js';
import { settingsOf } from './page-settings.js';
import { navigationOf } from './page-navigation.js';
import type { PageDeps } from './page-deps.js';
import { createPageReads } from './page-reads.js';
import { download } from './download.js';
import { print } from './pdf.js';
import { upload } from './upload.js';

export type { PageDeps, StorageRules } from './page-deps.js';

/**
 * The browser as tools see it. Faults are Failures: `call.deadline` and `call.cancelled` when the call ended before
 * anything was sent to the page, `browser.outcome-unknown` when it ended, or the page went, after that.
 */
export function createPage(deps: PageDeps): Page {
  return {
    ...createPageReads(deps),
    ...navigationOf(deps),
    ...actionsOf(deps),
    ...settingsOf(deps),
    ...filesPartOf(deps),
    ...optInMethods(deps),
    ...canvasOf(deps),
  };
}

export function filesPartOf(deps: PageDeps): PageFiles {
  return {
    upload: (target, paths) => upload(deps, target, paths),
    download: (target) => download(deps, target),
    print: (options) => print(deps, options),
  };
}
