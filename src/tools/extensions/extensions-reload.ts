import { z } from 'zod';
import { ACTS } from '../annotations.js';
import { defineTool, where } from '../define-tool.js';
import { extensionId, extensionsOutput } from './extension-output.js';

export const extensionsReload = defineTool({
  name: 'extensions_reload',
  description: 'Starts an installed extension anew, as it was installed.',
  capability: 'extensions',
  effect: 'act',
  risk: 'medium',
  annotations: ACTS,
  needs: ['page'],
  input: () => z.strictObject({ id: extensionId(), ...where }),
  targets: () => ({ session: { kind: 'session' } }),
  run: async ({ page }, { id }) => extensionsOutput([await page.reloadExtension(id)], 'ok: started anew'),
});
