import { z } from 'zod';
import { ACTS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { extensionId, extensionsOutput, FRESH_TAB } from './extension-output.js';

export const extensionsReload = defineTool({
  name: 'extensions_reload',
  title: 'Reload an extension',
  description: 'Starts an installed extension anew, as it was installed.',
  capability: 'extensions',
  effect: 'act',
  risk: 'medium',
  annotations: ACTS,
  needs: ['page'],
  input: () => z.strictObject({ id: extensionId(), ...sessionAndTabFields }),
  targets: () => ({ session: { kind: 'session' } }),
  run: async ({ page }, { id }) => extensionsOutput([await page.reloadExtension(id)], `ok: started anew. ${FRESH_TAB}`),
});
