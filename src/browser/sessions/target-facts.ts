import { Failure } from '../../core/index.js';
import type { ElementFacts, ElementTarget, TargetFacts, PageFacts, Target } from '../../core/index.js';
import { readTargetPageTool } from '../page/page-tools.js';
import type { LiveTab } from '../page/tab.js';
import type { LocatedElement } from '../dom/host/tab-view.js';
import { reuseElementForPoints } from './reuse-element.js';
import { TOO_LATE, unlessAborted, resultOrTooLate } from '../with-timeout.js';
import { originOfUrl } from '../origin-of-url.js';

const FACTS_MS = 5000;

/** What was seen for a target, from the facts to the act. */
export type LocatedTargets = WeakMap<ElementTarget, LocatedElement>;

/** What is there, from outside where possible: only elements are asked of the page itself, and not for long. */
export async function readTargetFacts(
  tab: LiveTab | undefined,
  targets: readonly Target[],
  signal: AbortSignal,
  seen: LocatedTargets,
): Promise<TargetFacts> {
  const wanted = targets.filter((target) => target.kind === 'element');
  if (tab === undefined) {
    if (wanted.length > 0 || namesPageTool(targets)) throw new Failure('session.none');
    return { elements: new Map() };
  }
  // Taken before the elements: if the document changes meanwhile, the lease finds another one and refuses.
  const page = pageFactsOf(tab);
  if (namesPageTool(targets)) {
    if (tab.crashed) throw new Failure('browser.crashed');
    const offered = await resultOrTooLate(FACTS_MS, unlessAborted(signal, readTargetPageTool(tab.page, targets)));
    if (offered === TOO_LATE) throw new Failure('call.deadline', 'The page is busy and does not answer.');
    return { page, elements: new Map(), ...offered };
  }
  if (wanted.length === 0) return { page, elements: new Map() };
  if (tab.crashed) throw new Failure('browser.crashed');
  const found = await resultOrTooLate(FACTS_MS, unlessAborted(signal, locateAll(tab, wanted, seen)));
  if (found === TOO_LATE) throw new Failure('call.deadline', 'The page is busy and does not answer.');
  return { page, elements: found };
}

function namesPageTool(targets: readonly Target[]): boolean {
  return targets.some((target) => target.kind === 'page' && target.pageTool !== undefined);
}

async function locateAll(
  tab: LiveTab,
  wanted: readonly ElementTarget[],
  seen: LocatedTargets,
): Promise<ReadonlyMap<ElementTarget, ElementFacts>> {
  const found = new Map<ElementTarget, ElementFacts>();
  const points = await reuseElementForPoints(tab, wanted);
  for (const target of wanted) {
    const element = points.reuse(target) ?? (await located(tab, target));
    points.learn(target, element);
    seen.set(target, element);
    found.set(target, element.facts);
  }
  return found;
}

async function located(tab: LiveTab, target: ElementTarget): Promise<LocatedElement> {
  try {
    const { at, intent, text } = target;
    if (intent === 'look' || intent === 'scroll') return await tab.view.locate(at);
    const types = intent === 'type';
    return await tab.view.locate(at, { option: types || intent === 'select' ? text : undefined, types });
  } catch (error) {
    if (error instanceof Failure) throw error;
    // Playwright's own words can quote the page.
    throw new Failure(tab.crashed ? 'browser.crashed' : 'policy.changed', undefined, undefined, error);
  }
}

export function pageFactsOf(tab: LiveTab): PageFacts {
  const url = tab.page.url();
  return { tab: tab.id, url, origin: originOfUrl(url), document: tab.document() };
}
