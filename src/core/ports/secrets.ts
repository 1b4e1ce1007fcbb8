import type { Scope } from '../call.js';
import type { Secret } from '../seals/secret.js';

export interface SecretRegistry {
  /** Takes a value from a person's answer, bound to the exact origin it was asked for. */
  keep(scope: Scope, name: string, value: string, origin: string): void;
  /** The secret that `<NAME>` stands for in this session. */
  find(scope: Scope, name: string): Secret | undefined;
  /** Everything that must never leave, for masking. */
  all(): readonly Secret[];
  /** The session is over. */
  forget(principal: string, session: string): void;
}
