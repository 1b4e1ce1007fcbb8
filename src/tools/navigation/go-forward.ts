import { z } from 'zod';
import { ACTION_OUTPUT, actionOutput } from '../action-output.js';
import { MOVES } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';

export const browserGoForward = defineTool({
  name: 'browser_go_forward',
  title: 'Go forward',
  description: 'Forward in the history.',
  capability: 'navigation',
  effect: 'leave',
  annotations: MOVES,
  needs: ['page'],
  input: () => z.strictObject({ ...sessionAndTabFields }),
  outputSchema: ACTION_OUTPUT,
  targets: () => ({ page: { kind: 'page' } }),
  run: async ({ page }) => actionOutput(await page.goForward()),
});
