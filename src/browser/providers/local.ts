import type { Browser } from 'playwright-core';
import { Failure } from '../../core/index.js';
import { pipeTransport } from '../cdp/cdp-transport.js';
import { CdpConnection } from '../cdp/cdp-connection.js';
import { DocumentInterceptor } from '../cdp/cdp-interceptor.js';
import { hangCanary } from '../self-test/canary.js';
import type { Canary } from '../self-test/canary.js';
import { PassedBefore } from '../self-test/passed-before.js';
import { selfTest, watchLate } from '../self-test/self-test.js';
import { TOO_LATE, resultOrTooLate } from '../with-timeout.js';
import { commandFor, launchFingerprint } from './local/browser-command.js';
import type { Meddling } from './local/browser-command.js';
import { browserEnvironment } from './local/browser-environment.js';
import { makeBrowserFolder, NOBODY } from './local/browser-folder.js';
import type { BrowserFolder } from './local/browser-folder.js';
import type { LaunchWay } from './local/launch-plan.js';
import { spawnBrowser } from './local/spawn-browser.js';
import type { BrowserProcess } from './local/spawn-browser.js';
import { probeBrowser } from './local/machine-probe.js';
import { usualWay, launchStrategies } from './local/launch-strategies.js';
import { loadPlaywright } from './load-playwright.js';
import type { LaunchRequest, BrowserProvider, ProviderDeps, RunningBrowser } from './provider.js';

const START_MS = 20_000;
/** A browser that ended says how, a little after its pipes are closed. */
const LAST_WORDS_MS = 1000;
/** So long it may say nothing before its processor time is looked at, and so often. */
const SILENT_MS = 3000;
const SILENCES = 4;

/** A Chromium of this machine, spoken to by pipe. */
export function localBrowser(deps: ProviderDeps, overrides: Meddling = {}): BrowserProvider {
  let ways: readonly LaunchWay[] | undefined;
  const passed = new PassedBefore(deps.passedBefore);
  return {
    name: 'local',
    launch: async (request) => {
      const start = { deps, executable: executableFor(deps), request, overrides, passed };
      const { way, running } = await (ways === undefined ? firstLaunch(start) : firstThatWorks(ways, start));
      // What did not work once is not tried again.
      ways = [way];
      announce(way, request, deps);
      return running;
    },
  };
}

/** What the operator would otherwise believe to be there. */
function announce({ sandbox, jail }: LaunchWay, { proxy, trust }: LaunchRequest, { options, log }: ProviderDeps): void {
  if (!sandbox.on) log(`unsafe: ${sandbox.why}`);
  if (jail.on) return;
  if (proxy !== undefined && options.jail !== 'off') log(`warning: ${jail.why}`);
  if (trust?.authorities !== undefined)
    log('warning: network.upstreamProxy.caFile: without a jail the browser cannot be given these certificates');
}

interface Start {
  readonly deps: ProviderDeps;
  readonly executable: string;
  readonly request: LaunchRequest;
  readonly overrides: Meddling;
  readonly passed: PassedBefore;
}

/** Neither the sandbox nor the jail is to blame. */
class StartFailure extends Failure {
  constructor(hint: string, cause?: unknown) {
    super('browser.start-failed', hint, undefined, cause);
  }
}

interface Launched {
  readonly way: LaunchWay;
  readonly running: RunningBrowser;
}

/** The safest way is taken without trying out what the machine can do, if it has worked here before. */
async function firstLaunch(start: Start): Promise<Launched> {
  const { deps, executable, request, passed } = start;
  const way = usualWay(deps, request.accept !== undefined);
  if (way !== undefined && passed.has(launchFingerprint(way, start))) {
    try {
      return { way, running: await launchOneWay(way, start) };
    } catch (error) {
      if (error instanceof StartFailure) throw error;
      passed.clear();
    }
  }
  return firstThatWorks(await launchStrategies(deps, executable, request.accept !== undefined), start);
}

async function firstThatWorks(ways: readonly LaunchWay[], start: Start): Promise<Launched> {
  let failure: unknown;
  for (const way of ways) {
    try {
      return { way, running: await launchOneWay(way, start) };
    } catch (error) {
      failure = error;
      // Another way to start it would help as little, and take as long.
      if (error instanceof StartFailure) throw error;
    }
  }
  if (failure instanceof Failure) throw failure;
  const hint = 'It could not be started in any way that browser.sandbox and browser.jail allow.';
  throw new Failure('browser.start-failed', hint, undefined, failure);
}

async function launchOneWay(way: LaunchWay, start: Start): Promise<RunningBrowser> {
  const { request } = start;
  const canary = request.proxy === undefined ? undefined : await hangCanary();
  if (canary !== undefined) start.overrides.canary?.(canary);
  try {
    return await launchWithCanary(way, start, canary);
  } catch (error) {
    canary?.close();
    throw error;
  }
}

