import { Failure } from '../core/index.js';
import type {
  BrowserAvailability,
  Capability,
  CapturedState,
  Egress,
  PageSecretsFor,
  RecordedEvent,
  Scope,
  SecretRegistry,
  SessionName,
  Sessions,
  StateStore,
} from '../core/index.js';
import type { FileFolders } from './files/session-files.js';
import { declaredOptions, relayOptions } from './options.js';
import type { BrowserOptions } from './options.js';
import { ProfileStore } from './profile-store.js';
import { watchAvailability } from './availability.js';
import { createBrowserLauncher, createProvider } from './providers/index.js';
import type { RegistryDeps } from './providers/index.js';
import { loadPlaywright } from './providers/load-playwright.js';
import { ownMemory } from './providers/own-memory.js';
import type { BrowserLauncher, ProviderEnvironment } from './providers/provider.js';
import type { UpstreamDeps } from './providers/relay/start-upstream.js';
import { KeptSessions } from './reattach/kept-sessions.js';
import type { WorkspaceServers } from './reattach/kept-sessions.js';
import { SessionKeeper } from './sessions/session-keeper.js';
import type { ClosedNote } from './self-test/passed-before.js';
import type { CaptureDeps } from './sessions/capture-state.js';
import { watchUpstream } from './relay-availability.js';
import { lazySessions } from './sessions/lazy-sessions.js';
import type { DialogsDeps } from './sessions/open-deps.js';

export { buildContainerImage, listSessionContainers, removeSessionContainers } from './providers/container/commands.js';
export { isReachedByAnybody } from './providers/remote/declaration.js';
export { canLoadPlaywright } from './providers/load-playwright.js';
export { describeBrowser } from './providers/describe-browser.js';
export type { BrowserDescription } from './providers/describe-browser.js';
export { probeBrowser as findBrowser } from './providers/local/machine-probe.js';
export type { FoundBrowser, Wanted } from './providers/local/find-browser.js';
export type { FileFolders } from './files/session-files.js';
export { ProfileStore } from './profile-store.js';
export type { ProfileFacts } from './profile-store.js';
export { declaredOptions, findDeclaration, isProxiedElsewhere, traitsFor } from './options.js';
export type { BrowserOptions } from './options.js';

export interface BrowserDeps {
  readonly options: BrowserOptions;
  /** Belongs to this process alone. */
  readonly runFolder: string;
  /** Folders with browsers that we installed. */
  readonly browsersFolders?: readonly string[];
  /** The operator's environment, of which the browser gets little; also where a browser may be named. */
  readonly environment?: ProviderEnvironment;
  /** A folder outside the run folder is used, and must go if we die. */
  readonly noteElsewhere?: (folder: string) => void;
  /** A browser is kept ready for the next session. Absent: it comes with the first call that needs one. */
  readonly startsAhead?: boolean | undefined;
  /** Which browsers passed their self-test at an earlier start. Absent: none. */
  readonly passedBefore?: ClosedNote | undefined;
  readonly log: (line: string) => void;
  readonly secrets: SecretRegistry;
  /** Keeps what the operator's own files say; unlike `secrets`, nothing follows from it for a session that outlives the server. */
  readonly operatorSecrets: Pick<SecretRegistry, 'keep'>;
  readonly pageSecrets: PageSecretsFor;
  readonly egress?: Egress;
  readonly mayVisit: (scope: Scope, url: string) => boolean;
  /** May a page load it beside itself? Absent: what may be visited. */
  readonly mayLoad?: ((scope: Scope, url: string) => boolean) | undefined;
  /** May pages load anything that may not be visited? False only behind an egress that knows nothing else. */
  readonly loadsMore?: boolean;
  readonly note: (event: RecordedEvent) => void;
  /** What policy and people say to a page's dialogs. Absent: none but alerts is accepted. */
  readonly dialogs?: DialogsDeps;
  /** Where files come from and go to. Absent: none is given to a page, and none is taken. */
  readonly files?: FileFolders | undefined;
  /** Where profiles are kept, for `browser.profile: persistent`. */
  readonly profilesFolder?: string | undefined;
  /** Where extensions come from, for the capability `extensions`. */
  readonly extensionsFolder?: string | undefined;
  /** Where states of sites are saved. Absent: nowhere. */
  readonly states?: StateStore | undefined;
  /** Those of the server; a team's callers may have fewer. */
  readonly capabilities?: readonly Capability[];
  /** The client of the session has no connection open any more: its place is the first to be given up. */
  readonly isAbandoned?: ((session: SessionName) => boolean) | undefined;
  /** What is kept of browsers elsewhere, for a server that comes after this one. Absent: nothing. */
  readonly outliving?: Outliving | undefined;
}

export interface Outliving {
  /** Of the workspace, and private. */
  readonly folder: string;
  /** A server that ends in order leaves its sessions; else only one that is killed does. */
  readonly leavesAtEnd: boolean;
  readonly version: string;
  /** Absent: of servers in other containers nothing is known. */
  readonly servers?: WorkspaceServers | undefined;
}

type LaunchDeps = Pick<
  BrowserDeps,
  | 'options'
  | 'capabilities'
  | 'runFolder'
  | 'browsersFolders'
  | 'environment'
  | 'noteElsewhere'
  | 'passedBefore'
  | 'startsAhead'
  | 'log'
>;

