import { z } from 'zod';
import { ACTION_OUTPUT, actionOutput, tabLine } from '../action-output.js';
import { MOVES } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { urlTarget } from '../complete-url.js';
import { Failure } from '../../core/index.js';
import type { Output, Page } from '../../core/index.js';

export const browserTabs = defineTool({
  name: 'browser_tabs',
  title: 'Manage tabs',
  description: 'Lists, opens, selects or closes tabs.',
  capability: 'navigation',
  effect: 'leave',
  annotations: MOVES,
  needs: ['page'],
  input: () =>
    z.strictObject({
      action: z.enum(['list', 'new', 'select', 'close']),
      url: z.string().max(20_000).optional(),
      ...sessionAndTabFields,
    }),
  outputSchema: ACTION_OUTPUT,
  targets: ({ url }) => ({ session: { kind: 'session' }, target: url === undefined ? undefined : urlTarget(url) }),
  run: async ({ page }, { action, tab }, { target }) => {
    switch (action) {
      case 'list':
        return await listed(page);
      case 'new':
        return actionOutput(await page.openTab(target));
      case 'select':
        if (tab === undefined) throw new Failure('call.bad-arguments', 'tab: which one to select');
        return actionOutput(await page.selectTab(tab));
      case 'close':
        return actionOutput(await page.closeTab(tab));
    }
  },
});

async function listed(page: Page): Promise<Output> {
  const tabs = await page.listTabs();
  return {
    parts: [
      { from: 'gateway', text: `${tabs.length} tab(s)` },
      ...tabs.map(tabLine).map(({ origin, text }) => ({ from: 'page' as const, origin, text })),
    ],
    data: { ok: true, action: 'list tabs', structure: { tabs: tabs.map((tab) => ({ ...tab })) } },
  };
}
