import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { CODE_FILE, createApproval } from './approval/index.js';
import type { ApprovalModule, AskHost } from './approval/index.js';
import { createDiagnostics, startAudit } from './audit/index.js';
import type { AuditDeps, AuditSink, DiagnosticsModule } from './audit/index.js';
import { loadBrowser } from './browser/index.js';
import { buildModules, buildVault } from './build-modules.js';
import type { Modules, ReadState } from './build-modules.js';
import { LiveCallers, describePosture, openWorkspace } from './config/index.js';
import type { Loaded, Workspace } from './config/index.js';
import { openControlSocket } from './console/index.js';
import type { JsonObject, Principal, Record } from './core/index.js';
import { narrate, withMaskedNotes } from './gateway/index.js';
import type { Explained, Explanation, Gateway, Operator } from './gateway/index.js';
import { loadSuffixList } from './network/index.js';
import type { OwnListeners } from './network/index.js';
import { startPlugins } from './start-plugins.js';
import type { Backend } from './vault/index.js';
import { VERSION } from './version.js';

export { ApprovalCode, CODE_FILE } from './approval/index.js';
export { followRecords, openAudit, readRecords, verifyFolder } from './audit/index.js';
export type { Audit, AuditEntry, AuditPage, RecordFilter } from './audit/index.js';
export {
  canLoadPlaywright,
  buildContainerImage,
  findBrowser,
  listSessionContainers,
  ProfileStore,
  removeSessionContainers,
} from './browser/index.js';
export type { ProfileFacts } from './browser/index.js';
export { reachServers } from './console/index.js';
/** The operator's pages, for whoever shows them: a server over stdio does not wait for them. */
export const loadConsole = () => import('./console/web-console.js');
export { captureIdentity, explainFor, judgeOriginLists, onRecord, tryBrowser } from './offline-commands.js';
export { describePlugin } from './plugins/describe-plugin.js';
export { startPlugins } from './start-plugins.js';
export { workspaceFacts } from './workspace-facts.js';
export { createVaultKeeper } from './vault/index.js';
export type { KeptIdentity, VaultKeeper } from './vault/index.js';

/** What the first call that leads somewhere needs, and no start waits for. */
export async function loadAhead(): Promise<void> {
  await Promise.all([loadBrowser(), loadSuffixList()]);
}

export interface App {
  readonly id: string;
  readonly workspace: Workspace;
  readonly gateway: Gateway;
  readonly operator: Operator;
  /** For whoever opens a console, or an endpoint at which webhooks are answered. */
  readonly approval: Pick<ApprovalModule, 'openConsole' | 'offerConsole' | 'openReplies' | 'reply'>;
  readonly ownListeners: OwnListeners;
  /** Whose token this is, for HTTP. */
  authenticate(token: string): Principal | undefined;
  /** A caller that the program around us names, which has no token. Its team holds for it all the same. */
  vouch(name: string): Principal;
  /** All files that it reads anew are as they should be. */
  isReady(): boolean;
  /** Whose token is taken away, for whoever holds connections. */
  onRevoked(tell: (principal: string) => void): void;
  about(): JsonObject;
  /** Where clients reach it, for whoever asks about it. */
  listensAt(url: string): void;
  /** What went wrong where nobody could be told; onto the record, masked. */
  noteFault(text: string): void;
  endSessions(why: string): Promise<number>;
  /** For `vault capture` alone. */
  readonly readState: ReadState;
  /** What this server's policy would say, by its own lists and listeners. */
  explain(asked: Explained): Promise<Explanation>;
  /** Ends every session, every question and the record; safe to call twice. */
  close(): Promise<void>;
}

export interface AppDeps {
  readonly transport: 'stdio' | 'http' | 'sdk';
  readonly log: (line: string) => void;
  /** A person looks at what is logged: a line for each session, question and refusal. */
  readonly isWatched?: boolean;
  /** What the program around us does itself. */
  readonly host?: HostParts | undefined;
}

/** In place of, or beside, what the configuration names. */
export interface HostParts {
  readonly ask?: AskHost | undefined;
  readonly sinks?: readonly AuditSink[] | undefined;
  readonly vault?: Backend | undefined;
}

/** Which browsers passed their self-test at an earlier start. */
const SELF_TESTS = 'self-tests';

