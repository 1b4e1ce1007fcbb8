import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { CODE_FILE, createApproval } from './approval/index.js';
import type { ApprovalModule, AskHost } from './approval/index.js';
import type { AuditSink } from './audit/index.js';
import { loadBrowser } from './browser/index.js';
import { buildModules, buildVault } from './build-modules.js';
import type { Modules, ReadState } from './build-modules.js';
import { LiveCallers, describePosture, openWorkspace, workspacePath } from './config/index.js';
import type { Loaded, Workspace } from './config/index.js';
import { openControlSocket } from './console/index.js';
import type { JsonObject, Principal, Record as AuditRecord } from './core/index.js';
import { mistypedTools, narrate, withMaskedNotes } from './gateway/index.js';
import type { Explained, Explanation, Gateway, OperatorPort } from './gateway/index.js';
import { loadSuffixList, type OwnListeners, type SharedListeners } from './network/index.js';
import { noteListeners, watchListeners } from './platform/listener-notes.js';
import { onceOnly } from './platform/once.js';
import { startPlugins } from './start-plugins.js';
import { faultsOnto, startRecord } from './start-record.js';
import type { Backend } from './vault/index.js';
import { VERSION } from './version.js';
import { filePlaces, placesIn } from './workspace-places.js';

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
  type ProfileFacts,
} from './browser/index.js';
export { reachServers } from './console/index.js';
export type { ShownTrick } from './console/web-console.js';
/** The operator's pages, for whoever shows them: a server over stdio does not wait for them. */
export const loadConsole = () => import('./console/web-console.js');
export { captureIdentity, explainFor, judgeOriginLists, onRecord, tryBrowser } from './offline-commands.js';
export { mistypedTools } from './gateway/index.js';
export { describePlugin } from './plugins/describe-plugin.js';
export { startPlugins } from './start-plugins.js';
export { workspaceFacts } from './workspace-facts.js';
export { createVaultKeeper, type KeptIdentity, type VaultKeeper } from './vault/index.js';

/** Loads what the first call with a URL needs; a start does not wait for it. */
export async function loadAhead(): Promise<void> {
  await Promise.all([loadBrowser(), loadSuffixList()]);
}

export interface App {
  readonly id: string;
  readonly workspace: Workspace;
  readonly gateway: Gateway;
  readonly operator: OperatorPort;
  /** For whoever opens a console, or an endpoint at which webhooks are answered. */
  readonly approval: Pick<ApprovalModule, 'openConsole' | 'offerConsole' | 'openReplies' | 'reply'>;
  readonly ownListeners: OwnListeners;
  /** Whose token this is, for HTTP. */
  authenticate(token: string): Principal | undefined;
  /** A caller that the program around us names, which has no token. Its team holds for it all the same. */
  trustPrincipal(name: string): Principal;
  /** All files that it reads anew are as they should be. */
  isReady(): boolean;
  /** Whose token is taken away, for whoever holds connections. */
  onRevoked(tell: (principal: string) => void): void;
  about(): JsonObject;
  /** Where clients reach it, for whoever asks about it. */
  listensAt(url: string): void;
  /** Records a fault that no answer could report, masked. */
  noteFault(text: string): void;
  endSessions(why: string): Promise<number>;
  /** For `vault capture` alone. */
  readonly readState: ReadState;
  /** What this server's policy would say, by its own lists and listeners. */
  explain(asked: Explained): Promise<Explanation>;
  /** Starts the browsers that are to be ready before a call needs one; over stdio once the tools were listed. */
  startAhead(): void;
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

/** Opens the workspace and the record, builds the modules, and opens the control socket for the operator. */
export async function createApp(loaded: Loaded, deps: AppDeps): Promise<App> {
  const { config } = loaded;
  const { log, transport, isWatched = false, host = {} } = deps;
  const startedAt = new Date();
  const id = randomBytes(4).toString('hex');
  const workspace = openWorkspace(loaded.workspace);
  const callers = new LiveCallers({ loaded, workspace, log });
  const audit = startRecord(loaded, workspace, { id, startedAt, log, sinks: host.sinks });
  notePosture(loaded, audit.record, deps);
  sweepLater(workspace, log);

  const places = placesIn(workspace, id, loaded, transport === 'http');
  const vaultParts = buildVault(config, places, loaded.environment, host.vault);
  const record = withMaskedNotes(isWatched ? narrate(audit.record, log) : audit.record, vaultParts.registry);
  const plugins = await startPlugins(loaded, workspace, { id, log, record, refused: () => audit.close() });
  const approval = createApproval({
    ...{ options: config.approval, server: id, record, log, listens: transport === 'http' },
    ...{ codeFile: workspace.inside(CODE_FILE), environment: loaded.environment, host: host.ask },
  });
  const files = filePlaces(workspace, id, loaded);
  // Over stdio the local user calls, without a token.
  const live = transport === 'stdio' ? undefined : callers;
  const built = { config, record, log, approval, vaultParts, files, plugins, diagnostics: audit.diagnostics };
  const modules = buildModules({ ...built, place: places.place, callers: live, listeners: listenersOf(workspace, id) });
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
  // A client over stdio waits for this process to list its tools: nothing else may take the processor before.
  if (transport !== 'stdio') modules.startAhead();

  const close = onceOnly(async () => {
    watched.end();
    await control.close();
    await modules.close();
    await audit.close();
    workspace.releaseRun(id);
  });
  return {
    ...{ id, workspace, gateway, operator, approval, ownListeners, ...knownBy(callers) },
    ...{ onRevoked: watched.onRevoked, about, explain, noteFault: faultsOnto(record) },
    ...{ endSessions: modules.endSessions, readState: modules.readState, startAhead: modules.startAhead },
    listensAt: (url) => void Object.assign(listening, { url }),
    close,
  };
}

/** The lines of the start say the posture before anything is loaded; which tools there are is known only here. */
function notePosture(loaded: Loaded, record: Pick<AuditRecord, 'note'>, { transport, log }: AppDeps): void {
  const warnings = mistypedTools(loaded.config).map((line) => `warning: ${line}`);
  for (const line of warnings) log(line);
  record.note({ event: 'posture', facts: { transport, lines: [...describePosture(loaded), ...warnings] } });
}

/** Changed callers are reported to the modules, removed ones also to the transports, which close their connections. */
function watchCallers(live: LiveCallers | undefined, modules: Pick<Modules, 'callersChanged'>) {
  const told: ((principal: string) => void)[] = [];
  const end = live?.watch((change) => {
    modules.callersChanged(change);
    for (const principal of change.revoked) for (const tell of told) tell(principal);
  });
  return { end: () => end?.(), onRevoked: (tell: (principal: string) => void) => void told.push(tell) };
}

/** With a workspace of its own this process sees what listens for the default one as well. */
function listenersOf({ run }: Workspace, id: string): SharedListeners {
  return {
    boundTo: watchListeners([run, join(workspacePath(undefined, {}), 'run')]),
    changed: (own) => {
      noteListeners(run, id, own);
    },
  };
}

function knownBy(callers: LiveCallers): Pick<App, 'authenticate' | 'trustPrincipal' | 'isReady'> {
  return {
    authenticate: (token) => callers.authenticate(token),
    trustPrincipal: (name) => callers.trustPrincipal(name),
    isReady: () => callers.problems.length === 0,
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
