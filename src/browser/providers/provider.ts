import type { Browser, BrowserContext } from 'playwright-core';
import type { Duplex } from 'node:stream';
import type { Egress, RemoteAdmission } from '../../core/index.js';
import type { CdpConnection, CdpInterceptor } from '../cdp/cdp-connection.js';
import type { DocumentInterceptor } from '../cdp/cdp-interceptor.js';
import type { Fields } from '../cdp/message-fields.js';
import type { CdpTransport } from '../cdp/cdp-transport.js';
import type { ContextOwner } from '../cdp/target-interceptor.js';
import type { ContainerOptions } from '../options.js';
import type { AdoptedTabs } from '../reattach/kept-session.js';
import type { KeptSessions } from '../reattach/kept-sessions.js';
import type { ClosedNote } from '../self-test/passed-before.js';
import type { ProcessUsage } from './process-usage.js';
import type { ProviderDeclaration, ProviderTraits } from './provider-declaration.js';
import type { RemoteOptions } from './remote/remote-options.js';

/** Chromium's own sandbox, or the jail around the whole browser. */
export interface Isolation {
  readonly on: boolean;
  /** Why it is as it is, for a person. */
  readonly why: string;
}

/**
 * Where browsers come from. A provider starts a browser or finds one, and no more: DevTools connection, interception,
 * proxy credentials, self-test, liveness, crash and record are done around it, by `start-browser.ts`.
 */
export interface BrowserProvider {
  readonly declaration: ProviderDeclaration;
  /** For the doctor: where the browser is and how it was found. Throws a `Failure` that says why there is none. */
  locate(): { readonly path: string; readonly how: string };
  launch(request: ProviderRequest): Promise<Launched>;
  /** Deletes what servers that are gone have left. */
  sweep?(): Promise<void>;
  /** For the doctor: what an operator should close or know, found out from where this server stands. */
  examine?(): Promise<readonly string[]>;
  /** For the doctor, in place of a launch: what is to be known of it, tried out. */
  describe?(request: LaunchRequest): Promise<{
    readonly version: string;
    readonly sandbox: Isolation;
    readonly jail: Isolation;
    /** What it lacks; `isFlaw`: it could have it. */
    readonly notes: readonly { readonly isFlaw: boolean; readonly says: string }[];
  }>;
  /** So many browsers are started ahead of the sessions that will get them. Absent: none. */
  readonly warm?: number | undefined;
  /** What the kernel leaves each of its browsers. Absent: no limit of its own. */
  readonly memory?: BrowserMemory | undefined;
}

export interface BrowserMemory {
  readonly max: number;
  /** The key of the configuration that says so. */
  readonly key: string;
}

/** A browser that was started, or an endpoint that was reached; nobody has spoken with it yet. */
export interface Launched {
  /** What DevTools messages go over. */
  readonly transport: CdpTransport;
  /** A process that is ours to watch. Absent: only its transport says whether it lives. */
  readonly process?: LaunchedProcess;
  /** Resolves when its only way out is open. Absent: at once. */
  readonly ready?: Promise<void>;
  /** Absent: off. */
  readonly sandbox?: Isolation;
  /** Absent: off, and the self-test tries more. */
  readonly jail?: Isolation;
  /** Throws a `Failure` for a browser that is not to be used; `version` is what it says itself. Absent: any will do. */
  readonly checkVersion?: (version: string) => void;
  /** A folder for what Playwright keeps of it. */
  readonly folder: string;
  /** A folder that it and we can reach by the same path, and whom it runs as if not as us. */
  readonly shares?: RunningBrowser['shares'];
  /** Its disk is not ours: files go over its connection. `folder`: one there that goes with the browser, if it is known. */
  readonly disk?: { readonly folder?: string | undefined };
  /** The same for each start of the same browser in the same way; absent: no earlier self-test counts. */
  readonly fingerprint?: string | undefined;
  /** Lines for the operator, about protections that they would otherwise believe to be there. */
  readonly warnings?: readonly string[];
  /** What a person is told if it does not come up. */
  readonly hint: string;
  /** Where sessions get no context of their own: puts a session into the default one, in front of the document interceptor. */
  readonly sharedContextUse?: (connection: CdpConnection, documents: DocumentInterceptor) => Tenancy;
  /** In place of the document interceptor, and passes on to it what it must see. Absent: that interceptor itself. */
  readonly interceptor?: (connection: CdpConnection, documents: DocumentInterceptor) => CdpInterceptor;
  /** So often it is asked whether it lives, because its line or its process does not say. Absent: they do. */
  readonly probeMs?: number;
  /** The browser is up: the next launch may start it in the same way, without trying others. */
  isUp?(): void;
  /** Another way to start it, when this one did not come up. */
  fallback?(request: ProviderRequest): Promise<Launched>;
  /** The browser can outlive this server, and the next one can attach. Absent: it ends with its connection, or with us. */
  readonly reattachable?: ReattachableBrowser | undefined;
  /** Ends every process of it, also one that does not answer, and removes its files. Safe to call twice. */
  kill(): Promise<void>;
}

