import { z } from 'zod';
import { ACTION_OUTPUT, actionOutput } from '../action-output.js';
import { ACTS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { elementTarget, targetFields } from '../target-input.js';

export const browserSelect = defineTool({
  name: 'browser_select',
  title: 'Select options',
  description: 'Chooses options of a select, by value or label.',
  capability: 'action',
  effect: 'act',
  annotations: ACTS,
  needs: ['page'],
  input: () =>
    z.strictObject({
      ...targetFields,
      values: z.array(z.union([z.string().max(1000), z.number()])).max(1000),
      ...sessionAndTabFields,
    }),
  outputSchema: ACTION_OUTPUT,
  targets: (input) => ({ target: elementTarget(input, 'select', input.values.join(', ')) }),
  run: async ({ page }, { values }, { target }) => actionOutput(await page.select(target, values.map(String))),
});
