import { z } from 'zod';
import { ACTION_OUTPUT, actionOutput } from '../action-output.js';
import { ACTS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { dragTarget, oneTarget } from '../target-input.js';
import { unlisted } from '../unlisted.js';

export const browserDrag = defineTool({
  name: 'browser_drag',
  title: 'Drag',
  description: 'Drags one element onto another.',
  capability: 'action',
  effect: 'act',
  annotations: ACTS,
  needs: ['page'],
  input: () =>
    z.strictObject({
      from: oneTarget.describe('a ref, a name (also from name_ref), or a point x,y'),
      to: oneTarget,
      element: unlisted(z.string().max(1000).optional()),
      ...sessionAndTabFields,
    }),
  outputSchema: ACTION_OUTPUT,
  targets: ({ from, to }) => ({ from: dragTarget(from), to: dragTarget(to) }),
  run: async ({ page }, _, { from, to }) => actionOutput(await page.drag(from, to)),
});
