import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { CODE_FILE, createApproval } from './approval/index.js';
import type { ApprovalModule } from './approval/index.js';
import { startAudit } from './audit/index.js';
import { attachCdpOf, createSessions, loadBrowser } from './browser/index.js';
import type { BrowserDeps } from './browser/index.js';
import { describePosture, openTokens, openWorkspace } from './config/index.js';
import type { Loaded, Workspace } from './config/index.js';
import { openControlSocket } from './console/index.js';
import { Failure } from './core/index.js';
import type { CapturedState, JsonObject, Principal, Record, Scope, Sessions } from './core/index.js';
import {
  ActiveCalls,
  ClientNames,
  Conversations,
  SessionPolicy,
  Stops,
  createGateway,
  SecretWarnings,
  createOperator,
  narrate,
  dialogRules,
  explain,
  forgettingRegistry,
  judgesFor,
  leaksIn,
  pageSecretsFor,
  withMaskedNotes,
} from './gateway/index.js';
import type { Explained, Explanation, Gateway, Operator } from './gateway/index.js';
import { createMask } from './masking/index.js';
import { createEgress, createFetch, createOwnListeners, loadSuffixList } from './network/index.js';
import type { OwnListeners } from './network/index.js';
import { compilePolicy } from './policy/index.js';
import { TOOLS } from './tools/index.js';
import { createCredentials, createSecretRegistry, createVault } from './vault/index.js';
import { timesOf } from './call-times.js';
import { VERSION } from './version.js';

export { ApprovalCode, CODE_FILE } from './approval/index.js';
export { followRecords, openAudit, readRecords, verifyFolder } from './audit/index.js';
export type { Audit, AuditEntry, AuditPage, RecordFilter } from './audit/index.js';
export { findBrowser } from './browser/index.js';
export { reachServers } from './console/index.js';
/** The operator's pages, for whoever shows them: a server over stdio does not wait for them. */
export const loadConsole = () => import('./console/web-console.js');
export { captureIdentity, explainFor, judgeOriginLists, onRecord, tryBrowser } from './offline-commands.js';
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
  readonly approval: Pick<ApprovalModule, 'openConsole' | 'openReplies' | 'reply'>;
  readonly ownListeners: OwnListeners;
  /** Whose token this is, for HTTP. */
  authenticate(token: string): Principal | undefined;
  about(): JsonObject;
  /** Where clients reach it, for whoever asks about it. */
  listensAt(url: string): void;
  /** What went wrong where nobody could be told; onto the record, masked. */
  noteFault(text: string): void;
  endSessions(why: string): Promise<number>;
  /** For `vault capture` alone. */
  readState(scope: Scope, origin: string): Promise<CapturedState>;
  /** What this server's policy would say, by its own lists and listeners. */
  explain(asked: Explained): Promise<Explanation>;
  /** Ends every session, every question and the record; safe to call twice. */
  close(): Promise<void>;
}

export interface AppDeps {
  readonly transport: 'stdio' | 'http';
  readonly log: (line: string) => void;
  /** A person looks at what is logged: a line for each session, question and refusal. */
  readonly isWatched?: boolean;
}

/** Which browsers passed their self-test at an earlier start. */
const SELF_TESTS = 'self-tests';

/** Opens the ground, builds the rooms on it, and lets the operator in. */
export async function createApp(loaded: Loaded, { log, transport, isWatched = false }: AppDeps): Promise<App> {
  const { config } = loaded;
  const startedAt = new Date();
  const id = randomBytes(4).toString('hex');
  const workspace = openWorkspace(loaded.workspace);
  const tokens = openTokens(workspace, config.teams);
  const keyFile = workspace.inside('keys', 'audit.key');
  const audited = { folder: workspace.audit, keyFile, serverId: id, startedAt, version: VERSION };
  const audit = startAudit({ ...audited, options: config.audit, log });
  const posture = describePosture(loaded);
  audit.record.note({ event: 'posture', facts: { transport, lines: posture } });
  sweepLater(workspace, log);

  const places = placesIn(workspace, id, loaded.environment);
  const kept = buildVault(config, places.vaultFolder, loaded.environment);
  const record = withMaskedNotes(isWatched ? narrate(audit.record, log) : audit.record, kept.registry);
  const approval = createApproval({
    ...{ options: config.approval, server: id, record, log, listens: transport === 'http' },
    codeFile: workspace.inside(CODE_FILE),
    environment: loaded.environment,
  });
  const files = config.capabilities.includes('file-io') ? filePlaces(workspace) : undefined;
  const rooms = buildRooms({ config, record, log, approval, kept, place: places.place, files });
  const { operator, gateway, ownListeners } = rooms;
  const listening: { url?: string } = {};
  const about = (): JsonObject => ({
    ...{ id, version: VERSION, pid: process.pid, transport, startedAt: startedAt.toISOString() },
    hasCode: approval.code.isSet(),
    posture,
    ...listening,
  });
  const control = await openControlSocket({ folder: workspace.run, id, operator, about, explain: rooms.explain, log });
  approval.openControl();

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await control.close();
    await rooms.close();
    await audit.close();
    workspace.releaseRun(id);
  };
  return {
    ...{ id, workspace, gateway, operator, approval, ownListeners },
    authenticate: (token) => tokens.authenticate(token),
    ...{ about, explain: rooms.explain, noteFault: faultsOnto(record) },
    ...{ endSessions: rooms.endSessions, readState: rooms.readState },
    listensAt: (url) => void Object.assign(listening, { url }),
    close: () => (closing ??= close()),
  };
}

function readStateOf(sessions: Sessions): App['readState'] {
  return (scope, origin) => {
    if (sessions.readState === undefined) throw new Failure('session.none');
    return sessions.readState(scope, origin);
  };
}

