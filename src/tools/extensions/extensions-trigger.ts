import { z } from 'zod';
import { ACTS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { said } from '../view-output.js';
import { extensionId } from './extension-output.js';

export const extensionsTrigger = defineTool({
  name: 'extensions_trigger',
  title: 'Press an extension button',
  description: "Presses an extension's toolbar button on the current page.",
  capability: 'extensions',
  effect: 'act',
  risk: 'medium',
  riskSignedIn: 'high',
  annotations: ACTS,
  needs: ['page'],
  input: () => z.strictObject({ id: extensionId(), ...sessionAndTabFields }),
  targets: () => ({ page: { kind: 'page' } }),
  run: async ({ page }, { id }) => {
    await page.triggerExtension(id);
    return said('ok: its button was pressed');
  },
});
