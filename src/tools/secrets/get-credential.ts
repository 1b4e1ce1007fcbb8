import { z } from 'zod';
import { SETS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { keptOutput } from './kept-output.js';

export const getCredential = defineTool({
  name: 'get_credential',
  title: 'Get a credential',
  description: "Takes a password from the operator's password manager: it is kept as <PASSWORD_ACCOUNT>, never shown.",
  capability: 'credentials',
  requires: ['secrets'],
  effect: 'read',
  annotations: SETS,
  needs: ['credentials'],
  input: () => z.strictObject({ account: z.string().min(1).max(200), ...sessionAndTabFields }),
  targets: () => ({ session: { kind: 'session' } }),
  run: async ({ credentials }, { account }) => keptOutput(await credentials.password(account)),
});
