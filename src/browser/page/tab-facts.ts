import { onePageLine, PageText } from '../../core/index.js';
import type { TabFacts } from '../../core/index.js';
import type { Session } from './session.js';
import type { Tab } from './tab.js';
import { ifInTime } from './call-time.js';
import { cdpSessionOf } from '../cdp/page-cdp-session.js';
import { originOf, urlText } from './shown-url.js';

const MAX_SHOWN = 20;

export async function tabsOf(session: Session, which: (tab: Tab) => boolean = () => true): Promise<TabFacts[]> {
  const current = session.tabs().length === 0 ? undefined : session.current();
  const tabs = session.tabs().filter(which).slice(0, MAX_SHOWN);
  return Promise.all(tabs.map((tab) => factsOf(tab, tab === current)));
}

async function factsOf(tab: Tab, current: boolean): Promise<TabFacts> {
  const url = tab.page.url();
  const title = (await ifInTime(500, titleOf(tab))) ?? '';
  return {
    tab: tab.id,
    url: urlText(url),
    title: new PageText(originOf(url), onePageLine(title, 100)),
    current,
    ...(tab.popup ? { popup: true } : {}),
  };
}

/** The browser's own note of it: asking the page would hang where the page hangs, and named elements can shadow it. */
async function titleOf(tab: Tab): Promise<string> {
  const session = await cdpSessionOf(tab.page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  return targetInfo.title;
}
