import type { ApprovalModule } from './approval/index.js';
import { createAvailability, createSessions, declaredOptions, findDeclaration } from './browser/index.js';
import { isProxiedElsewhere, traitsFor } from './browser/index.js';
import type { BrowserDeps, FileFolders } from './browser/index.js';
import { timesOf } from './call-times.js';
import type { Loaded } from './config/index.js';
import { withinReach } from './within-reach.js';
import { Failure } from './core/index.js';
import type {
  Callers,
  CallersChange,
  CapturedState,
  Diagnostics,
  Egress,
  JudgeEgress,
  Plugins,
  Record,
  Scope,
  SecretRegistry,
  SessionName,
  Sessions,
} from './core/index.js';
import {
  ActiveCalls,
  CallLimits,
  ClientNames,
  Conversations,
  SharedSessions,
  SecretWarnings,
  SessionPolicy,
  Stops,
  createGateway,
  createOperator,
  dialogRules,
  explain,
  forgettingRegistry,
  sessionJudges,
  leaksIn,
  onCallersChanged,
  pageSecretsFor,
} from './gateway/index.js';
import type { Explained, Explanation, Gateway, OperatorPort } from './gateway/index.js';
import { createMask } from './masking/index.js';
import { createCaptcha, createEgress, createFetch, createOwnListeners } from './network/index.js';
import type { CertificateNote, OwnListeners, SharedListeners } from './network/index.js';
import { compilePolicy } from './policy/index.js';
import { TOOLS } from './tools/index.js';
import { pluginTools } from './tools/plugins/plugin-tool.js';
import {
  createCredentials,
  createSecretRegistry,
  createStateStore,
  createVault,
  createVaultOn,
} from './vault/index.js';
import type { Backend } from './vault/index.js';
import { VERSION } from './version.js';

/** For `vault capture` alone: what a site knows a signed-in person by. */
export type ReadState = (scope: Scope, origin: string) => Promise<CapturedState>;

type Environment = Readonly<NodeJS.ProcessEnv>;

export interface ModuleDeps {
  readonly config: Loaded['config'];
  readonly record: Record;
  /** Where browsers are found and live. */
  readonly place: Pick<
    BrowserDeps,
    | 'runFolder'
    | 'noteElsewhere'
    | 'browsersFolders'
    | 'environment'
    | 'passedBefore'
    | 'startsAhead'
    | 'profilesFolder'
    | 'extensionsFolder'
    | 'outliving'
  > & { readonly proxyCertificate?: CertificateNote };
  readonly vaultParts: ReturnType<typeof buildVault>;
  readonly files: Omit<FileFolders, 'leakDetectorFor'> | undefined;
  readonly log: (line: string) => void;
  readonly approval: ApprovalModule;
  readonly diagnostics?: Diagnostics | undefined;
  readonly plugins?: Plugins | undefined;
  readonly listeners: SharedListeners;
  /** Absent: who calls does not change while the server runs. */
  readonly callers?: Callers | undefined;
}

export interface Modules {
  readonly gateway: Gateway;
  readonly operator: OperatorPort;
  readonly ownListeners: OwnListeners;
  readonly endSessions: (why: string) => Promise<number>;
  readonly readState: ReadState;
  readonly callersChanged: (change: CallersChange) => void;
  readonly explain: (asked: Explained) => Promise<Explanation>;
  readonly startAhead: () => void;
  close(): Promise<void>;
}

/** Every module gets its slice of the config and the ports it needs, and nothing else. */
export function buildModules(deps: ModuleDeps): Modules {
  const { config, record, place, vaultParts, files, approval, callers, plugins } = deps;
  const policy = compilePolicy(withinReach(config));
  const sessionPolicy = new SessionPolicy();
  const activeCalls = new ActiveCalls();
  const clients = clientsOf((session) => (sessions.stateOf?.(session) ?? 'none') !== 'none');
  const times = timesOf(config);
  const { judgeRequest: judge, judgeDocument } = sessionJudges(policy, sessionPolicy);
  const [ownListeners, traits] = [ownListenersOf(config, deps.listeners), traitsFor(declaredOptions(config))];
  const [note, { vault, registry, credentials, states }] = [noteOn(record), vaultParts];
  const [log, leakDetectorFor] = [maskedLog(deps.log, registry), leaksIn(registry)];
  const egress = createEgress(config.network, {
    ...{ judge, own: ownListeners, insecureHosts: config.browser.ignoreHttpsErrors, leakDetectorFor, log, note },
    remoteProxy: remoteProxyOf(config, place.proxyCertificate),
  });
  const fetch = createFetch(config.network, { egress, judge, log, note, userAgent: `gatewright/${VERSION}` });
  const keptSecret = (principal: string | undefined) => sessions.secretKept?.(principal);
  const keepers = { sessionPolicy, egress, vault, plugins, people: approval, keptSecret };
  const secrets = forgettingRegistry(registry, keepers);
  const sessions = createSessions({
    ...place,
    ...{ options: config, capabilities: config.capabilities, log, secrets, egress, note },
    ...{ operatorSecrets: registry, pageSecrets: pageSecretsFor(secrets) },
    mayVisit: (scope, url) => judgeDocument(scope, egress.describe(url)).kind === 'allow',
    ...{ mayLoad: mayLoadBy(judge, egress), loadsMore: policy.load.length > 0 },
    dialogs: dialogRules({ policy, people: approval, secrets, record, times, activeCalls }),
    ...{ states, files: files && { ...files, leakDetectorFor } },
    isAbandoned: (session) => isAbandoned(session, clients),
  });
  const captcha = captchaOf(config, registry, place.environment ?? {});
  const access = toolAccessOf(config, place, log, plugins);
  return {
    gateway: createGateway({
      ...{ access, policy, sessions, people: approval, fetch, secrets, record, egress, sessionPolicy, activeCalls },
      ...{ identities: traits.identities ? vault : undefined, credentials, results: config.results },
      ...{ diagnostics: deps.diagnostics, captcha, plugins, times },
      ...{ ...clients, secretWarnings: new SecretWarnings(log), limits: new CallLimits(note), callers },
    }),
    operator: createOperator({
      ...{ sessions, secrets, record, sessionPolicy, stops: clients.stops },
      ...{ approvals: approval, code: approval.code },
    }),
    ...{ ownListeners, endSessions: (why: string) => sessions.end({}, why), readState: readStateOf(sessions) },
    callersChanged: onCallersChanged({ sessions, sessionPolicy, egress, record, approvals: approval, log }),
    explain: (asked) =>
      explain({ policy, capabilities: config.capabilities, egress, isAttached: !traits.ownProfile }, asked),
    startAhead: () => sessions.startAhead?.(),
    close: () => closeAll([approval, fetch, vault, captcha, plugins], [sessions, egress]),
  };
}

