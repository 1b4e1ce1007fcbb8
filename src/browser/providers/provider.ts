import type { Browser, BrowserContext } from 'playwright-core';
import type { Duplex } from 'node:stream';
import type { Egress } from '../../core/index.js';
import type { DocumentInterceptor } from '../cdp/cdp-interceptor.js';
import type { ContextOwner } from '../cdp/target-interceptor.js';
import type { ClosedNote } from '../self-test/passed-before.js';

/** Chromium's own sandbox, or the jail around the whole browser. */
export interface Isolation {
  readonly on: boolean;
  /** Why it is as it is, for a person. */
  readonly why: string;
}

/** A browser that is up. */
export interface RunningBrowser {
  readonly browser: Browser;
  readonly gate: DocumentInterceptor;
  readonly version: string;
  readonly sandbox: Isolation;
  readonly jail: Isolation;
  /** A folder that it and we can reach by the same path, and whom it runs as if not as us. */
  readonly shares?: { readonly folder: string; readonly owner: number | undefined };
  /** It is a person's own: sessions get no context of theirs, but tabs in this one. */
  readonly sharedContext?: {
    readonly context: BrowserContext;
    enter(owner: ContextOwner): Promise<void>;
    /** Closes the session's tabs, and none of the person's. */
    leave(): Promise<void>;
  };
  /** From here on it has little to do, and a first tab is made sooner. */
  readonly idle: Promise<void>;
  /**
   * Kept when it has shown that nothing goes around the proxy, after so many milliseconds; until then nobody may use it.
   * Undefined: there is no proxy to go around.
   */
  readonly sealed: Promise<number | undefined>;
  /**
   * The same browser passed its self-test at an earlier start, and it has no network but the proxy: pages may load while
   * it is tested again. Nobody gets anything of them before.
   */
  readonly mayLoadEarly: boolean;
  /** False: it is hung. One that has much to do is late, and answers. */
  answers(): Promise<boolean>;
  /** Calls once, as soon as it is gone, for whatever reason; before any call to it fails. */
  whenGone(listener: () => void): void;
  /** Ends every process of it, also one that does not answer, and removes its files. */
  kill(): Promise<void>;
}

export interface LaunchRequest {
  /** The egress proxy, `http://127.0.0.1:port`; absent: the browser dials by itself. */
  readonly proxy?: string;
  /** Serves a connection as the proxy would; a browser in a jail has no other way out. */
  readonly accept?: (connection: Duplex) => void;
  readonly trust?: Egress['trust'];
}

/** Where browsers come from. */
export interface BrowserProvider {
  readonly name: string;
  /** No more than this many at a time, whatever the operator says. */
  readonly mostSessions?: number;
  /** It is the operator's own browser, with everything that they are signed in to. */
  readonly isAttached?: boolean;
  launch(request: LaunchRequest): Promise<RunningBrowser>;
}

export interface ProviderDeps {
  readonly options: {
    readonly headless: boolean;
    readonly executablePath?: string | undefined;
    readonly sandbox: 'auto' | 'on' | 'off';
    readonly jail: 'auto' | 'on' | 'off';
    readonly disableWebSecurity: boolean;
    readonly attachCdp?: string | undefined;
  };
  /** Belongs to this process alone. */
  readonly runFolder: string;
  /** Folders with browsers that we installed. */
  readonly browsersFolders: readonly string[];
  /** The operator's environment, of which the browser gets little. */
  readonly environment: ProviderEnvironment;
  /** A folder outside the run folder was made, or is gone again. */
  readonly noteElsewhere: (folder: string) => void;
  readonly log: (line: string) => void;
  /** Browsers that passed their self-test. Absent: each start is the first. */
  readonly passedBefore?: ClosedNote | undefined;
}

export type ProviderEnvironment = Readonly<Record<string, string | undefined>>;