function providerDepsOf({ options, runFolder, passedBefore, log, capabilities, ...deps }: LaunchDeps): RegistryDeps {
  const stealth = capabilities?.includes('stealth') ?? false;
  const pageTools = capabilities?.includes('page-tools') ?? false;
  const declared = declaredOptions(options);
  return {
    ...{
      options: { ...declared, stealth, pageTools },
      container: options.container,
      memory: ownMemory(declared, options.sessions.memory),
      runFolder,
      passedBefore,
      log,
    },
    browsersFolders: deps.browsersFolders ?? [],
    environment: deps.environment ?? {},
    noteElsewhere: deps.noteElsewhere ?? (() => undefined),
    startsAhead: deps.startsAhead,
  };
}

/** Starts nothing either: looks whether there is a browser to start. */
export function createAvailability(deps: LaunchDeps): BrowserAvailability {
  const provider = createProvider(providerDepsOf(deps));
  if (deps.options.browser.provider === 'relay') return watchUpstream(provider, upstreamDepsOf(deps));
  return watchAvailability(provider);
}

/** Starts nothing yet: the browser comes with `startAhead`, or with the first call that needs one. */
export function createSessions(deps: BrowserDeps): Sessions {
  const { options, secrets, pageSecrets, egress, mayVisit, mayLoad, note, loadsMore = true } = deps;
  const { dialogs, files, states, isAbandoned, capabilities = [] } = deps;
  if (options.browser.provider === 'relay') return relaySessions(deps);
  const outlived = outlivedBy(deps);
  const launcher = createBrowserLauncher({
    ...providerDepsOf(deps),
    keepSecret: keepFor(deps.operatorSecrets),
    ...outlived?.ofProvider,
  });
  const keeper = outlived?.keeperFor(launcher);
  const profiles = profilesOf(deps);
  return lazySessions(
    async () => {
      const { BrowserSessions } = await import('./browser-sessions.js');
      const kept = { profiles, extensionsFolder: deps.extensionsFolder, log: deps.log };
      const rules = { mayVisit, mayLoad, loadsMore, note, dialogs, files, states, isAbandoned, capabilities, ...kept };
      return new BrowserSessions({ options, launcher, secrets, pageSecrets, egress, ...rules, keeper });
    },
    // A keeper has them removed by itself.
    { hasAhead: launcher.warm > 0, before: keeper, sweep: keeper === undefined ? launcher.sweep : undefined },
  );
}

/** Undefined: no browser of these options outlives its server. */
function outlivedBy({ options, outliving, capabilities = [], note }: BrowserDeps) {
  const { browser, remote, sessions } = options;
  if (browser.provider !== 'remote' || remote?.kind !== 'grid' || outliving === undefined) return undefined;
  const { folder, leavesAtEnd, version, servers } = outliving;
  const store = new KeptSessions(folder, servers);
  const idleMs = sessions.idleSeconds * 1000;
  const ofProvider = { keptSessions: store, ...(remote.reattach ? { reattaches: { idleMs } } : {}) };
  const keeperFor = ({ sweep }: BrowserLauncher): SessionKeeper | undefined => {
    if (!remote.reattach) return undefined;
    const sweepSoon = (): void => void sweep?.().catch(() => undefined);
    sweepSoon();
    // Sessions that no client has asked for by then are deleted.
    setTimeout(sweepSoon, idleMs).unref();
    return new SessionKeeper({
      store,
      sweepSoon,
      leavesAtEnd,
      setting: [version, browser, remote, capabilities],
      idleMs,
      note,
    });
  };
  return { ofProvider, keeperFor };
}

/** The operator's own: masked for everybody, and typed nowhere. The next server reads them again, from the same places. */
function keepFor(secrets: BrowserDeps['operatorSecrets']): (name: string, value: string) => void {
  return (name, value) => {
    const nowhere = { origins: ['https://remote.invalid'], unnamed: true, isOperators: true };
    secrets.keep({ principal: 'gatewright', session: 'remote' }, { name, value, ...nowhere });
  };
}

/** The upstream has the DevTools connection: these sessions are its own, below the same port. */
function relaySessions({
  options,
  secrets,
  pageSecrets,
  egress,
  mayVisit,
  note,
  isAbandoned,
  ...deps
}: BrowserDeps): Sessions {
  const place = upstreamDepsOf({ options, ...deps });
  return lazySessions(async () => {
    const { RelaySessions } = await import('./relay/relay-sessions.js');
    return new RelaySessions({ options, place, secrets, pageSecrets, egress, mayVisit, note, isAbandoned });
  });
}

function upstreamDepsOf(deps: LaunchDeps): UpstreamDeps {
  const { browser, relay } = deps.options;
  return { ...providerDepsOf(deps), relay: relay ?? relayOptions.parse({}), viewport: browser.viewport };
}

function profilesOf({ options, profilesFolder }: BrowserDeps): ProfileStore | undefined {
  if (options.browser.profile !== 'persistent') return undefined;
  // Without a place nothing could be kept: better no browser than one that forgets.
  if (profilesFolder === undefined) throw new Failure('config.workspace', 'there is no folder for profiles');
  return new ProfileStore(profilesFolder);
}

/** A client that calls at once gets its browser first: Playwright is loaded while that starts. */
const CALL_AT_ONCE_MS = 150;

/** Loads what the first call will need: it takes longer than the rest of a start. */
export async function loadBrowser(): Promise<void> {
  await import('./browser-sessions.js');
  await new Promise((resolve) => setTimeout(resolve, CALL_AT_ONCE_MS).unref());
  await loadPlaywright();
}

/** For `gatewright vault capture`; loaded only then. */
export async function captureState(origin: string, deps: CaptureDeps): Promise<CapturedState> {
  return (await import('./sessions/capture-state.js')).captureStorageState(origin, deps);
}
