import { Failure } from '../../core/index.js';
import type { ElementFacts, ElementTarget, LookResult, PageFacts, Target } from '../../core/index.js';
import type { LiveTab } from '../page/tab.js';
import type { LocatedElement } from '../dom/host/tab-view.js';
import { pointsOfOne } from './points-of-one.js';
import { TOO_LATE, unlessAborted, resultOrTooLate } from '../with-timeout.js';

const LOOK_MS = 5000;

/** What was seen for a target, from the look to the act. */
export type LocatedTargets = WeakMap<ElementTarget, LocatedElement>;

/** What is there, from outside where possible: only elements are asked of the page itself, and not for long. */
export async function readCallFacts(
  tab: LiveTab | undefined,
  targets: readonly Target[],
  signal: AbortSignal,
  seen: LocatedTargets,
): Promise<LookResult> {
  const wanted = targets.filter((target) => target.kind === 'element');
  if (tab === undefined) {
    if (wanted.length > 0) throw new Failure('session.none');
    return { elements: new Map() };
  }
  // Taken before the elements: if the document changes meanwhile, the lease finds another one and refuses.
  const page = pageFactsOf(tab);
  if (wanted.length === 0) return { page, elements: new Map() };
  if (tab.crashed) throw new Failure('browser.crashed');
  const found = await resultOrTooLate(LOOK_MS, unlessAborted(signal, locateAll(tab, wanted, seen)));
  if (found === TOO_LATE) throw new Failure('call.deadline', 'The page is busy and does not answer.');
  return { page, elements: found };
}

async function locateAll(
  tab: LiveTab,
  wanted: readonly ElementTarget[],
  seen: LocatedTargets,
): Promise<ReadonlyMap<ElementTarget, ElementFacts>> {
  const found = new Map<ElementTarget, ElementFacts>();
  const points = await pointsOfOne(tab, wanted);
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

export function originOfUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null';
}
