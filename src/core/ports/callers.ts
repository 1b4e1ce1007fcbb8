import type { Principal } from '../call.js';
import type { Team } from '../team.js';

/** The known callers, while tokens and teams change under running connections. */
export interface Callers {
  /** The same caller with the team that it has now; undefined: it has no token any more. */
  current(principal: Principal): Principal | undefined;
}

/** By the names of callers. */
export interface TokensChange {
  readonly added: readonly string[];
  readonly revoked: readonly string[];
  /** The same caller by another token. */
  readonly rotated: readonly string[];
}

/** What became of tokens and teams; the hashes are over both. */
export interface CallersChange extends TokensChange {
  readonly before: string;
  readonly after: string;
  readonly teams: readonly { readonly name: string; readonly before: Team | undefined; readonly after: Team }[];
  /** Keys of the file that changed too, and wait for a restart. */
  readonly restart: readonly string[];
}
