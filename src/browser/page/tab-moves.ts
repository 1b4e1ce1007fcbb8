import { Failure } from '../../core/index.js';
import type { ActionResult, PageNavigation, UrlTarget } from '../../core/index.js';
import type { Tab } from './tab.js';
import { explainFault } from './attempt.js';
import { duringCall } from './call-time.js';
import type { PageDeps } from './page-deps.js';
import { tabsOf } from './tab-facts.js';

type TabMoves = Pick<PageNavigation, 'listTabs' | 'openTab' | 'selectTab' | 'closeTab' | 'endSession'>;
type Navigate = (tab: Tab, target: UrlTarget) => Promise<ActionResult>;

export function tabMoves(deps: PageDeps, navigate: Navigate): TabMoves {
  const { session } = deps;
  return {
    listTabs: () => duringCall(deps.signal, tabsOf(session)),
    openTab: (target) => openTab(deps, navigate, target),
    selectTab: async (id) => {
      session.select(id);
      return withTabs(deps, 'select_tab');
    },
    closeTab: async (id) => {
      const closing = id ?? session.current().id;
      await leaving(deps, () => session.close(closing));
      return withTabs(deps, 'close_tab');
    },
    endSession: async () => {
      await session.end('closed by the agent');
      return true;
    },
  };
}

async function openTab(deps: PageDeps, navigate: Navigate, target: UrlTarget | undefined): Promise<ActionResult> {
  const tab = await leaving(deps, () => deps.session.openTab());
  if (target === undefined) return withTabs(deps, 'open_tab');
  try {
    const result = await navigate(tab, target);
    return { ...result, action: 'open_tab', structure: { ...result.structure, tabs: await tabsOf(deps.session) } };
  } catch (error) {
    // A tab that shows nothing that was asked for would only be in the way.
    await deps.session.close(tab.id).catch(() => undefined);
    throw error;
  }
}

async function leaving<T>(deps: PageDeps, going: () => Promise<T>): Promise<T> {
  try {
    return await duringCall(deps.signal, deps.session.events.whileLeaving(going));
  } catch (error) {
    throw error instanceof Failure ? error : explainFault(error, deps.tab);
  }
}

async function withTabs(deps: PageDeps, action: string): Promise<ActionResult> {
  return { ok: true, action, structure: { tabs: await duringCall(deps.signal, tabsOf(deps.session)) } };
}
