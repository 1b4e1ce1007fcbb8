import { z } from 'zod';
import { ACTION_OUTPUT, actionOutput } from '../action-output.js';
import { ACTS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { focusTarget, optionalTarget, targetFields } from '../target-input.js';

export const browserPress = defineTool({
  name: 'browser_press',
  title: 'Press a key',
  description: 'Presses a key, e.g. Enter, Escape, a, Control+a; in an element or wherever the focus is.',
  capability: 'action',
  effect: 'act',
  annotations: ACTS,
  needs: ['page'],
  input: () => z.strictObject({ ...targetFields, key: z.string().min(1).max(60), ...sessionAndTabFields }),
  outputSchema: ACTION_OUTPUT,
  // Without a target the key goes where the focus is, and that is what is judged.
  targets: (input) => ({ target: optionalTarget(input, 'press', input.key) ?? focusTarget('press', input.key) }),
  run: async ({ page }, { key }, { target }) => actionOutput(await page.press(key, target)),
});
