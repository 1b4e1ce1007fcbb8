import { z } from 'zod';
import { Failure } from '../../core/index.js';
import type { PermissionMode } from '../../core/index.js';
import { SETS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { unlisted } from '../unlisted.js';
import { said } from '../view-output.js';

const MODES = ['raise', 'allow', 'deny', 'ask-human'] as const;

export const setPermissionPolicy = defineTool({
  name: 'set_permission_policy',
  title: 'Set site permissions',
  description: 'How permission requests are handled; allow works only where the operator permits it.',
  capability: 'action',
  effect: 'read',
  annotations: SETS,
  needs: ['page'],
  input: () =>
    z.strictObject({
      mode: z.enum(MODES),
      permission: z
        .string()
        .regex(/^[a-z][a-z-]{0,59}$/u, 'the name of a permission, e.g. geolocation')
        .optional()
        .describe('only this one, e.g. camera; without it all'),
      perPermission: unlisted(z.record(z.string().max(60), z.enum(MODES)).optional()),
      ...sessionAndTabFields,
    }),
  targets: () => ({ session: { kind: 'session' } }),
  run: async ({ page }, { mode, permission, perPermission = {} }) => {
    if (permission !== undefined) {
      if (Object.keys(perPermission).length > 0)
        throw new Failure('call.bad-arguments', 'permission: give one permission, or all with perPermission');
      const granted = await page.setOnePermission(permission, mode);
      const held = sayWhatHolds('raise', { [permission]: mode }, granted);
      return said([`ok: permission policy of ${permission} is ${mode}`, ...held].join('; '));
    }
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
