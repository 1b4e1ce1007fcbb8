import type { BrowserContext } from 'playwright-core';
import type { PageSecrets, SessionName } from '../../core/index.js';
import type { SessionDevices } from '../emulation/session-devices.js';
import type { SessionEmulation } from '../emulation/session-emulation.js';
import type { SessionExtensions } from '../extensions/session-extensions.js';
import type { SessionFiles } from '../files/session-files.js';
import type { Account } from './account.js';
import type { KeptPictures } from './kept-pictures.js';
import type { Recorder } from './recording/recorder.js';
import type { Preferences } from './preferences.js';
import type { SessionEvents } from './session-events.js';
import type { Tab } from './tab.js';

/** What a session copied. It is held here and nowhere in the browser, so that no other session can meet it. */
export interface SessionClipboard {
  text: string;
  /** The document that it was copied from. Undefined: the agent wrote it. */
  origin?: string | undefined;
}

/** A session's identities, as far as its pages need them. */
export interface SessionIdentities {
  at(origin: string): Account | undefined;
  /** Is one injected at any port of this host? Cookies know no ports. */
  isOnHost(host: string): boolean;
  /** Does a cookie of this domain go to a host where one is injected? It may be what signs it in there. */
  getsCookie(domain: string): boolean;
  injectStorage(tab: Tab, url: string): Promise<void>;
}

/** One agent's browser context: its tabs, its preferences, and what happened in it. */
export interface Session {
  readonly scope: SessionName;
  readonly context: BrowserContext;
  tabs(): readonly Tab[];
  current(): Tab;
  openTab(): Promise<Tab>;
  select(id: string): Tab;
  close(id: string): Promise<void>;
  /** One fresh tab in place of all: nothing that ran in them goes on, and refs, logs and pictures of them are gone. */
  renewTabs(): Promise<void>;
  readonly preferences: Preferences;
  readonly events: SessionEvents;
  readonly identities: SessionIdentities;
  /** True once, where the session found a profile that an earlier one left. */
  readonly takeRestored: () => boolean;
  readonly pageSecrets: PageSecrets;
  /** Its own alone: the browser's is shared. */
  readonly clipboard: SessionClipboard;
  readonly emulation: SessionEmulation;
  /** Absent where the capability is off. */
  readonly devices?: SessionDevices | undefined;
  /** Absent where the capability is off. */
  readonly recorder?: Recorder | undefined;
  /** Pictures that navigations took. */
  readonly pictures: KeptPictures;
  /** Absent where the session has no kept profile. */
  readonly extensions?: SessionExtensions | undefined;
  /** Absent where the operator has not opened them. */
  readonly files?: SessionFiles | undefined;
  /** Puts the preferences into effect, as far as the operator lets them. */
  applyPermissions(): Promise<readonly string[]>;
  /** Permissions that the preferences grant to every page. */
  grantedPermissions(): readonly string[];
  end(why: string): Promise<void>;
}
