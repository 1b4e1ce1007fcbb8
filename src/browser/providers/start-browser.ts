import type { BrowserContext } from 'playwright-core';
import { Failure } from '../../core/index.js';
import { CdpConnection } from '../cdp/cdp-connection.js';
import { DocumentInterceptor } from '../cdp/cdp-interceptor.js';
import { canaryAtProxy, hangCanary } from '../self-test/canary.js';
import type { Canary } from '../self-test/canary.js';
import { requirePageTools } from '../self-test/require-page-tools.js';
import { PassedBefore } from '../self-test/passed-before.js';
import { TestHold, testAfter } from '../self-test/test-hold.js';
import { watchLate } from '../self-test/self-test.js';
import type { Tested } from '../self-test/self-test.js';
import { resultOrTooLate } from '../with-timeout.js';
import { connectPlaywright, StartFailure } from './connect-playwright.js';
import { isAnswering } from './is-answering.js';
import { RemoteDisk } from './remote/remote-disk.js';
import { hasBrowserPerSession, traitsOf } from './provider-declaration.js';
import type { DeclaredOptions } from './provider-declaration.js';
import type {
  BrowserLauncher,
  BrowserProvider,
  Isolation,
  Launched,
  LaunchRequest,
  ProviderDeps,
  RunningBrowser,
  Tenancy,
  TestOverrides,
} from './provider.js';
import { watchAnswers } from './watch-answers.js';

const LEAVE_MS = 2000;
/** What the machine cannot do at all. */
const FINAL_CODES: readonly string[] = ['browser.unsupported', 'browser.no-container'];
/** Chromium complains at each start that a machine has no message bus. */
const NOISE = /dbus\/|^\s*$/u;
const NOT_SAID: Isolation = { on: false, why: 'the provider does not say that there is one' };

interface Around {
  readonly provider: BrowserProvider;
  readonly isProxied: boolean;
  /** The capability is on: a browser without it is not used. */
  readonly pageTools: boolean;
  readonly request: LaunchRequest;
  readonly passed: PassedBefore;
  readonly overrides: TestOverrides;
  readonly log: (line: string) => void;
}

/** What every provider's browsers have: connection, interception, self-test, liveness, and an end. */
export function createLauncher(
  provider: BrowserProvider,
  {
    options,
    passedBefore,
    log,
  }: Pick<ProviderDeps, 'passedBefore' | 'log'> & {
    readonly options: DeclaredOptions & Pick<ProviderDeps['options'], 'pageTools'>;
  },
  overrides: TestOverrides = {},
): BrowserLauncher {
  const { declaration } = provider;
  const traits = traitsOf(declaration, options);
  const passed = new PassedBefore(passedBefore);
  return {
    name: declaration.name,
    traits,
    maxSessions: declaration.maxSessions,
    isPerSession: hasBrowserPerSession(declaration, options),
    isElsewhere: declaration.isElsewhere === true,
    warm: provider.warm ?? 0,
    memory: provider.memory,
    sweep: provider.sweep?.bind(provider),
    launch: (request) =>
      startBrowser({
        ...{ provider, isProxied: traits.proxied, pageTools: options.pageTools === true },
        ...{ request, passed, overrides, log },
      }),
  };
}

