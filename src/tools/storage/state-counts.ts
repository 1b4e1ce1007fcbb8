import type { StateFacts } from '../../core/index.js';

/** In words, for the model. */
export function stateCounts({ cookies, local, session }: StateFacts): string {
  const [c, l, s] = [cookies, local, session].map(String);
  return `${c} cookie(s), ${l} local and ${s} session storage item(s)`;
}
