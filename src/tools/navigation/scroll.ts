import { z } from 'zod';
import { ACTION_OUTPUT, actionOutput } from '../action-output.js';
import { MOVES } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { optionalTarget, targetFields } from '../target-input.js';

export const browserScroll = defineTool({
  name: 'browser_scroll',
  title: 'Scroll',
  description: 'Scrolls an element into view, or the page (or the element at a target) by dx, dy pixels.',
  capability: 'navigation',
  effect: 'read',
  annotations: MOVES,
  needs: ['page'],
  input: () =>
    z.strictObject({ ...targetFields, dx: z.number().optional(), dy: z.number().optional(), ...sessionAndTabFields }),
  outputSchema: ACTION_OUTPUT,
  targets: (input) => ({ page: { kind: 'page' }, target: optionalTarget(input, 'scroll') }),
  run: async ({ page }, { dx, dy }, { target }) => actionOutput(await page.scroll(target, dx ?? 0, dy ?? 0)),
});
