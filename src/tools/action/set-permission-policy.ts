import { z } from 'zod';
import { SETS } from '../annotations.js';
import { defineTool, where } from '../define-tool.js';
import { SUMMARY_OUTPUT, said } from '../view-output.js';

export const setPermissionPolicy = defineTool({
  name: 'set_permission_policy',
  description: 'How permission requests are handled; allow works only where the operator permits it.',
  capability: 'action',
  effect: 'read',
  annotations: SETS,
  needs: ['page'],
  input: z.strictObject({
    mode: z.enum(['raise', 'allow', 'deny', 'ask-human']),
    perPermission: z
      .record(z.string().max(60), z.enum(['raise', 'allow', 'deny', 'ask-human']))
      .optional()
      .describe('e.g. {"camera": "deny"}'),
    ...where,
  }),
  outputSchema: SUMMARY_OUTPUT,
  targets: () => ({ session: { kind: 'session' } }),
  run: async ({ page }, { mode, perPermission }) => {
    await page.setPermissionPolicy(mode, perPermission ?? {});
    return said(`ok: permission policy is ${mode}`);
  },
});
