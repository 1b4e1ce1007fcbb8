import { z } from 'zod';
import { SETS } from '../annotations.js';
import { defineTool } from '../define-tool.js';
import { said } from '../view-output.js';

export const diagnosticsNote = defineTool({
  name: 'diagnostics_note',
  title: 'Note for the operator',
  description: 'Keeps an insight about these tools for the operator, e.g. one that is missing.',
  capability: 'diagnostics',
  effect: 'read',
  annotations: SETS,
  needs: ['diagnostics'],
  input: () =>
    z.strictObject({
      insight: z.string().min(1).max(4000),
      category: z.string().max(60).optional(),
      severity: z.enum(['info', 'warning', 'problem']).optional(),
      ref: z.string().max(200).optional().describe('what it is about'),
      session: z.string().optional(),
    }),
  targets: () => ({ session: { kind: 'session' } }),
  run: async ({ diagnostics }, { insight, category, severity, ref }) => {
    await diagnostics.note({ insight, category, severity, ref });
    return said('ok: noted');
  },
});
