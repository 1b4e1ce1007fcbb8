import type { SecretRegistry, SessionName, StateStore } from '../../core/index.js';
import type { BrowserLauncher } from '../providers/provider.js';
import type { OpenDeps } from './open-deps.js';
import type { SessionKeeper } from './session-keeper.js';

/** What is given on to each session that is opened. */
type ForEachSession =
  | ('options' | 'pageSecrets' | 'egress' | 'mayVisit' | 'mayLoad' | 'loadsMore' | 'note' | 'log')
  | ('dialogs' | 'files' | 'capabilities' | 'profiles' | 'extensionsFolder');

export interface SessionsDeps extends Pick<OpenDeps, ForEachSession> {
  readonly launcher: BrowserLauncher;
  readonly secrets: SecretRegistry;
  readonly states?: StateStore | undefined;
  /** The client of the session has no connection open any more. */
  readonly isAbandoned?: ((session: SessionName) => boolean) | undefined;
  /** Absent: no session outlives this server. */
  readonly keeper?: SessionKeeper | undefined;
}
