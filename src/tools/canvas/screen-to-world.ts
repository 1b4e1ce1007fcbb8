import { READS } from '../annotations.js';
import { defineTool } from '../define-tool.js';
import { canvasTarget, mapPoints, mappingInput } from './map-points.js';

export const canvasScreenToWorld = defineTool({
  name: 'canvas_screen_to_world',
  title: 'Convert screen to canvas points',
  description: "CSS pixels of the viewport, as points of a canvas app's own coordinates.",
  capability: 'canvas',
  effect: 'read',
  annotations: READS,
  needs: ['page'],
  input: mappingInput,
  targets: (input) => ({ page: { kind: 'page' }, target: canvasTarget(input) }),
  run: ({ page }, input, { target }) => mapPoints(page, input, target, true),
});
