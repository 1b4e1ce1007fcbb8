import { z } from 'zod';
import { ACTION_OUTPUT } from '../action-output.js';
import { MOVES } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { said } from '../view-output.js';

export const browserClose = defineTool({
  name: 'browser_close',
  title: 'Close the session',
  description: 'Ends the session: closes its tabs and forgets everything.',
  capability: 'navigation',
  effect: 'leave',
  annotations: MOVES,
  needs: ['page'],
  input: () => z.strictObject({ ...sessionAndTabFields }),
  outputSchema: ACTION_OUTPUT,
  targets: () => ({ session: { kind: 'session' } }),
  run: async ({ page }) => {
    const ended = await page.endSession();
    return said(ended ? 'ok: the session is closed' : 'ok: there was no session', { ok: true, action: 'close' });
  },
});
