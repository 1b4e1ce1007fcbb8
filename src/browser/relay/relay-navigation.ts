import { Failure, onePageLine, PageText } from '../../core/index.js';
import type { ActionResult, PageNavigation, TabFacts, UrlTarget } from '../../core/index.js';
import { gotoFault } from '../page/goto-fault.js';
import { originOf, urlText } from '../page/shown-url.js';
import type { PageState } from './page-state.js';
import type { RelayPageDeps } from './relay-deps.js';
import { beforeOf, freshRefusals, isReadable, refusalFailure, resultOf } from './relay-result.js';
import type { BeforeAct } from './relay-result.js';
import { linesOf, readPageState, shownViewOf } from './shown-page.js';
import type { UpstreamAnswer } from './upstream-answer.js';
import { upstreamFailure } from './upstream-driver.js';

type Mapped = 'navigate' | 'goBack' | 'setViewport' | 'listTabs' | 'openTab' | 'selectTab' | 'closeTab' | 'endSession';

export function relayNavigationOf(deps: RelayPageDeps): Pick<PageNavigation, Mapped> {
  return {
    navigate: async (target, { snapshot, screenshot }) => {
      if (screenshot === true)
        throw new Failure('browser.unsupported', 'browser.provider: relay keeps no pictures; use browser_screenshot');
      return navigate(deps, target, snapshot !== 'none');
    },
    goBack: () => move(deps, { action: 'go back', tool: 'browser_navigate_back', input: {} }),
    setViewport: (width, height) =>
      move(deps, { action: 'set viewport', tool: 'browser_resize', input: { width, height } }),
    listTabs: async () => tabFactsOf(await currentState(deps, true)),
    openTab: async (target) => {
      const opened = await tabMove(deps, 'open tab', { action: 'new' });
      return target === undefined ? opened : navigate(deps, target, true);
    },
    selectTab: async (tab) => tabMove(deps, 'select tab', { action: 'select', index: await indexOf(deps, tab) }),
    closeTab: async (tab) => {
      const index = tab === undefined ? {} : { index: await indexOf(deps, tab) };
      return tabMove(deps, 'close tab', { action: 'close', ...index });
    },
    endSession: async () => {
      await deps.endSession();
      return true;
    },
  };
}

async function navigate(deps: RelayPageDeps, target: UrlTarget, wantsSnapshot: boolean): Promise<ActionResult> {
  const facts = deps.permit.callFacts.urls.get(target);
  if (facts?.kind !== 'web' && facts?.kind !== 'blank') throw new Failure('policy.bad-url');
  const url = facts.kind === 'web' ? target.url : 'about:blank';
  const before = beforeOf(deps, await knownState(deps));
  const answer = await deps.driver.act('browser_navigate', { url }, originOf(url), true);
  if (answer.isError) throwGotoFault(deps, before, answer, originOf(url));
  const [refused] = freshRefusals(deps, before).filter(({ origin }) => origin === originOf(url));
  if (refused !== undefined) throw refusalFailure(deps, refused);
  const result = await resultOf(deps, before, { action: 'navigate', kind: 'load' });
  const state = await readPageState(deps);
  if (!wantsSnapshot || !isReadable(deps, state.page.url)) return result;
  const { pieces } = shownViewOf(state, linesOf(deps, state), deps.maxTokens);
  return pieces === undefined ? result : { ...result, snapshotDelta: new PageText('', ''), snapshotPieces: pieces };
}

function throwGotoFault(deps: RelayPageDeps, before: BeforeAct, answer: UpstreamAnswer, origin: string): void {
  const [refused] = freshRefusals(deps, before);
  if (refused !== undefined) throw refusalFailure(deps, refused);
  const error = new Error(answer.text);
  if (/^### Error\nTimeoutError/u.test(answer.text)) error.name = 'TimeoutError';
  const fault = gotoFault(error);
  switch (fault.kind) {
    case 'refused':
      throw new Failure(fault.code, fault.hint);
    case 'late':
      throw new Failure('page.not-loaded');
    case 'other':
      throw upstreamFailure(answer, origin);
    case 'overtaken':
    case 'status':
  }
}

interface Move {
  readonly action: string;
  readonly tool: string;
  readonly input: object;
}

async function move(deps: RelayPageDeps, { action, tool, input }: Move): Promise<ActionResult> {
  const state = await currentState(deps);
  const before = beforeOf(deps, state);
  const answer = await deps.driver.act(tool, input, state.page.origin, true);
  if (answer.isError) throw upstreamFailure(answer, state.page.origin);
  return resultOf(deps, before, { action, kind: 'history' });
}

async function tabMove(deps: RelayPageDeps, action: string, input: object): Promise<ActionResult> {
  const answer = await deps.driver.act('browser_tabs', input, 'null', true);
  if (answer.isError) throw upstreamFailure(answer, 'null');
  const state = await deps.driver.read({ wantsTitles: true }, deps.signal);
  deps.driver.takeDialogs();
  if (state === undefined) {
    deps.session.isAt('about:blank', 0);
    return { ok: true, action };
  }
  deps.session.isAt(state.page.url, state.tabs.length);
  return { ok: true, action, structure: { tabs: tabFactsOf(state) } };
}

async function currentState(deps: RelayPageDeps, wantsTitles = false): Promise<PageState> {
  const state = await deps.driver.read({ wantsTitles }, deps.signal);
  if (state === undefined) throw new Failure('session.none');
  return state;
}

/** Of a page that hangs nothing is known, and leaving it must work all the same. */
async function knownState({ driver, signal }: RelayPageDeps): Promise<PageState | undefined> {
  return driver.read({}, signal).catch(() => undefined);
}

async function indexOf(deps: RelayPageDeps, tab: string): Promise<number> {
  const { tabs } = await currentState(deps);
  const index = tabs.findIndex((one) => one.tab === tab);
  if (index === -1) throw new Failure('session.no-such-tab');
  return index;
}

function tabFactsOf({ tabs, page }: PageState): TabFacts[] {
  return tabs.map(({ tab, url, title }) => ({
    ...{ tab, url: urlText(url), current: tab === page.tab },
    title: new PageText(originOf(url), onePageLine(title, 100)),
  }));
}
