import { z } from 'zod';
import { ACTS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { said } from '../view-output.js';
import { stateCounts } from './storage-state-save.js';
import { stateName } from './storage-input.js';

export const storageStateLoad = defineTool({
  name: 'storage_state_load',
  title: 'Load site storage',
  description: 'Replaces what this site keeps in the browser by a state saved at the same origin. Then browser_reload.',
  capability: 'storage',
  effect: 'act',
  risk: 'medium',
  riskSignedIn: 'high',
  annotations: ACTS,
  needs: ['page'],
  input: () => z.strictObject({ name: stateName(), ...sessionAndTabFields }),
  targets: () => ({ page: { kind: 'page' } }),
  run: async ({ page }, { name }) => {
    const facts = await page.loadState(name);
    return said(`ok: loaded ${name}: ${stateCounts(facts)} of ${facts.origin}. Use browser_reload now.`, { ...facts });
  },
});