function faultsOnto(record: Record): App['noteFault'] {
  return (text) => {
    record.note({ event: 'fault', facts: { text } });
  };
}

function placesIn(workspace: Workspace, id: string, environment: Environment) {
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
    place: { runFolder, noteElsewhere, browsersFolders: [workspace.browsers], environment, passedBefore },
  };
}

/** Where files that pages may get come from, and where those that they give go. */
function filePlaces(workspace: Workspace) {
  const { root } = workspace;
  return { workspace: root, uploads: workspace.folder('files'), downloads: workspace.folder('downloads') };
}

interface Ground {
  readonly config: Loaded['config'];
  readonly record: Record;
  /** Where browsers are found and live. */
  readonly place: Pick<BrowserDeps, 'runFolder' | 'noteElsewhere' | 'browsersFolders' | 'environment' | 'passedBefore'>;
  readonly kept: ReturnType<typeof buildVault>;
  readonly files: ReturnType<typeof filePlaces> | undefined;
  readonly log: (line: string) => void;
  readonly approval: ApprovalModule;
}

interface Rooms {
  readonly gateway: Gateway;
  readonly operator: Operator;
  readonly ownListeners: OwnListeners;
  readonly endSessions: App['endSessions'];
  readonly readState: App['readState'];
  readonly explain: (asked: Explained) => Promise<Explanation>;
  close(): Promise<void>;
}

/** Every room gets its slice of the config and the ports it needs, and nothing else. */
function buildRooms({ config, record, place, kept, files, approval, ...ground }: Ground): Rooms {
  const policy = compilePolicy(config);
  const sessionPolicy = new SessionPolicy();
  const underWay = new ActiveCalls();
  const callers = { clients: new ClientNames(), conversations: new Conversations(), stops: new Stops() };
  const times = timesOf(config);
  const { judge, visit } = judgesFor(policy, sessionPolicy);
  const ownListeners = ownListenersOf(config.browser);
  const note = noteOn(record);
  const { vault, registry, credentials } = kept;
  // Whoever logs may quote a host that a page made up.
  const log = (line: string): void => {
    ground.log(createMask(registry.all())(line));
  };
  const leakDetectorFor = leaksIn(registry);
  const { ignoreHttpsErrors: insecureHosts } = config.browser;
  const egress = createEgress(config.network, { judge, own: ownListeners, insecureHosts, leakDetectorFor, log, note });
  const fetch = createFetch(config.network, { egress, judge, log, note, userAgent: `gatewright/${VERSION}` });
  const secrets = forgettingRegistry(registry, { sessionPolicy, egress, vault });
  const mayShow = (scope: Scope, url: string): boolean => visit(scope, egress.describe(url)).kind === 'allow';
  const sessions = createSessions({
    ...place,
    ...{ options: config, log, secrets, egress, note },
    pageSecrets: pageSecretsFor(secrets),
    mayVisit: mayShow,
    loadsMore: policy.load.length > 0,
    dialogs: dialogRules({ policy, people: approval, secrets, record, times, underWay }),
    files: files && { ...files, leakDetectorFor },
    isAbandoned: (session) => callers.clients.isAbsent(session),
  });
  const gate = { tools: TOOLS, capabilities: config.capabilities };
  return {
    gateway: createGateway({
      ...{ gate, policy, sessions, people: approval, fetch, secrets, record, egress, sessionPolicy, underWay, times },
      ...{ identities: lendsTo(config.browser) ? vault : undefined, credentials, results: config.results },
      ...{ ...callers, secretWarnings: new SecretWarnings(log) },
    }),
    operator: createOperator({ sessions, secrets, record, stops: callers.stops, desk: approval, code: approval.code }),
    ownListeners,
    ...{ endSessions: (why: string) => sessions.end({}, why), readState: readStateOf(sessions) },
    explain: (asked) =>
      explain({ policy, capabilities: config.capabilities, egress, isAttached: !lendsTo(config.browser) }, asked),
    close: async () => {
      approval.close();
      fetch.close();
      vault?.close();
      await sessions.close();
      await egress.close();
    },
  };
}

function noteOn(record: Record): Record['note'] {
  return (event) => {
    record.note(event);
  };
}

/** In a browser of their own people are signed in by themselves, and what is put there would stay. */
function lendsTo({ provider }: Loaded['config']['browser']): boolean {
  return provider !== 'attach';
}

/** Whoever reaches the port of an attached browser steers it. */
function ownListenersOf(browser: Loaded['config']['browser']): OwnListeners {
  const own = createOwnListeners();
  if (browser.provider !== 'attach') return own;
  const { hostname, port } = new URL(attachCdpOf(browser));
  // A URL does not say the port that its scheme has anyway.
  own.add(hostname.replace(/^\[|\]$/gu, ''), Number(port === '' ? 80 : port));
  return own;
}

/** What the operator keeps for the browser, and what sessions are given besides. */
function buildVault({ vault: options, credentials }: Loaded['config'], folder: string, environment: Environment) {
  const vault = options.autoInject ? createVault(options, { folder, environment }) : undefined;
  return {
    vault,
    registry: createSecretRegistry(vault),
    credentials: { provider: createCredentials(credentials, { environment }), revealTotp: credentials.revealTotp },
  };
}

type Environment = Readonly<NodeJS.ProcessEnv>;

/** Leftovers of dead runs: after the first answer, so that nobody waits for it. */
function sweepLater(workspace: Workspace, log: (line: string) => void): void {
  const timer = setTimeout(() => {
    workspace.sweepDeadRuns().catch(() => {
      log('the leftovers of earlier runs could not be swept');
    });
  }, 2000);
  timer.unref();
}