/** A browser elsewhere that the next server can find again. */
export interface KeptBrowser {
  readonly id: string;
  readonly folder?: string | undefined;
}

export interface ReattachableBrowser extends KeptBrowser {
  /** From now on, ending its connection here leaves it running there. */
  leave(): void;
}

export interface LaunchedProcess {
  /** Resolves with how it ended. */
  readonly exited: Promise<string>;
  /** The processor time that it has used, where that can be told: one that works and is late is not hung. */
  ticks?(): number | undefined;
  /** All processes of the browser, where they can be told. */
  usage?(): readonly ProcessUsage[] | undefined;
  /** Processes that the kernel has ended for want of memory, where it counts them. */
  outOfMemory?(): number | undefined;
  /** The end of what it wrote to stderr. */
  lastWords(): string;
}

/** `Extensions.…`, and `Target.getTargets` for the tabs. */
export type ExtensionCommands = (method: string, params: Fields) => Promise<Fields>;

/** Sessions in the browser's default context, one at a time. */
export interface Tenancy {
  /** Sees every message in place of the document interceptor, and passes on to it what it must see. */
  readonly interceptor: CdpInterceptor;
  enter(owner: ContextOwner): Promise<void>;
  /** Takes in the tabs that an earlier server's session had there, as far as the owner may be where they stand. Absent: there are none. */
  readonly adopt?: ((owner: ContextOwner) => Promise<AdoptedTabs>) | undefined;
  /** Closes the session's tabs, and no others. */
  leave(): Promise<void>;
  /** DevTools commands for extensions. Absent: there are none. */
  readonly extensions?: ExtensionCommands | undefined;
  /** How long leaving may take. Absent: 2,000. */
  readonly leaveMs?: number;
}

/** The disk of a browser that is not on this machine, as far as its DevTools connection reaches. */
export interface BrowserDisk {
  /** A folder there that nobody has used; the browser makes it with its first file. */
  newFolder(): Promise<DiskFolder>;
}

export interface DiskFolder {
  readonly path: string;
  /** Copies a file of the folder to this machine, in pieces. What is larger than `max` is refused before it is read. */
  read(
    name: string,
    to: string,
    rules: { readonly max: number; readonly tooLarge: () => Error; readonly signal: AbortSignal },
  ): Promise<void>;
  /** Nothing that DevTools knows removes a file: what was in it goes, and its name stays until the browser's folder goes. */
  empty(name: string): Promise<void>;
}

/** A browser that is up. */
export interface RunningBrowser {
  readonly browser: Browser;
  readonly documentInterceptor: DocumentInterceptor;
  readonly version: string;
  readonly sandbox: Isolation;
  readonly jail: Isolation;
  /** A folder that it and we can reach by the same path, and whom it runs as if not as us. */
  readonly shares?: { readonly folder: string; readonly owner: number | undefined };
  /** Where its disk is not ours, and `shares` is absent. */
  readonly disk?: BrowserDisk | undefined;
  /** Sessions get no context of theirs, but tabs in this one. */
  readonly sharedContext?: Pick<Tenancy, 'enter' | 'adopt' | 'leave' | 'extensions'> & {
    readonly context: BrowserContext;
  };
  /** From here on it has little to do, and a first tab is made sooner. */
  readonly idle: Promise<void>;
  /**
   * Resolves when the self-test has passed, with the milliseconds that it took: await it before the browser is used.
   * Undefined: there is no proxy that requests could go around.
   */
  readonly selfTested: Promise<number | undefined>;
  /**
   * The same browser passed its self-test at an earlier start, and it has no network but the proxy: pages may load while
   * it is tested again. Nobody gets anything of them before.
   */
  readonly mayLoadEarly: boolean;
  /** False: it is hung. One that has much to do is late, and answers. */
  answers(): Promise<boolean>;
  /** The browser can outlive this server, and the next one can attach to it. */
  readonly reattachable?: ReattachableBrowser | undefined;
  /** Of the process that was launched, if it is ours. */
  readonly process?: Pick<LaunchedProcess, 'usage' | 'outOfMemory'> | undefined;
  /** Calls once, as soon as it is gone, for whatever reason; before any call to it fails. Returns how to stop it. */
  whenGone(listener: () => void): () => void;
  /** Ends every process of it, also one that does not answer, and removes its files. */
  kill(): Promise<void>;
}

