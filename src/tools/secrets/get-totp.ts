import { z } from 'zod';
import { SETS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { keptOutput } from './kept-output.js';

export const getTotp = defineTool({
  name: 'get_totp',
  title: 'Get a one-time code',
  description: 'Makes a one-time code: it is kept as <TOTP_ACCOUNT>. Fill it soon.',
  capability: 'credentials',
  requires: ['secrets'],
  effect: 'read',
  annotations: SETS,
  needs: ['credentials'],
  input: () => z.strictObject({ account: z.string().min(1).max(200), ...sessionAndTabFields }),
  targets: () => ({ session: { kind: 'session' } }),
  run: async ({ credentials }, { account }) => keptOutput(await credentials.code(account)),
});
