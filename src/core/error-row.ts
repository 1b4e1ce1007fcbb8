/** Whose turn it is. `page` faults are reported as source `app`; `unknown` when nobody can tell. */
export type Blame = 'agent' | 'operator' | 'person' | 'page' | 'gateway' | 'unknown';

export interface ErrorRow {
  readonly blame: Blame;
  /** May the same call be made again as it is? */
  readonly retry: 'yes' | 'no' | 'after-change';
  /** What the agent should do next. */
  readonly says: string;
}

export function errorRow(blame: Blame, retry: ErrorRow['retry'], says: string): ErrorRow {
  return { blame, retry, says };
}
