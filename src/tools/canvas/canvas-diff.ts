import { z } from 'zod';
import { READS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';

const pictureId = z.string().min(1).max(40);

export const canvasDiff = defineTool({
  name: 'canvas_diff',
  title: 'Compare canvas pictures',
  description: 'What differs between two pictures of canvas_capture: how many pixels, where, and a picture of it.',
  capability: 'read',
  requires: ['canvas'],
  effect: 'read',
  annotations: READS,
  needs: ['page'],
  input: () =>
    z.strictObject({
      before: pictureId.describe('id from canvas_capture'),
      after: pictureId,
      threshold: z.number().min(0).max(1).optional().describe('ignored difference of a channel; default 0'),
      ...sessionAndTabFields,
    }),
  targets: () => ({ page: { kind: 'page' } }),
  run: async ({ page }, { before, after, threshold = 0 }) => {
    const { changed, pixels, box, picture } = await page.comparePictures(before, after, threshold);
    const { origin, image, mimeType } = picture;
    const facts = { changed, pixels, ...(box === undefined ? {} : { box }) };
    return {
      parts: [
        { from: 'gateway', text: JSON.stringify(facts) },
        ...(changed === 0 ? [] : [{ from: 'page' as const, origin, image, mimeType }]),
      ],
      data: facts,
    };
  },
});
