import type { Environment } from '../environment.js';

/** What a provider knows of one account. */
export interface FoundCredential {
  readonly value: string;
  /** As the provider has them; only exact https origins of these count. */
  readonly urls: readonly string[];
}

/** One command of the operator's. Never bundled or installed by us. */
export interface CredentialProvider {
  /** Undefined: there is no such account, or it has no such thing. */
  password(account: string, signal: AbortSignal): Promise<FoundCredential | undefined>;
  code(account: string, signal: AbortSignal): Promise<FoundCredential | undefined>;
}

export interface CredentialProviderDeps {
  readonly environment: Environment;
}
