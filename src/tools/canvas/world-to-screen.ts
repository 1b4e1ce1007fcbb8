import { READS } from '../annotations.js';
import { defineTool } from '../define-tool.js';
import { canvasTarget, mapPoints, mappingInput } from './map-points.js';

export const canvasWorldToScreen = defineTool({
  name: 'canvas_world_to_screen',
  title: 'Convert canvas to screen points',
  description: "Points of a canvas app's own coordinates, as CSS pixels of the viewport.",
  capability: 'canvas',
  effect: 'read',
  annotations: READS,
  needs: ['page'],
  input: mappingInput,
  targets: (input) => ({ page: { kind: 'page' }, target: canvasTarget(input) }),
  run: ({ page }, input, { target }) => mapPoints(page, input, target, false),
});
