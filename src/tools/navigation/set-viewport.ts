import { z } from 'zod';
import { ACTION_OUTPUT, actionOutput } from '../action-output.js';
import { MOVES } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';

export const browserSetViewport = defineTool({
  name: 'browser_set_viewport',
  title: 'Set the viewport size',
  description: 'Sets the size of the page in pixels.',
  capability: 'navigation',
  effect: 'read',
  annotations: MOVES,
  needs: ['page'],
  input: () =>
    z.strictObject({ width: z.int().min(100).max(4000), height: z.int().min(100).max(4000), ...sessionAndTabFields }),
  outputSchema: ACTION_OUTPUT,
  targets: () => ({ session: { kind: 'session' } }),
  run: async ({ page }, { width, height }) => actionOutput(await page.setViewport(width, height)),
});
