import { z } from 'zod';
import { ACTION_OUTPUT, actionOutput } from '../action-output.js';
import { MOVES } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { elementTarget, targetFields } from '../target-input.js';

export const browserHover = defineTool({
  name: 'browser_hover',
  title: 'Hover',
  description: 'Moves the pointer over an element.',
  capability: 'action',
  effect: 'act',
  annotations: MOVES,
  needs: ['page'],
  input: () => z.strictObject({ ...targetFields, ...sessionAndTabFields }),
  outputSchema: ACTION_OUTPUT,
  targets: (input) => ({ target: elementTarget(input, 'hover') }),
  run: async ({ page }, _, { target }) => actionOutput(await page.hover(target)),
});
