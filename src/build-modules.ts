import type { ApprovalModule } from './approval/index.js';
import { attachCdpOf, createSessions } from './browser/index.js';
import type { BrowserDeps, FileFolders } from './browser/index.js';
import { timesOf } from './call-times.js';
import type { Loaded } from './config/index.js';
import { Failure } from './core/index.js';
import type { CapturedState, Record, Scope, Sessions } from './core/index.js';
import {
  ActiveCalls,
  ClientNames,
  Conversations,
  SecretWarnings,
  SessionPolicy,
  Stops,
  createGateway,
  createOperator,
  dialogRules,
  explain,
  forgettingRegistry,
  judgesFor,
  leaksIn,
  pageSecretsFor,
} from './gateway/index.js';
import type { Explained, Explanation, Gateway, Operator } from './gateway/index.js';
import { createMask } from './masking/index.js';
import { createEgress, createFetch, createOwnListeners } from './network/index.js';
import type { OwnListeners } from './network/index.js';
import { compilePolicy } from './policy/index.js';
import { TOOLS } from './tools/index.js';
import { createCredentials, createSecretRegistry, createVault } from './vault/index.js';
import { VERSION } from './version.js';

/** For `vault capture` alone: what a site knows a signed-in person by. */
export type ReadState = (scope: Scope, origin: string) => Promise<CapturedState>;

type Environment = Readonly<NodeJS.ProcessEnv>;

export interface ModuleDeps {
  readonly config: Loaded['config'];
  readonly record: Record;
  /** Where browsers are found and live. */
  readonly place: Pick<BrowserDeps, 'runFolder' | 'noteElsewhere' | 'browsersFolders' | 'environment' | 'passedBefore'>;
  readonly kept: ReturnType<typeof buildVault>;
  readonly files: Omit<FileFolders, 'leakDetectorFor'> | undefined;
  readonly log: (line: string) => void;
  readonly approval: ApprovalModule;
}

export interface Modules {
  readonly gateway: Gateway;
  readonly operator: Operator;
  readonly ownListeners: OwnListeners;
  readonly endSessions: (why: string) => Promise<number>;
  readonly readState: ReadState;
  readonly explain: (asked: Explained) => Promise<Explanation>;
  close(): Promise<void>;
}

/** Every module gets its slice of the config and the ports it needs, and nothing else. */
export function buildModules({ config, record, place, kept, files, approval, ...others }: ModuleDeps): Modules {
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
    others.log(createMask(registry.all())(line));
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
export function buildVault(
  { vault: options, credentials }: Loaded['config'],
  folder: string,
  environment: Environment,
) {
  const vault = options.autoInject ? createVault(options, { folder, environment }) : undefined;
  return {
    vault,
    registry: createSecretRegistry(vault),
    credentials: { provider: createCredentials(credentials, { environment }), revealTotp: credentials.revealTotp },
  };
}

function readStateOf(sessions: Sessions): ReadState {
  return (scope, origin) => {
    if (sessions.readState === undefined) throw new Failure('session.none');
    return sessions.readState(scope, origin);
  };
}
