import { z } from 'zod';
import { ACTS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { said } from '../view-output.js';
import { storeKey, storeKind } from './storage-input.js';

export const storageSet = defineTool({
  name: 'storage_set',
  title: 'Write site storage',
  description: "Sets one entry of this page's site. A value for indexeddb is JSON; a cache cannot be set.",
  capability: 'storage',
  effect: 'act',
  risk: 'medium',
  riskSignedIn: 'high',
  annotations: ACTS,
  needs: ['page'],
  input: () =>
    z.strictObject({ kind: storeKind(), key: storeKey(), value: z.string().max(100_000), ...sessionAndTabFields }),
  targets: ({ key, value }) => ({ page: { kind: 'page', text: `${key}\n${value}` } }),
  run: async ({ page }, { kind, key, value }) => {
    await page.writeStorage(kind, key, value);
    return said(`ok: ${kind} has it. The page may need browser_reload to see it.`);
  },
});