export interface LaunchRequest {
  /** The egress proxy, `http://127.0.0.1:port`; absent: the browser dials by itself. */
  readonly proxy?: string;
  /** The way in of a browser on another machine; `proxy` is its address then. */
  readonly remote?: RemoteAdmission;
  /** Serves a connection as the proxy would; a browser in a jail has no other way out. */
  readonly serveAsProxy?: (connection: Duplex) => void;
  readonly trust?: Egress['trust'];
  /**
   * The caller opens a tab immediately; a browser that passed an earlier self-test is tested once that tab exists, or
   * after 1 s.
   */
  readonly makesTab?: boolean;
  /** Told, again and again, while the request for a browser waits in somebody else's queue. */
  readonly onQueued?: ((words: string) => void) | undefined;
  /** In place of a new one: a browser of a server that is gone. */
  readonly resume?: KeptBrowser | undefined;
  /** A folder that keeps what the browser's default context holds; the session gets that context. */
  readonly profile?: string | undefined;
  /** Copies of the extensions that it may load, with a profile. Absent: it loads none. */
  readonly extensions?: string | undefined;
}

/** What a provider is asked for by `start-browser.ts`. */
export interface ProviderRequest extends LaunchRequest {
  /** Loopback ports that nothing may reach; what sets up a jail tries them from inside. */
  readonly canary?: { readonly tcp: number; readonly udp: number };
  /** Has a browser with this fingerprint passed its self-test at an earlier start? */
  hasPassed(fingerprint: string | undefined): boolean;
}

/** A provider with all that is done around it. */
export interface BrowserLauncher {
  readonly name: string;
  readonly traits: ProviderTraits;
  readonly maxSessions: number | undefined;
  readonly isPerSession: boolean;
  /** Its browsers are on other machines. */
  readonly isElsewhere: boolean;
  /** Browsers that are started ahead of their sessions. */
  readonly warm: number;
  readonly memory?: BrowserMemory | undefined;
  launch(request: LaunchRequest): Promise<RunningBrowser>;
  /** Deletes what servers that are gone have left. */
  readonly sweep?: (() => Promise<void>) | undefined;
}

export interface ProviderDeps {
  readonly options: {
    readonly headless: boolean;
    readonly startAhead?: boolean | undefined;
    readonly profile?: 'incognito' | 'persistent' | undefined;
    readonly executablePath?: string | undefined;
    readonly sandbox: 'auto' | 'on' | 'off';
    readonly jail: 'auto' | 'on' | 'off';
    readonly disableWebSecurity: boolean;
    /** Some session may have the capability `stealth`. */
    readonly stealth?: boolean | undefined;
    /** Pages may offer tools. */
    readonly pageTools?: boolean | undefined;
    readonly attachCdp?: string | undefined;
    readonly viewport?: { readonly width: number; readonly height: number };
    readonly remote?: RemoteOptions | undefined;
  };
  /** Masks a value of the operator's wherever it would be shown. */
  readonly keepSecret?: ((name: string, value: string) => void) | undefined;
  /** What a container may use, and of which image it is. Absent: there are none. */
  readonly container?: ContainerOptions | undefined;
  /** What a browser that is one session's own may hold, where the kernel can see to it. Absent: browsers are shared. */
  readonly memory?: BrowserMemory | undefined;
  /** What servers of this workspace know of browsers elsewhere. Absent: none of them outlives its server. */
  readonly keptSessions?: KeptSessions | undefined;
  /** Where they are taken over: what nobody has used for so long is not. */
  readonly reattaches?: { readonly idleMs: number } | undefined;
  /** Belongs to this process alone. */
  readonly runFolder: string;
  /** Folders with browsers that we installed. */
  readonly browsersFolders: readonly string[];
  /** The operator's environment, of which the browser gets little. */
  readonly environment: ProviderEnvironment;
  /** A folder outside the run folder was made, or is gone again. */
  readonly noteElsewhere: (folder: string) => void;
  readonly log: (line: string) => void;
  /** Where the operator says nothing of it: the server waits for sessions, and one browser is started ahead of them. */
  readonly startsAhead?: boolean | undefined;
  /** Browsers that passed their self-test. Absent: each start is the first. */
  readonly passedBefore?: ClosedNote | undefined;
}

export type ProviderEnvironment = Readonly<Record<string, string | undefined>>;

/** For tests, which take protections away to see that their loss is noticed. No configuration leads here. */
export interface TestOverrides {
  readonly switches?: (all: readonly string[]) => readonly string[];
  /** What the self-test's context gets instead of the proxy. */
  readonly context?: Readonly<Record<string, unknown>>;
  readonly jail?: (command: readonly string[]) => readonly string[];
  /** Told where nothing may arrive, before the browser is started. */
  readonly canary?: (ports: { readonly tcp: number; readonly udp: number }) => void;
}
