import { z } from 'zod';
import { READS } from '../annotations.js';
import { defineTool } from '../define-tool.js';
import { said } from '../view-output.js';

const DEFAULT_LIMIT = 20;

export const diagnosticsSearch = defineTool({
  name: 'diagnostics_search',
  title: 'Search kept calls',
  description: 'Calls and notes of this session that were kept, the newest last, as JSON lines.',
  capability: 'read',
  requires: ['diagnostics'],
  effect: 'read',
  annotations: READS,
  needs: ['diagnostics'],
  input: () =>
    z.strictObject({
      text: z.string().max(200).optional(),
      tool: z.string().max(100).optional(),
      kind: z.enum(['call', 'note']).optional(),
      limit: z.int().min(1).max(200).optional(),
      session: z.string().optional(),
    }),
  targets: () => ({ session: { kind: 'session' } }),
  run: async ({ diagnostics }, { text, tool, kind, limit = DEFAULT_LIMIT }) => {
    const entries = await diagnostics.search({ text, tool, kind, limit });
    const lines = entries.map((entry) => JSON.stringify(entry));
    return said(lines.length === 0 ? 'Nothing that was kept fits.' : lines.join('\n'), { entries: entries.length });
  },
});
