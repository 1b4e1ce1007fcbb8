import type { BrowserContext } from 'playwright-core';
import type { PageSecrets, SessionName } from '../../core/index.js';
import type { DocumentInterceptor } from '../cdp/cdp-interceptor.js';
import type { KnownTarget } from '../cdp/page-cdp-session.js';
import type { RefBook } from '../dom/index.js';
import type { SessionDevices } from '../emulation/session-devices.js';
import type { SessionEmulation } from '../emulation/session-emulation.js';
import type { SessionFiles } from '../files/session-files.js';
import type { InjectedIdentities } from '../identity/injected-identities.js';
import type { PermissionQueueDeps } from '../page/permission-queue.js';
import type { Preferences } from '../page/preferences.js';
import type { Recorder } from '../page/recording/recorder.js';
import type { SessionEvents } from '../page/session-events.js';
import type { SetLimit } from './limits-for.js';
import type { KeptParts } from './open-deps.js';
import type { LivenessProbe } from './wait-while-alive.js';

/** What a session is made of. */
export interface SessionParts extends KeptParts {
  readonly scope: SessionName;
  readonly context: BrowserContext;
  readonly closeContext: () => Promise<void>;
  readonly documentInterceptor: DocumentInterceptor;
  readonly refs: RefBook;
  readonly preferences: Preferences;
  readonly events: SessionEvents;
  readonly identities: InjectedIdentities;
  readonly emulation: SessionEmulation;
  readonly devices?: SessionDevices | undefined;
  readonly files?: SessionFiles | undefined;
  readonly recorder?: Recorder | undefined;
  readonly maxTokens: number;
  /** Tabs that it may have. */
  readonly maxTabs: () => SetLimit;
  readonly pageSecrets: PageSecrets;
  readonly permissions: {
    readonly grantable: readonly string[];
    readonly set: (name: string, setting: 'granted' | 'denied', origin?: string) => Promise<void>;
    readonly ask?: PermissionQueueDeps['ask'];
  };
  readonly end: (why: string) => Promise<void>;
  readonly running: LivenessProbe;
  /** The target of the tab that was opened last. Undefined: only Playwright knows it. */
  readonly lastTarget: () => KnownTarget | undefined;
  /** Ends the renderers of its pages, whatever they do. */
  readonly crashPages: () => void;
}
