import { Failure } from '../../core/index.js';
import type { Page } from '../../core/index.js';
import { pageThatRefuses } from '../sessions/absent-page.js';
import { relayActionsOf } from './relay-actions.js';
import type { RelayPageDeps } from './relay-deps.js';
import { relayNavigationOf } from './relay-navigation.js';
import { relayReadsOf } from './relay-reads.js';

const cannot = (): Promise<never> =>
  Promise.reject(new Failure('browser.unsupported', 'browser.provider: relay has no such tool; see docs/relay.md'));

/** The upstream's browser as tools see it. What it cannot do, or nobody could judge, is refused. */
export function createRelayPage(deps: RelayPageDeps): Page {
  return {
    ...pageThatRefuses(cannot),
    ...relayReadsOf(deps),
    ...relayNavigationOf(deps),
    ...relayActionsOf(deps),
  };
}
