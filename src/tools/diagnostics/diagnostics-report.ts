import { z } from 'zod';
import { READS } from '../annotations.js';
import { defineTool } from '../define-tool.js';
import { said } from '../view-output.js';

export const diagnosticsReport = defineTool({
  name: 'diagnostics_report',
  title: 'Report on the calls',
  description: 'How the calls of this session went: times and failures of each tool, and which tool may be missing.',
  capability: 'read',
  requires: ['diagnostics'],
  effect: 'read',
  annotations: READS,
  needs: ['diagnostics'],
  input: () => z.strictObject({ format: z.enum(['summary', 'full']).optional(), session: z.string().optional() }),
  targets: () => ({ session: { kind: 'session' } }),
  run: async ({ diagnostics }, { format = 'summary' }) => {
    const report = await diagnostics.report(format === 'full');
    return said(JSON.stringify(report), report);
  },
});
