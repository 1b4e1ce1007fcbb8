import { Failure } from '../../core/index.js';
import type { ElementTarget, PageFacts } from '../../core/index.js';
import type { LocatedElement } from '../dom/host/tab-view.js';
import type { PageDeps } from './page-deps.js';
import { originOf } from './shown-url.js';

/** The page that was judged, if it is still the one that is there. */
export function requireSameDocument({ permit, tab }: PageDeps): PageFacts {
  const { page } = permit.callFacts;
  if (page === undefined) throw new Failure('session.none');
  if (tab.crashed) throw new Failure('browser.crashed');
  if (page.tab !== tab.id || page.document !== tab.document()) throw new Failure('policy.changed');
  return page;
}

/** For reading it is enough that the origin is the one that was judged. */
export function requireSameOrigin({ permit, tab }: PageDeps): string {
  const { page } = permit.callFacts;
  if (page === undefined) throw new Failure('session.none');
  if (tab.crashed) throw new Failure('browser.crashed');
  if (originOf(tab.page.url()) !== page.origin) throw new Failure('policy.changed');
  return page.origin;
}

/** The element behind a declared target, as it was judged. Anything else is a fault of ours, not of the agent. */
export function requireDeclared({ permit, seen }: PageDeps, target: ElementTarget): LocatedElement {
  const found = seen.get(target);
  const judged = permit.callFacts.elements.get(target);
  if (found === undefined || judged === undefined || !permit.call.targets.includes(target))
    throw new Failure('internal.fault', 'an element was touched that the call did not declare');
  if (judged.fingerprint !== found.facts.fingerprint) throw new Failure('policy.changed');
  return found;
}
