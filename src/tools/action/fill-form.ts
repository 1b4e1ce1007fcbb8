import { z } from 'zod';
import { ACTION_OUTPUT, actionOutput } from '../action-output.js';
import { ACTS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { elementTarget, formField } from '../target-input.js';

export const browserFillForm = defineTool({
  name: 'browser_fill_form',
  title: 'Fill in a form',
  description: 'Fills several fields, all or nothing.',
  capability: 'action',
  effect: 'act',
  annotations: ACTS,
  needs: ['page'],
  input: () =>
    z.strictObject({
      fields: z.array(formField).min(1).max(100),
      submit: z.boolean().optional(),
      ...sessionAndTabFields,
    }),
  outputSchema: ACTION_OUTPUT,
  targets: ({ fields }) => ({
    fields: fields.map(({ value, ...field }) => elementTarget(field, 'type', String(value))),
  }),
  run: async ({ page }, { submit }, { fields }) => actionOutput(await page.fillForm(fields, submit ?? false)),
});