/** The first way to start it that works. */
async function startBrowser(around: Around): Promise<RunningBrowser> {
  const { provider, passed } = around;
  let launch: NonNullable<Launched['fallback']> = (request) => provider.launch(request);
  for (;;) {
    const canary = await canaryFor(around);
    const { request } = around;
    const hasPassed = (fingerprint: string | undefined): boolean => passed.has(fingerprint);
    const asked = { ...request, ...(canary === undefined ? {} : { canary }), hasPassed };
    const launched = await launch(asked).catch((error: unknown): never => {
      canary?.close();
      throw error;
    });
    try {
      const running = await bringUp(launched, canary, around);
      launched.isUp?.();
      for (const line of launched.warnings ?? []) around.log(line);
      return running;
    } catch (error) {
      canary?.close();
      // Why it did not start is what a person needs to know first.
      await launched.kill().catch((left: unknown) => {
        around.log(`browser: what did not start could not be ended: ${String(left)}`);
      });
      if (launched.process !== undefined) around.log(`browser: did not start: ${endOfWords(launched.process)}`);
      // Another way to start it would help as little, and take as long.
      const next = isFinal(error) ? undefined : launched.fallback?.bind(launched);
      if (next === undefined) throw asFailure(error, launched);
      if (passed.has(launched.fingerprint)) passed.clear();
      launch = next;
    }
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof StartFailure || (error instanceof Failure && FINAL_CODES.includes(error.code));
}

async function canaryFor({ isProxied, request, overrides }: Around): Promise<Canary | undefined> {
  if (!isProxied || request.proxy === undefined) return undefined;
  const canary = request.remote === undefined ? await hangCanary() : canaryAtProxy(request.remote);
  overrides.canary?.(canary);
  return canary;
}

function asFailure(error: unknown, { hint }: Launched): Failure {
  return error instanceof Failure ? error : new Failure('browser.start-failed', hint, undefined, error);
}

async function bringUp(launched: Launched, canary: Canary | undefined, around: Around): Promise<RunningBrowser> {
  const wire = new CdpConnection(launched.transport);
  const hasPassedBefore = around.passed.has(launched.fingerprint);
  const mayLoadEarly = canary === undefined || hasPassedBefore;
  const hold = new TestHold(mayLoadEarly && around.request.makesTab === true, wire);
  const documentInterceptor = new DocumentInterceptor(wire, hold.end);
  const tenancy = launched.sharedContextUse?.(wire, documentInterceptor);
  wire.interceptBy(tenancy?.interceptor ?? launched.interceptor?.(wire, documentInterceptor) ?? documentInterceptor);
  if (tenancy === undefined && launched.interceptor === undefined) documentInterceptor.ownSessions.openAhead();
  const jail = launched.jail ?? NOT_SAID;
  const isDefault = tenancy !== undefined;
  const tested = {
    wire,
    documentInterceptor,
    canary,
    isJailed: jail.on,
    hasPassedBefore,
    context: contextOfTest(around, isDefault),
  };
  const test = testAfter(hold, tested);
  try {
    const browser = await connected(around, launched, wire, documentInterceptor);
    const leave = async (): Promise<void> => {
      await resultOrTooLate(tenancy?.leaveMs ?? LEAVE_MS, Promise.resolve(tenancy?.leave()));
    };
    const ending = planEnd(launched, canary, wire, tenancy === undefined ? undefined : leave);
    const { kill } = ending;
    endOnFault(ending, launched, wire, around.log);
    if (launched.probeMs !== undefined) watchAnswers(wire, launched, around.log);
    hold.endSoon();
    keepResult(test.selfTested, launched, canary, around, kill);
    const [context] = tenancy === undefined ? [] : browser.contexts();
    if (tenancy !== undefined && context === undefined) throw new Error('it has no context');
    return {
      ...{ browser, documentInterceptor, version: browser.version(), sandbox: launched.sandbox ?? NOT_SAID, jail },
      ...(launched.shares === undefined ? {} : { shares: launched.shares }),
      ...(launched.disk === undefined ? {} : { disk: new RemoteDisk(wire, documentInterceptor, launched.disk.folder) }),
      ...(tenancy === undefined || context === undefined ? {} : { sharedContext: sharedOf(tenancy, context, leave) }),
      ...{ ...test, mayLoadEarly, kill, process: launched.process, reattachable: launched.reattachable },
      answers: () => isAnswering(wire, launched.process),
      whenGone: (listener) => wire.whenLost(listener),
    };
  } catch (error) {
    wire.close();
    throw error;
  }
}

function sharedOf(
  tenancy: Tenancy,
  context: BrowserContext,
  leave: Tenancy['leave'],
): NonNullable<RunningBrowser['sharedContext']> {
  const { extensions, adopt } = tenancy;
  return { context, leave, extensions, adopt, enter: (owner) => tenancy.enter(owner) };
}

async function connected(
  { pageTools }: Around,
  launched: Launched,
  wire: CdpConnection,
  documents: DocumentInterceptor,
): Promise<RunningBrowser['browser']> {
  const browser = await connectPlaywright(wire, launched);
  launched.checkVersion?.(browser.version());
  if (pageTools) await requirePageTools(wire, documents);
  return browser;
}

/** What a session's context gets; where sessions use the browser's own context, its switches alone are tested. */
function contextOfTest({ request, overrides }: Around, isDefault: boolean): Tested['context'] {
  const ofSession = { proxyServer: request.proxy, proxyBypassList: '<-loopback>' };
  return { ...(isDefault ? {} : ofSession), ...overrides.context };
}

interface Ending {
  readonly end: () => Promise<void>;
  /** Ends it because we want it. */
  readonly kill: () => Promise<void>;
  readonly isWanted: () => boolean;
}

/** Listeners are called before the processes are killed: no session uses a browser that is being killed. */
function planEnd(
  launched: Launched,
  canary: Canary | undefined,
  wire: CdpConnection,
  leave: (() => Promise<void>) | undefined,
): Ending {
  let ending: Promise<void> | undefined;
  let isWanted = false;
  const endOnce = async (): Promise<void> => {
    canary?.close();
    if (leave !== undefined) await leave();
    wire.close();
    await launched.kill();
  };
  const end = (): Promise<void> => (ending ??= endOnce());
  const kill = (): Promise<void> => {
    isWanted = true;
    return end();
  };
  return { end, kill, isWanted: () => isWanted };
}

/** A browser whose process or whose line is gone is ended as a whole. */
function endOnFault(
  { end, isWanted }: Ending,
  { process }: Launched,
  wire: CdpConnection,
  log: (line: string) => void,
): void {
  const endQuietly = (): void => {
    end().catch(() => undefined);
  };
  let lost = '';
  wire.whenLost(() => {
    // The processes are killed now: how they ended says no longer why.
    if (!isWanted()) lost = `its DevTools connection closed, ${wire.whyClosed}; then `;
    endQuietly();
  });
  void process?.exited.then((how) => {
    if (!isWanted()) log(`browser: ended by itself (${lost}${how})${fatalWords(process)}`);
    endQuietly();
  });
}

/** What Chromium says when it ends itself (`LOG(FATAL)`, `CHECK`). A page may have put words into it: printable, and few. */
function fatalWords({ lastWords }: Pick<NonNullable<Launched['process']>, 'lastWords'>): string {
  const line = lastWords()
    .split('\n')
    .findLast((one) => one.includes(':FATAL:'));
  return line === undefined ? '' : `: ${line.replaceAll(/[^ -~]/gu, '?').slice(0, 300)}`;
}

/** The last lines of what a browser said, in one. */
function endOfWords({ lastWords }: Pick<NonNullable<Launched['process']>, 'lastWords'>): string {
  const lines = lastWords().trim().split('\n');
  return lines
    .filter((line) => !NOISE.test(line))
    .slice(-5)
    .join(' | ');
}

function keepResult(
  selfTested: RunningBrowser['selfTested'],
  { fingerprint }: Launched,
  canary: Canary | undefined,
  { passed }: Around,
  end: () => Promise<void>,
): void {
  const fail = (): void => {
    passed.clear();
    end().catch(() => undefined);
  };
  selfTested.then(() => {
    if (canary === undefined) return;
    passed.add(fingerprint);
    watchLate(canary, fail);
  }, fail);
}
