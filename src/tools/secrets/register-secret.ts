import { z } from 'zod';
import { SETS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { said } from '../view-output.js';
import { maskingNotice } from './kept-output.js';

export const registerSecret = defineTool({
  name: 'register_secret',
  title: 'Register a secret',
  description:
    'Keeps a value as <NAME> for this session: it is typed by that name and masked. Only for values that you may see; the operator’s vault is the place for others.',
  capability: 'secrets',
  effect: 'read',
  annotations: { ...SETS, idempotentHint: false },
  needs: ['secrets'],
  input: () =>
    z.strictObject({
      name: z
        .string()
        .regex(/^[A-Z][A-Z0-9_]*$/u, 'capitals, digits and _')
        .max(60),
      value: z.string().min(1).max(1000),
      scope: z
        .array(z.string().max(300))
        .min(1)
        .max(20)
        .describe('exact origins where it may be typed, such as https://example.com'),
      ...sessionAndTabFields,
    }),
  targets: () => ({ session: { kind: 'session' } }),
  run: ({ secrets }, { name, value, scope }) => {
    const masking = secrets.register({ name, value, origins: scope });
    return Promise.resolve(
      said(
        `ok: <${name}> is kept until the session ends.${maskingNotice(masking)} Never register a value that you should not have seen; ask the operator to put it into the vault instead.`,
      ),
    );
  },
});
