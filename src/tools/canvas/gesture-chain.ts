import { z } from 'zod';
import { ACTION_OUTPUT, actionOutput } from '../action-output.js';
import { ACTS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { MAX_GESTURE_STEPS, planGesture, targetsOfGesture } from './plan-gesture.js';

const coordinate = z.number().min(-100_000).max(100_000).optional();

const step = z.strictObject({
  kind: z.enum(['down', 'move', 'up', 'wait', 'wheel']),
  x: coordinate.describe('CSS pixels of the viewport'),
  y: coordinate,
  dx: coordinate,
  dy: coordinate,
  ms: z.number().min(0).max(60_000).optional().describe('how long a move or wait takes'),
});

export const gestureChain = defineTool({
  name: 'gesture_chain',
  title: 'Make a gesture',
  description: 'Moves the pointer by hand: strokes, lassos, wheel. Judged by what lies under its points.',
  capability: 'canvas',
  effect: 'act',
  annotations: ACTS,
  needs: ['page'],
  input: () => z.strictObject({ steps: z.array(step).min(1).max(MAX_GESTURE_STEPS), ...sessionAndTabFields }),
  outputSchema: ACTION_OUTPUT,
  targets: ({ steps }) => ({ points: targetsOfGesture(planGesture(steps)) }),
  run: async ({ page }, { steps }, { points }) => actionOutput(await page.gesture(planGesture(steps, points))),
});
