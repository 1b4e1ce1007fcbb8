import { Failure } from '../../core/index.js';
import type { ActionResult, ElementTarget, NavigateOptions, PageNavigation, UrlTarget } from '../../core/index.js';
import type { Tab } from './tab.js';
import { duringCall } from './call-time.js';
import { cdpSessionOf } from '../cdp/page-cdp-session.js';
import { requireDeclared } from './permit-preconditions.js';
import type { PageDeps } from './page-deps.js';
import { runAction } from './run-action.js';
import { pointAt } from './pointer.js';
import { isWebUrl } from './shown-url.js';
import { tabMoves } from './tab-moves.js';
import { navigateTab } from './navigate.js';

const SNAPSHOT_TOKENS = 2_000;
const USUAL: NavigateOptions = { waitFor: 'load', snapshot: 'interactive' };

export function navigationOf(deps: PageDeps): PageNavigation {
  return {
    navigate: (target, options) => navigate(deps, deps.tab, target, options),
    goBack: () => throughHistory(deps, -1),
    goForward: () => throughHistory(deps, 1),
    reload: () => reload(deps),
    scroll: (target, dx, dy) => scroll(deps, target, dx, dy),
    setViewport: (width, height) => setViewport(deps, width, height),
    ...tabMoves(deps, (tab, target) => navigate(deps, tab, target, USUAL)),
  };
}

async function navigate(
  deps: PageDeps,
  tab: Tab,
  target: UrlTarget,
  { waitFor, snapshot, screenshot = false }: NavigateOptions,
): Promise<ActionResult> {
  const url = judgedUrlOf(deps, target);
  return navigateTab(
    { ...deps, tab },
    {
      action: 'navigate',
      kind: 'load',
      snapshot: snapshot === 'none' ? 'none' : { mode: snapshot, maxTokens: SNAPSHOT_TOKENS },
      waitFor,
      keepsPicture: screenshot,
      asked: url,
      go: (options) => tab.page.goto(url, options),
    },
  );
}

/** Exactly what was judged is opened: the URL as our own parser read it, with the fragment that no server sees. */
export function judgedUrlOf({ permit }: PageDeps, target: UrlTarget): string {
  const facts = permit.callFacts.urls.get(target);
  if (facts === undefined || !permit.call.targets.includes(target))
    throw new Failure('internal.fault', 'an address was opened that was not declared and judged');
  if (facts.kind === 'blank') return 'about:blank';
  if (facts.kind !== 'web')
    throw new Failure(facts.kind === 'doubtful' ? 'policy.bad-url' : 'policy.scheme-not-allowed');
  const { hash } = new URL(target.url);
  return `${facts.url}${hash}`;
}

async function throughHistory(deps: PageDeps, step: -1 | 1): Promise<ActionResult> {
  const { page } = deps.tab;
  const session = await duringCall(deps.signal, cdpSessionOf(page));
  const { currentIndex, entries } = await duringCall(deps.signal, session.send('Page.getNavigationHistory'));
  const entry = entries[currentIndex + step];
  if (entry === undefined) throw new Failure('browser.nothing-there');
  if (isWebUrl(entry.url) && !deps.mayVisit(entry.url)) throw new Failure('policy.origin-not-allowed');
  return navigateTab(deps, {
    action: step < 0 ? 'go_back' : 'go_forward',
    kind: 'history',
    asked: entry.url,
    go: (options) => (step < 0 ? page.goBack(options) : page.goForward(options)),
  });
}

async function reload(deps: PageDeps): Promise<ActionResult> {
  const { page, logs } = deps.tab;
  const document = logs.network
    .rows()
    .findLast(({ request }) => request.isNavigationRequest() && request.frame() === page.mainFrame());
  // The browser would send the form once more without a word.
  if (document !== undefined && document.method !== 'GET')
    throw new Failure('browser.not-actionable', 'this page is the answer to a form, and reloading would send it again');
  const go = (options: Parameters<typeof page.reload>[0]): Promise<unknown> => page.reload(options);
  return navigateTab(deps, { action: 'reload', kind: 'reload', asked: page.url(), go });
}

async function setViewport(deps: PageDeps, width: number, height: number): Promise<ActionResult> {
  const resize = (): Promise<void> => deps.tab.page.setViewportSize({ width, height });
  const action = 'set_viewport';
  if (deps.permit.callFacts.page === undefined) {
    await duringCall(deps.signal, resize());
    return { ok: true, action };
  }
  return runAction(deps, { action, isReadOnly: true }, async (attempt) => {
    await attempt.send(resize);
    return undefined;
  });
}

async function scroll(
  deps: PageDeps,
  target: ElementTarget | undefined,
  dx: number,
  dy: number,
): Promise<ActionResult> {
  const { view, page } = deps.tab;
  if (target === undefined)
    return runAction(deps, { action: 'scroll', isReadOnly: true }, async (attempt) => {
      await attempt.send(() => view.scrollBy(undefined, dx, dy));
      return undefined;
    });
  const seen = requireDeclared(deps, target);
  return runAction(deps, { action: 'scroll', seen }, async (attempt) => {
    await pointAt(attempt, deps.tab, seen, false);
    if (dx !== 0 || dy !== 0) await attempt.send(() => page.mouse.wheel(dx, dy));
    return undefined;
  });
}
