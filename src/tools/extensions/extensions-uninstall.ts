import { z } from 'zod';
import { ACTS } from '../annotations.js';
import { defineTool, where } from '../define-tool.js';
import { said } from '../view-output.js';
import { extensionId } from './extension-output.js';

export const extensionsUninstall = defineTool({
  name: 'extensions_uninstall',
  description: 'Removes an extension from this session, with what it stored.',
  capability: 'extensions',
  effect: 'act',
  risk: 'medium',
  annotations: ACTS,
  needs: ['page'],
  input: () => z.strictObject({ id: extensionId(), ...where }),
  targets: () => ({ session: { kind: 'session' } }),
  run: async ({ page }, { id }) => {
    await page.uninstallExtension(id);
    return said('ok: removed. Pages that are open keep its scripts until they are loaded again.');
  },
});
