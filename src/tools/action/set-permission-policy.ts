import { z } from 'zod';
import type { PermissionMode } from '../../core/index.js';
import { SETS } from '../annotations.js';
import { defineTool, where } from '../define-tool.js';
import { said } from '../view-output.js';

export const setPermissionPolicy = defineTool({
  name: 'set_permission_policy',
  description: 'How permission requests are handled; allow works only where the operator permits it.',
  capability: 'action',
  effect: 'read',
  annotations: SETS,
  needs: ['page'],
  input: () =>
    z.strictObject({
      mode: z.enum(['raise', 'allow', 'deny', 'ask-human']),
      perPermission: z
        .record(z.string().max(60), z.enum(['raise', 'allow', 'deny', 'ask-human']))
        .optional()
        .describe('e.g. {"camera": "deny"}'),
      ...where,
    }),
  targets: () => ({ session: { kind: 'session' } }),
  run: async ({ page }, { mode, perPermission = {} }) => {
    const granted = await page.setPermissionPolicy(mode, perPermission);
    return said([`ok: permission policy is ${mode}`, ...sayWhatHolds(mode, perPermission, granted)].join('; '));
  },
});

/** A wish is not a grant: whoever asked for more than the operator lists is told so at once, and not by a page's silence. */
export function sayWhatHolds(
  mode: PermissionMode,
  perPermission: Readonly<Record<string, PermissionMode>>,
  granted: readonly string[],
): readonly string[] {
  const named = (wanted: PermissionMode): string[] =>
    Object.keys(perPermission).filter((name) => perPermission[name] === wanted && /^[a-z][a-z-]*$/u.test(name));
  const refused = named('allow').filter((name) => !granted.includes(name));
  const lines: string[] = [];
  if (granted.length > 0) lines.push(`granted: ${granted.join(', ')}`);
  if (refused.length > 0) lines.push(`not granted, the operator does not let them be: ${refused.join(', ')}`);
  if (mode === 'allow')
    lines.push(granted.length > 0 ? 'all others stay refused' : 'the operator lets none be granted, all stay refused');
  if (mode === 'ask-human' || named('ask-human').length > 0)
    lines.push('ask-human: a request is refused while a person is asked; after a yes have the page ask again');
  return lines;
}
