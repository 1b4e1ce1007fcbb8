import { z } from 'zod';
import { SETS } from '../annotations.js';
import { defineTool, where } from '../define-tool.js';
import { said } from '../view-output.js';
import { stateCounts } from './state-counts.js';
import { stateName } from './storage-input.js';

export const storageStateSave = defineTool({
  name: 'storage_state_save',
  description: "Keeps this site's cookies, local and session storage under a name, encrypted, for a later session.",
  capability: 'storage',
  effect: 'act',
  risk: 'medium',
  riskSignedIn: 'high',
  annotations: SETS,
  needs: ['page'],
  input: () => z.strictObject({ name: stateName(), ...where }),
  targets: () => ({ page: { kind: 'page' } }),
  run: async ({ page }, { name }) => {
    const facts = await page.saveState(name);
    return said(`ok: saved as ${name}: ${stateCounts(facts)} of ${facts.origin}.`, { ...facts });
  },
});
