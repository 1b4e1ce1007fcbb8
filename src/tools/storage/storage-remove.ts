import { z } from 'zod';
import { ACTS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { said } from '../view-output.js';
import { storeKey, storeKind } from './storage-input.js';

export const storageRemove = defineTool({
  name: 'storage_remove',
  title: 'Remove from site storage',
  description: "Removes an entry of this page's site; of indexeddb and cache also a whole store, database or cache.",
  capability: 'storage',
  effect: 'act',
  risk: 'medium',
  riskSignedIn: 'high',
  annotations: ACTS,
  needs: ['page'],
  input: () => z.strictObject({ kind: storeKind(), key: storeKey(), ...sessionAndTabFields }),
  targets: () => ({ page: { kind: 'page' } }),
  run: async ({ page }, { kind, key }) => {
    const gone = await page.removeStorage(kind, key);
    return said(gone === 0 ? `${kind} has no such entry: nothing was removed.` : `ok: removed from ${kind}.`);
  },
});
