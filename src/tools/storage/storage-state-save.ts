import { z } from 'zod';
import { SETS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { said } from '../view-output.js';
import { stateName } from './storage-input.js';
import type { StateFacts } from '../../core/index.js';

export const storageStateSave = defineTool({
  name: 'storage_state_save',
  title: 'Save site storage',
  description: "Keeps this site's cookies, local and session storage under a name, encrypted, for a later session.",
  capability: 'storage',
  effect: 'act',
  risk: 'medium',
  riskSignedIn: 'high',
  annotations: SETS,
  needs: ['page'],
  input: () => z.strictObject({ name: stateName(), ...sessionAndTabFields }),
  targets: () => ({ page: { kind: 'page' } }),
  run: async ({ page }, { name }) => {
    const facts = await page.saveState(name);
    return said(`ok: saved as ${name}: ${stateCounts(facts)} of ${facts.origin}.`, { ...facts });
  },
});

/** In words, for the model. */
export function stateCounts({ cookies, local, session }: StateFacts): string {
  const [c, l, s] = [cookies, local, session].map(String);
  return `${c} cookie(s), ${l} local and ${s} session storage item(s)`;
}