/** Opens the workspace and the record, builds the modules, and opens the control socket for the operator. */
export async function createApp(loaded: Loaded, deps: AppDeps): Promise<App> {
  const { config } = loaded;
  const { log, transport, isWatched = false, host = {} } = deps;
  const startedAt = new Date();
  const id = randomBytes(4).toString('hex');
  const workspace = openWorkspace(loaded.workspace);
  const callers = new LiveCallers({ loaded, workspace, log });
  const audit = startRecord(loaded, workspace, { id, startedAt, log, sinks: host.sinks });
  audit.record.note({ event: 'posture', facts: { transport, lines: describePosture(loaded) } });
  sweepLater(workspace, log);

  const places = placesIn(workspace, id, loaded);
  const kept = buildVault(config, places, loaded.environment, host.vault);
  const record = withMaskedNotes(isWatched ? narrate(audit.record, log) : audit.record, kept.registry);
  const plugins = await startPlugins(loaded, workspace, { id, log, record, refused: () => audit.close() });
  const approval = createApproval({
    ...{ options: config.approval, server: id, record, log, listens: transport === 'http' },
    ...{ codeFile: workspace.inside(CODE_FILE), environment: loaded.environment, host: host.ask },
  });
  const files = filePlaces(workspace, id, loaded);
  // Over stdio the local user calls, without a token.
  const live = transport === 'stdio' ? undefined : callers;
  const built = { config, record, log, approval, kept, files, plugins, diagnostics: audit.diagnostics };
  const modules = buildModules({ ...built, place: places.place, callers: live });
  const watched = watchCallers(live, modules);
  const { operator, gateway, ownListeners, explain } = modules;
  const listening: { url?: string } = {};
  const about = (): JsonObject => ({
    ...{ id, version: VERSION, pid: process.pid, transport, startedAt: startedAt.toISOString() },
    hasCode: approval.code.isSet(),
    posture: describePosture({ ...loaded, config: callers.config }),
    problems: [...callers.problems],
    ...listening,
  });
  const control = await openControlSocket({ folder: workspace.run, id, operator, about, explain, log });
  approval.openControl();

  const close = once(async () => {
    watched.end();
    await control.close();
    await modules.close();
    await audit.close();
    workspace.releaseRun(id);
  });
  return {
    ...{ id, workspace, gateway, operator, approval, ownListeners, ...knownBy(callers) },
    onRevoked: watched.onRevoked,
    ...{ about, explain, noteFault: faultsOnto(record) },
    ...{ endSessions: modules.endSessions, readState: modules.readState },
    listensAt: (url) => void Object.assign(listening, { url }),
    close,
  };
}

/** Whoever changes is told to the modules, and whoever has gone to those who hold their connections. */
function watchCallers(live: LiveCallers | undefined, modules: Pick<Modules, 'callersChanged'>) {
  const told: ((principal: string) => void)[] = [];
  const end = live?.watch((change) => {
    modules.callersChanged(change);
    for (const principal of change.revoked) for (const tell of told) tell(principal);
  });
  return { end: () => end?.(), onRevoked: (tell: (principal: string) => void) => void told.push(tell) };
}

function startRecord(
  { config }: Loaded,
  workspace: Workspace,
  given: Pick<AuditDeps, 'startedAt' | 'log' | 'sinks'> & { readonly id: string },
): ReturnType<typeof startAudit> & Partial<Pick<DiagnosticsModule, 'diagnostics'>> {
  const keyFile = workspace.inside('keys', 'audit.key');
  const { id, ...rest } = given;
  const server = { serverId: id, version: VERSION };
  const audit = startAudit({ ...rest, ...server, folder: workspace.audit, keyFile, options: config.audit });
  if (!config.capabilities.includes('diagnostics')) return audit;
  const folder = workspace.folder('diagnostics');
  const kept = createDiagnostics({ ...rest, ...config.diagnostics, folder });
  const close = async (): Promise<void> => {
    await kept.diagnostics.close();
    await audit.close();
  };
  return { ...audit, record: kept.watch(audit.record), diagnostics: kept.diagnostics, close };
}

function knownBy(callers: LiveCallers): Pick<App, 'authenticate' | 'vouch' | 'isReady'> {
  return {
    authenticate: (token) => callers.authenticate(token),
    vouch: (name) => callers.vouch(name),
    isReady: () => callers.problems.length === 0,
  };
}

function once(act: () => Promise<void>): () => Promise<void> {
  let acting: Promise<void> | undefined;
  return () => (acting ??= act());
}

function faultsOnto(record: Record): App['noteFault'] {
  return (text) => {
    record.note({ event: 'fault', facts: { text } });
  };
}

function placesIn(workspace: Workspace, id: string, { environment, config }: Loaded) {
  const noteElsewhere = (folder: string): void => {
    workspace.noteElsewhere(id, folder);
  };
  const runFolder = workspace.runFolder(id);
  const passedBefore = {
    serverVersion: VERSION,
    read: () => workspace.readClosed(SELF_TESTS),
    write: (text: string) => {
      workspace.writeClosed(SELF_TESTS, text);
    },
  };
  return {
    vaultFolder: join(workspace.root, 'vault'),
    statesFolder: join(workspace.root, 'states'),
    place: {
      profilesFolder: workspace.inside('profiles'),
      extensionsFolder: config.capabilities.includes('extensions') ? workspace.folder('extensions') : undefined,
      runFolder,
      noteElsewhere,
      browsersFolders: [workspace.browsers],
      environment,
      passedBefore,
    },
  };
}

/** Where files that pages may get come from, and where those go that they give and that we make. */
function filePlaces(workspace: Workspace, id: string, { config: { capabilities }, environment }: Loaded) {
  const areForPages = capabilities.includes('file-io');
  if (!areForPages && !capabilities.includes('recording')) return undefined;
  const { root } = workspace;
  return {
    ...{ workspace: root, uploads: workspace.folder('files'), downloads: workspace.folder('downloads') },
    ...{ areForPages, scratch: workspace.runFolder(id), programs: environment['PATH'] ?? '/usr/bin:/bin' },
  };
}

/** Leftovers of dead runs: after the first answer, so that nobody waits for it. */
function sweepLater(workspace: Workspace, log: (line: string) => void): void {
  const timer = setTimeout(() => {
    workspace.sweepDeadRuns().catch(() => {
      log('the leftovers of earlier runs could not be swept');
    });
  }, 2000);
  timer.unref();
}
