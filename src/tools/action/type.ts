import { z } from 'zod';
import { ACTION_OUTPUT, actionOutput } from '../action-output.js';
import { ACTS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { focusTarget, optionalTarget, targetFields } from '../target-input.js';

export const browserType = defineTool({
  name: 'browser_type',
  title: 'Type text',
  description: 'Types key by key: into a field, or wherever the focus is. What is no field is clicked first.',
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
      ...sessionAndTabFields,
    }),
  outputSchema: ACTION_OUTPUT,
  // Without a target the keys go where the focus is, and that is what is judged.
  targets: (input) => ({
    target: optionalTarget(input, 'type', input.text) ?? focusTarget('type', input.text),
  }),
  run: async ({ page }, { clear_first, submit }, { target }) =>
    actionOutput(await page.type(target, { clearFirst: clear_first ?? false, submit: submit ?? false })),
});
