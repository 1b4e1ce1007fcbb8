import { z } from 'zod';
import { ACTION_OUTPUT, actionOutput } from '../action-output.js';
import { ACTS } from '../annotations.js';
import { defineTool, where } from '../define-tool.js';
import { elementTarget, targetFields } from '../target-input.js';

export const browserType = defineTool({
  name: 'browser_type',
  description: 'Types into a field, key by key.',
  capability: 'action',
  effect: 'act',
  annotations: ACTS,
  needs: ['page'],
  input: () =>
    z.strictObject({
      ...targetFields,
      text: z.string().max(100_000),
      clear_first: z.boolean().optional(),
      submit: z.boolean().optional().describe('press Enter after'),
      ...where,
    }),
  outputSchema: ACTION_OUTPUT,
  targets: (input) => ({ target: elementTarget(input, 'type', input.text) }),
  run: async ({ page }, { clear_first, submit }, { target }) =>
    actionOutput(await page.type(target, { clearFirst: clear_first ?? false, submit: submit ?? false })),
});
