import type { Call } from '../../core/index.js';

/** Actions and navigations; reading, listing tabs and closing are free. */
export function countsAsAction({ effect, targets }: Call): boolean {
  if (effect === 'leave') return targets.some((target) => target.kind !== 'session');
  return effect === 'act' || effect === 'navigate';
}
