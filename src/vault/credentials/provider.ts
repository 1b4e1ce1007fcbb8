import type { Environment } from '../environment.js';

/** What a provider knows of one account. */
export interface Found {
  readonly value: string;
  /** As the provider has them; only exact https origins of these count. */
  readonly urls: readonly string[];
}

/** One command of the operator's. Never bundled or installed by us. */
export interface Provider {
  /** Undefined: there is no such account, or it has no such thing. */
  password(account: string, signal: AbortSignal): Promise<Found | undefined>;
  code(account: string, signal: AbortSignal): Promise<Found | undefined>;
}

export interface ProviderDeps {
  readonly environment: Environment;
}
