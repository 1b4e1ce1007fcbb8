import { z } from 'zod';
import { SETS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { said } from '../view-output.js';

export const recordingStart = defineTool({
  name: 'recording_start',
  title: 'Start a recording',
  description:
    'Records this session into files of the workspace until recording_stop: requests (har), pictures (video), calls with both (trace). Secrets are left out.',
  capability: 'recording',
  effect: 'act',
  risk: 'low',
  annotations: SETS,
  needs: ['page'],
  input: () =>
    z.strictObject({
      kinds: z
        .array(z.enum(['har', 'video', 'trace']))
        .min(1)
        .max(3),
      name: z
        .string()
        .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/u, 'expected letters, digits, - and _, at most 40')
        .optional()
        .describe('of the files'),
      ...sessionAndTabFields,
    }),
  // The name is kept on the disk, so it is judged like a text that leaves.
  targets: ({ name }) => ({ session: { kind: 'session', ...(name === undefined ? {} : { text: name }) } }),
  run: async ({ page }, { kinds, name }) => {
    const wanted = [...new Set(kinds)];
    await page.startRecording(wanted, name);
    return said(`ok: recording ${wanted.join(', ')} until recording_stop, at most 10 minutes`);
  },
});
