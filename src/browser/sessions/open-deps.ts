import type { Capability, Egress, PageSecretsFor, RecordedEvent } from '../../core/index.js';
import type { RemoteAdmission, Scope } from '../../core/index.js';
import type { SessionExtensions } from '../extensions/session-extensions.js';
import type { FileFolders } from '../files/session-files.js';
import type { BrowserOptions } from '../options.js';
import type { DialogVerdict } from '../page/dialog-answer.js';
import type { DialogQuestion, DialogRules } from '../page/dialog-queue.js';
import type { PermissionQueueDeps, PermissionQuestion } from '../page/permission-queue.js';
import type { ProviderTraits } from '../providers/provider-declaration.js';
import type { KeptRecord } from '../reattach/kept-sessions.js';
import type { SessionBrowsers } from './session-browsers.js';
import type { RefNumbers } from '../dom/index.js';
import type { ProfileStore } from '../profile-store.js';

export interface OpenDeps {
  readonly browsers: Pick<SessionBrowsers, 'borrow'>;
  readonly traits: ProviderTraits;
  /** Its browsers are on other machines. */
  readonly isElsewhere?: boolean;
  readonly options: BrowserOptions;
  readonly egress?: Egress | undefined;
  readonly mayVisit: (scope: Scope, url: string) => boolean;
  /** May a page load it beside itself? Absent: what may be visited. */
  readonly mayLoad?: ((scope: Scope, url: string) => boolean) | undefined;
  readonly loadsMore: boolean;
  readonly note: (event: RecordedEvent) => void;
  readonly refNumbers: RefNumbers;
  readonly pageSecrets: PageSecretsFor;
  readonly dialogs?: DialogsDeps | undefined;
  readonly files?: FileFolders | undefined;
  /** Those of the server; a team's callers may have fewer. */
  readonly capabilities: readonly Capability[];
  /** Is the capability on, for the server and for the caller who opened the session? */
  readonly isOn: (capability: Capability) => boolean;
  /** Absent: nothing is kept from one session to the next. */
  readonly profiles?: ProfileStore | undefined;
  /** Where extensions come from. Absent: no session has any. */
  readonly extensionsFolder?: string | undefined;
  readonly log?: ((line: string) => void) | undefined;
  /** In place of a new browser: one of a server that is gone. */
  readonly taken?: KeptRecord | undefined;
}

/** What policy and people say to a page's dialogs. Absent: none is accepted. */
export interface DialogsDeps {
  judge(text: string): DialogVerdict;
  ask?(scope: Scope, question: DialogQuestion, signal: AbortSignal): ReturnType<NonNullable<DialogRules['ask']>>;
  /** Absent: nobody can be asked about a permission. */
  askPermission?(
    scope: Scope,
    question: PermissionQuestion,
    signal: AbortSignal,
  ): ReturnType<NonNullable<PermissionQueueDeps['ask']>>;
}

export type ProxyAdmission = Awaited<ReturnType<Egress['admit']>> | RemoteAdmission;

/** What a session with a kept profile has besides. */
export interface KeptParts {
  readonly extensions?: SessionExtensions | undefined;
  /** For a context that was not made with one. */
  readonly viewport?: { readonly width: number; readonly height: number } | undefined;
  readonly takeRestored?: (() => boolean) | undefined;
}
