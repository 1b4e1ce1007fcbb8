import type { z } from 'zod';
import { NOT_IN_THIS_VERSION, isSettingHere } from '../core/index.js';
import { valueAt } from './settings.js';

export const NOT_HERE_YET = 'config.not-here-yet';

/** A value that this version cannot honour refuses to start: silently ignored, the operator would rely on it. */
export function refuseLaterSettings(config: unknown, context: z.RefinementCtx): void {
  for (const [key, taken] of Object.entries(NOT_IN_THIS_VERSION.settings)) {
    const path = key.split('.');
    if (isSettingHere(key, valueAt(config, path))) continue;
    const instead = taken.length === 0 ? 'leave the key out' : `it takes ${taken.map(String).join(' or ')}`;
    // The value itself is not repeated: it may be a secret in the wrong place.
    const message = `this value is not in this version; ${instead}`;
    context.addIssue({ code: 'custom', path, message, params: { code: NOT_HERE_YET } });
  }
}
