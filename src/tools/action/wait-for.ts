import { z } from 'zod';
import { ACTION_OUTPUT, actionOutput } from '../action-output.js';
import { READS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { optionalTarget, targetFields } from '../target-input.js';
import { Failure } from '../../core/index.js';

export const browserWaitFor = defineTool({
  name: 'browser_wait_for',
  title: 'Wait',
  description: 'Waits until a text or element is there, a text is gone, or seconds have passed.',
  capability: 'action',
  effect: 'read',
  annotations: READS,
  needs: ['page'],
  input: () =>
    z.strictObject({
      ...targetFields,
      text: z.string().min(1).max(1000).optional(),
      gone: z.string().min(1).max(1000).optional(),
      seconds: z.number().min(0).max(25).optional().describe('at most this long'),
      ...sessionAndTabFields,
    }),
  outputSchema: ACTION_OUTPUT,
  // Not declared as an element: it need not be there yet.
  targets: () => ({ page: { kind: 'page' } }),
  run: async ({ page }, { text, gone, seconds, ...rest }) => {
    const target = optionalTarget(rest, 'look');
    if (text === undefined && gone === undefined && target === undefined && seconds === undefined) {
      throw new Failure('call.bad-arguments', 'give text, gone, a target or seconds');
    }
    return actionOutput(await page.waitFor({ text, gone, target, seconds }));
  },
});
