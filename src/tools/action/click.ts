import { z } from 'zod';
import { ACTION_OUTPUT, actionOutput } from '../action-output.js';
import { ACTS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { elementTarget, targetFields } from '../target-input.js';

export const browserClick = defineTool({
  name: 'browser_click',
  title: 'Click',
  description: 'Clicks an element.',
  capability: 'action',
  effect: 'act',
  annotations: ACTS,
  needs: ['page'],
  input: () =>
    z.strictObject({
      ...targetFields,
      button: z.enum(['left', 'right', 'middle']).optional(),
      double: z.boolean().optional(),
      modifiers: z.array(z.enum(['Alt', 'Control', 'Meta', 'Shift'])).optional(),
      ...sessionAndTabFields,
    }),
  outputSchema: ACTION_OUTPUT,
  targets: (input) => ({ target: elementTarget(input, 'click') }),
  run: async ({ page }, { button, double, modifiers }, { target }) =>
    actionOutput(
      await page.click(target, { button: button ?? 'left', double: double ?? false, modifiers: modifiers ?? [] }),
    ),
});
