import type {
  Capability,
  Egress,
  PageSecretsFor,
  RecordedEvent,
  Scope,
  SecretRegistry,
  SessionName,
  StateStore,
} from '../../core/index.js';
import type { FileFolders } from '../files/session-files.js';
import type { BrowserOptions } from '../options.js';
import type { ProfileStore } from '../profile-store.js';
import type { BrowserLauncher } from '../providers/provider.js';
import type { SessionKeeper } from './session-keeper.js';
import type { DialogsDeps } from './open-deps.js';

export interface SessionsDeps {
  readonly options: BrowserOptions;
  readonly launcher: BrowserLauncher;
  readonly secrets: SecretRegistry;
  readonly pageSecrets: PageSecretsFor;
  readonly egress?: Egress | undefined;
  readonly mayVisit: (scope: Scope, url: string) => boolean;
  /** May a page load it beside itself? Absent: what may be visited. */
  readonly mayLoad?: ((scope: Scope, url: string) => boolean) | undefined;
  readonly loadsMore: boolean;
  readonly note: (event: RecordedEvent) => void;
  readonly dialogs?: DialogsDeps | undefined;
  readonly files?: FileFolders | undefined;
  /** Those of the server; a team's callers may have fewer. */
  readonly capabilities: readonly Capability[];
  readonly states?: StateStore | undefined;
  readonly profiles?: ProfileStore | undefined;
  readonly extensionsFolder?: string | undefined;
  readonly log?: ((line: string) => void) | undefined;
  /** The client of the session has no connection open any more. */
  readonly isAbandoned?: ((session: SessionName) => boolean) | undefined;
  /** Absent: no session outlives this server. */
  readonly keeper?: SessionKeeper | undefined;
}
