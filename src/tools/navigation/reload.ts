import { z } from 'zod';
import { ACTION_OUTPUT, actionOutput } from '../action-output.js';
import { MOVES } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';

export const browserReload = defineTool({
  name: 'browser_reload',
  title: 'Reload',
  description: 'Loads the page again.',
  capability: 'navigation',
  effect: 'navigate',
  annotations: MOVES,
  needs: ['page'],
  input: () => z.strictObject({ ...sessionAndTabFields }),
  outputSchema: ACTION_OUTPUT,
  targets: () => ({ page: { kind: 'page' } }),
  run: async ({ page }) => actionOutput(await page.reload()),
});