/** Undefined: no browser comes from elsewhere, or none has a boundary. */
function remoteProxyOf(config: Loaded['config'], kept: CertificateNote | undefined) {
  if (!isProxiedElsewhere(declaredOptions(config))) return undefined;
  const { remote } = config;
  return remote.reattach ? { ...remote.proxy, kept } : remote.proxy;
}

/** As its proxy judges a request by its name. */
function mayLoadBy(judge: JudgeEgress, egress: Egress): NonNullable<BrowserDeps['mayLoad']> {
  return (scope, url) => {
    const facts = egress.describe(url);
    return facts.kind === 'web' && judge(scope, facts).kind === 'allow';
  };
}

/** A line of the log may quote a host that a page made up. */
function maskedLog(write: (line: string) => void, registry: Pick<SecretRegistry, 'all'>): (line: string) => void {
  return (line) => {
    write(createMask(registry.all())(line));
  };
}

/** First whoever only has to be told; then, one after the other, whoever takes a while. */
async function closeAll(
  told: readonly ({ close(): void } | undefined)[],
  slow: readonly { close(): Promise<void> }[],
): Promise<void> {
  for (const module of told) module?.close();
  for (const module of slow) await module.close();
}

function noteOn(record: Record): Record['note'] {
  return (event) => {
    record.note(event);
  };
}

/** What the gateway keeps of its callers: programs, conversations, stops, and which share a session. */
function clientsOf(isOpen: (session: SessionName) => boolean) {
  const shared = new SharedSessions(isOpen);
  return { clients: new ClientNames(), conversations: new Conversations(), stops: new Stops(), shared };
}

/** True when no client that uses the session has a connection open. */
function isAbandoned(session: SessionName, { clients, shared }: ReturnType<typeof clientsOf>): boolean {
  const users = shared.usersOf(session);
  if (users.length === 0) return clients.isAbsent(session);
  return users.every((client) => clients.isAbsent({ ...session, client }));
}

function toolAccessOf(
  config: Loaded['config'],
  place: ModuleDeps['place'],
  log: (line: string) => void,
  plugins?: Plugins,
) {
  const browser = createAvailability({ ...place, options: config, log });
  return { tools: [...TOOLS, ...pluginTools(plugins?.installed ?? [])], capabilities: config.capabilities, browser };
}

/** Undefined: the capability is off. The key is hidden in everything that leaves, like a vault's values. */
function captchaOf({ capabilities, captcha }: Loaded['config'], registry: SecretRegistry, environment: Environment) {
  if (!capabilities.includes('captcha')) return undefined;
  const key = environment['GATEWRIGHT_CAPTCHA_API_KEY']?.trim();
  const made = createCaptcha(captcha, key === '' ? undefined : key);
  if (key !== undefined && key !== '') {
    const origins = made.base === undefined ? [] : [made.base];
    registry.keep({ principal: '', session: '' }, { name: 'CAPTCHA_API_KEY', value: key, origins, isOperators: true });
  }
  return made;
}

/** Ports of our own that pages must not reach: a DevTools port gives its reader the whole browser. */
function ownListenersOf(config: Loaded['config'], listeners: SharedListeners): OwnListeners {
  const browser = declaredOptions(config);
  const own = createOwnListeners(undefined, listeners);
  for (const { host, port } of findDeclaration(browser.provider).listeners?.(browser) ?? []) own.add(host, port);
  return own;
}

/** What the operator keeps for the browser, and what sessions are given besides. */
export function buildVault(
  { vault: options, credentials, capabilities }: Loaded['config'],
  { vaultFolder: folder, statesFolder }: { readonly vaultFolder: string; readonly statesFolder: string },
  environment: Environment,
  backend?: Backend,
) {
  const make = () =>
    backend === undefined ? createVault(options, { folder, environment }) : createVaultOn(backend, Date.now);
  const vault = options.autoInject ? make() : undefined;
  return {
    vault,
    registry: createSecretRegistry(vault),
    states: capabilities.includes('storage')
      ? createStateStore(options, { folder: statesFolder, vaultFolder: folder, environment })
      : undefined,
    credentials: { provider: createCredentials(credentials, { environment }), revealTotp: credentials.revealTotp },
  };
}

function readStateOf(sessions: Sessions): ReadState {
  return (scope, origin) => {
    if (sessions.readState === undefined) throw new Failure('session.none');
    return sessions.readState(scope, origin);
  };
}
