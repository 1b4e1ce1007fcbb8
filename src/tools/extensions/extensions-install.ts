import { z } from 'zod';
import { ACTS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { extensionsOutput, FRESH_TAB } from './extension-output.js';

export const extensionsInstall = defineTool({
  name: 'extensions_install',
  title: 'Install an extension',
  description: "Installs an unpacked extension of the workspace's extensions folder; a person is asked.",
  capability: 'extensions',
  effect: 'act',
  risk: 'high',
  annotations: ACTS,
  needs: ['page'],
  input: () =>
    z.strictObject({
      path: z.string().min(1).max(300).describe('of its folder, in extensions/'),
      ...sessionAndTabFields,
    }),
  targets: ({ path }) => ({ session: { kind: 'session', extension: path } }),
  run: async ({ page }, { path }) =>
    extensionsOutput([await page.installExtension(path)], `ok: installed. ${FRESH_TAB}`),
});
