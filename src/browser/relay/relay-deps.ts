import type { Egress, PageSecrets, PageSecretsFor, Scope, SecretRegistry, SessionName } from '../../core/index.js';
import type { PermitContent } from '../../core/seals/permit-open.js';
import type { BrowserOptions } from '../options.js';
import type { UpstreamOpener } from './open-upstream.js';
import type { RelaySession } from './relay-session.js';
import type { UpstreamDriver } from './upstream-driver.js';

/** What one call has of its session. */
export interface RelayPageDeps {
  readonly scope: Scope;
  readonly session: RelaySession;
  readonly driver: UpstreamDriver;
  readonly permit: PermitContent;
  readonly signal: AbortSignal;
  readonly secrets: SecretRegistry;
  readonly pageSecrets: PageSecrets;
  readonly egress?: Egress | undefined;
  readonly mayVisit: (url: string) => boolean;
  readonly maxTokens: number;
  readonly endSession: () => Promise<void>;
}

export interface RelaySessionsDeps extends UpstreamOpener {
  readonly options: BrowserOptions;
  readonly secrets: SecretRegistry;
  readonly pageSecrets: PageSecretsFor;
  readonly mayVisit: (scope: Scope, url: string) => boolean;
  readonly isAbandoned?: ((session: SessionName) => boolean) | undefined;
}
