import type { Page } from '../../core/index.js';
import { actingOf } from './acting.js';
import { filesPartOf } from './files.js';
import { keepingOf } from './keeping.js';
import { movingOf } from './moving.js';
import type { PageDeps } from './page-deps.js';
import { readingOf } from './reading.js';

export type { PageDeps } from './page-deps.js';

/**
 * The browser as tools see it. Faults are Failures: `call.deadline` and `call.cancelled` when the call ended before
 * anything was sent to the page, `browser.outcome-unknown` when it ended, or the page went, after that.
 */
export function createPage(deps: PageDeps): Page {
  return { ...readingOf(deps), ...movingOf(deps), ...actingOf(deps), ...keepingOf(deps), ...filesPartOf(deps) };
}
