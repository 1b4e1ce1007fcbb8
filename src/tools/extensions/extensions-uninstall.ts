import { z } from 'zod';
import { ACTS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { said } from '../view-output.js';
import { extensionId, FRESH_TAB } from './extension-output.js';

export const extensionsUninstall = defineTool({
  name: 'extensions_uninstall',
  title: 'Remove an extension',
  description: 'Removes an extension from this session, with what it stored.',
  capability: 'extensions',
  effect: 'act',
  risk: 'medium',
  annotations: ACTS,
  needs: ['page'],
  input: () => z.strictObject({ id: extensionId(), ...sessionAndTabFields }),
  targets: () => ({ session: { kind: 'session' } }),
  run: async ({ page }, { id }) => {
    await page.uninstallExtension(id);
    return said(`ok: removed. ${FRESH_TAB}`);
  },
});