async function launchWithCanary(way: LaunchWay, start: Start, canary: Canary | undefined): Promise<RunningBrowser> {
  const { deps, request } = start;
  const { headless } = deps.options;
  if (!headless) checkDisplay(deps.environment);
  const folder = makeBrowserFolder(deps.runFolder, way.drop === 'no' ? undefined : NOBODY);
  if (folder.elsewhere) deps.noteElsewhere(folder.path);
  const started = spawnBrowser({
    command: commandFor(way, start, folder, canary),
    env: browserEnvironment(deps.environment, folder.path, { headless, platform: process.platform }),
    cwd: folder.path,
    user: way.drop === 'ourselves' ? NOBODY : undefined,
    accept: way.jail.on ? request.accept : undefined,
  });
  const kill = once(async () => {
    canary?.close();
    await started.kill();
    folder.remove();
  });
  try {
    const context = { proxyServer: request.proxy, proxyBypassList: '<-loopback>', ...start.overrides.context };
    return await connect({ started, folder, way, kill, canary, context, start });
  } catch (error) {
    await kill();
    deps.log(`browser: did not start: ${started.lastWords().trim().split('\n').slice(-5).join(' | ')}`);
    throw error;
  }
}

/** Chromium says so on stderr only, and ends. */
function checkDisplay({ DISPLAY, WAYLAND_DISPLAY }: ProviderDeps['environment']): void {
  if (process.platform !== 'linux' || (DISPLAY ?? '') !== '' || (WAYLAND_DISPLAY ?? '') !== '') return;
  throw new StartFailure(
    'There is no screen for its window: DISPLAY is not set. Start without --headed, or set DISPLAY.',
  );
}

interface Connecting {
  readonly started: BrowserProcess;
  readonly folder: BrowserFolder;
  readonly way: LaunchWay;
  readonly kill: () => Promise<void>;
  readonly canary: Canary | undefined;
  readonly context: Readonly<Record<string, unknown>>;
  readonly start: Start;
}

async function connect({ started, folder, way, kill, canary, context, start }: Connecting): Promise<RunningBrowser> {
  const wire = new CdpConnection(pipeTransport(started.toBrowser, started.fromBrowser));
  const gate = new DocumentInterceptor(wire);
  let begun = (): void => undefined;
  const idle = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const isJailed = way.jail.on;
  const sealed =
    canary === undefined ? Promise.resolve(undefined) : selfTest({ wire, gate, canary, context, isJailed, begun });
  sealed.then(begun, begun);
  const fingerprint = launchFingerprint(way, start);
  const mayLoadEarly = start.passed.has(fingerprint);
  const browser = await reached(started, wire, folder.path);
  const whenGone = (listener: () => void): void => {
    wire.whenLost(listener);
  };
  // Whoever listens hears of it first: what is being killed is nobody's browser any more.
  const end = (): Promise<void> => {
    wire.close();
    return kill();
  };
  const endQuietly = (): void => {
    end().catch(() => undefined);
  };
  void started.exited.then(endQuietly);
  const fail = (): void => {
    start.passed.clear();
    endQuietly();
  };
  sealed.then(() => {
    if (canary === undefined) return;
    start.passed.add(fingerprint);
    watchLate(canary, fail);
  }, fail);
  const { sandbox, jail } = way;
  const shares = { folder: folder.path, owner: way.drop === 'no' ? undefined : NOBODY };
  const answers = (): Promise<boolean> => isAnswering(wire, started);
  const told = { idle, sealed, mayLoadEarly };
  return { browser, gate, version: browser.version(), sandbox, jail, shares, ...told, answers, whenGone, kill: end };
}

/** Playwright's side of the browser, once it is up; each thing that can go wrong before says what it was. */
async function reached(started: BrowserProcess, wire: CdpConnection, artifactsDir: string): Promise<Browser> {
  const ended = started.exited.then((how): never => {
    throw new Failure('browser.start-failed', `It ended at once: ${how}.`);
  });
  // It may end while Playwright is still being loaded, and nobody listens yet.
  ended.catch(() => undefined);
  const up = loadPlaywright()
    .catch((error: unknown): never => {
      throw new StartFailure(error instanceof Failure ? (error.hint ?? '') : 'Playwright cannot be loaded.', error);
    })
    .then(async ({ chromium }) => {
      const options = { artifactsDir, noDefaults: true, timeout: START_MS };
      const [browser] = await Promise.all([chromium.connectOverCDP(wire, options), started.ready]);
      return browser;
    });
  try {
    const browser = await resultOrTooLate(START_MS, Promise.race([up, ended]));
    if (browser !== TOO_LATE) return browser;
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    // Its pipes close before it has said how it ended.
    await resultOrTooLate(LAST_WORDS_MS, ended);
    throw error;
  }
  throw new StartFailure(`It did not answer within ${START_MS / 1000} seconds of its start.`);
}

/** A browser that others keep busy says nothing for a while, and works; one that hangs does neither. */
async function isAnswering(wire: CdpConnection, started: BrowserProcess): Promise<boolean> {
  for (let silence = 0; silence < SILENCES; silence += 1) {
    const before = started.ticks();
    if (await wire.answers(SILENT_MS)) return true;
    const after = started.ticks();
    if (before === undefined || after === undefined || after <= before) return false;
  }
  return false;
}

function executableFor(deps: ProviderDeps): string {
  const { executablePath, headless } = deps.options;
  const found = probeBrowser({ executablePath, headless, browsersFolders: deps.browsersFolders }, deps.environment);
  if (found === undefined) throw new Failure('browser.not-installed');
  return found.path;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}
