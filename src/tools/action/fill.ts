import { z } from 'zod';
import { ACTION_OUTPUT, actionOutput } from '../action-output.js';
import { ACTS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { elementTarget, targetFields } from '../target-input.js';

export const browserFill = defineTool({
  name: 'browser_fill',
  title: 'Fill in a field',
  description: 'Replaces the value of a field; true or false for a checkbox.',
  capability: 'action',
  effect: 'act',
  annotations: ACTS,
  needs: ['page'],
  input: () =>
    z.strictObject({
      ...targetFields,
      value: z.union([z.string().max(1_000_000), z.number(), z.boolean()]),
      ...sessionAndTabFields,
    }),
  outputSchema: ACTION_OUTPUT,
  targets: (input) => ({ target: elementTarget(input, 'type', String(input.value)) }),
  run: async ({ page }, _, { target }) => actionOutput(await page.fill(target)),
});
