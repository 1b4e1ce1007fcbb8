import { z } from 'zod';
import { ACTION_OUTPUT, actionOutput } from '../action-output.js';
import { ACTS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { elementTarget, targetFields } from '../target-input.js';

export const browserChooseOption = defineTool({
  name: 'browser_choose_option',
  title: 'Choose an option',
  description: 'Opens a custom listbox or combobox and chooses an option by its text.',
  capability: 'action',
  effect: 'act',
  annotations: ACTS,
  needs: ['page'],
  input: () => z.strictObject({ ...targetFields, option: z.string().min(1).max(1000), ...sessionAndTabFields }),
  outputSchema: ACTION_OUTPUT,
  targets: (input) => ({ target: elementTarget(input, 'select', input.option) }),
  run: async ({ page }, { option }, { target }) => actionOutput(await page.chooseOption(target, option)),
});
