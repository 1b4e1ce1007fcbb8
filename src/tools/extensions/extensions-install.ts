import { z } from 'zod';
import { ACTS } from '../annotations.js';
import { defineTool, where } from '../define-tool.js';
import { extensionsOutput } from './extension-output.js';

export const extensionsInstall = defineTool({
  name: 'extensions_install',
  description: "Installs an unpacked extension of the workspace's extensions folder; a person is asked.",
  capability: 'extensions',
  effect: 'act',
  risk: 'high',
  annotations: ACTS,
  needs: ['page'],
  input: () => z.strictObject({ path: z.string().min(1).max(300).describe('of its folder, in extensions/'), ...where }),
  targets: ({ path }) => ({ session: { kind: 'session', extension: path } }),
  run: async ({ page }, { path }) =>
    extensionsOutput(
      [await page.installExtension(path)],
      'ok: installed. It works in pages that are loaded from now on.',
    ),
});
