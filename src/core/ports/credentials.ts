import type { KeptSecret, SecretMasking } from './secrets.js';

/**
 * The operator's password manager, or a maker of one-time codes. What comes back is for the registry of the session
 * that asked, never for the model: a name, a value, and the origins where it may be typed.
 */
export interface Credentials {
  /** Throws `vault.no-credential`, `vault.name-taken` when another account has the same name, `vault.denied` or `vault.unavailable`. */
  password(account: string, signal: AbortSignal): Promise<KeptSecret>;
  code(account: string, signal: AbortSignal): Promise<KeptSecret>;
}

/** The same for one call: what was found is in the session's registry when it returns. */
export interface CallCredentials {
  password(account: string): Promise<KeptCredential>;
  code(account: string): Promise<KeptCredential>;
}

export interface KeptCredential {
  readonly name: string;
  readonly origins: readonly string[];
  /** Only where the operator has said that the model may see codes. */
  readonly digits?: string;
  readonly masking: SecretMasking;
}
