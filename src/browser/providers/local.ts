import { execFile } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { Failure } from '../../core/index.js';
import { DevToolsWire } from '../devtools-wire.js';
import { DocumentGate } from '../document-gate.js';
import { TOO_LATE, within } from '../within.js';
import { browserEnvironment } from './local/browser-environment.js';
import { makeBrowserFolder, NOBODY } from './local/browser-folder.js';
import type { BrowserFolder } from './local/browser-folder.js';
import { waysToLaunch } from './local/launch-plan.js';
import type { LaunchWay } from './local/launch-plan.js';
import { spawnBrowser } from './local/spawn-browser.js';
import type { BrowserProcess } from './local/spawn-browser.js';
import { switchesFor } from './local/switches.js';
import { findBrowserHere } from './local/this-machine.js';
import type { LaunchRequest, Provider, ProviderDeps, RunningBrowser } from './provider.js';

const START_MS = 20_000;
const SETPRIV = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs'];

/** A Chromium of this machine, spoken to by pipe. */
export function localBrowser(deps: ProviderDeps): Provider {
  let ways: readonly LaunchWay[] | undefined;
  return {
    name: 'local',
    launch: async (request) => {
      const executable = executableFor(deps);
      ways ??= waysToLaunch({
        isRoot: process.getuid?.() === 0,
        hasSetpriv: await hasSetpriv(),
        othersCanRunIt: othersCanRun(executable),
        sandbox: deps.options.sandbox,
      });
      const { way, running } = await firstThatWorks(ways, deps, executable, request);
      // What did not work once is not tried again.
      ways = [way];
      if (!way.sandbox.on) deps.log(`unsafe: ${way.sandbox.why}`);
      return running;
    },
  };
}

async function firstThatWorks(
  ways: readonly LaunchWay[],
  deps: ProviderDeps,
  executable: string,
  request: LaunchRequest,
): Promise<{ way: LaunchWay; running: RunningBrowser }> {
  let failure: unknown;
  for (const way of ways) {
    try {
      return { way, running: await launchOneWay(way, deps, executable, request) };
    } catch (error) {
      failure = error;
    }
  }
  if (failure instanceof Failure) throw failure;
  const hint = 'It could not be started in any way that browser.sandbox allows.';
  throw new Failure('browser.start-failed', hint, undefined, failure);
}

async function launchOneWay(
  way: LaunchWay,
  deps: ProviderDeps,
  executable: string,
  request: LaunchRequest,
): Promise<RunningBrowser> {
  const folder = makeBrowserFolder(deps.runFolder, way.drop === 'no' ? undefined : NOBODY);
  if (folder.elsewhere) deps.noteElsewhere(folder.path);
  const { headless, disableWebSecurity } = deps.options;
  const started = spawnBrowser({
    command: [
      ...(way.drop === 'setpriv' ? SETPRIV : []),
      executable,
      ...switchesFor({
        headless,
        disableWebSecurity,
        sandbox: way.sandbox.on,
        profile: folder.profile,
        proxy: request.proxy,
      }),
    ],
    env: browserEnvironment(deps.environment, folder.path, { headless, platform: process.platform }),
    cwd: folder.path,
    user: way.drop === 'ourselves' ? NOBODY : undefined,
  });
  const kill = once(async () => {
    await started.kill();
    folder.remove();
  });
  try {
    return await connect(started, folder, way, kill);
  } catch (error) {
    await kill();
    deps.log(`browser: did not start: ${started.lastWords().trim().split('\n').slice(-5).join(' | ')}`);
    throw error;
  }
}

async function connect(
  started: BrowserProcess,
  folder: BrowserFolder,
  way: LaunchWay,
  kill: () => Promise<void>,
): Promise<RunningBrowser> {
  const wire = new DevToolsWire(started.toBrowser, started.fromBrowser);
  const gate = new DocumentGate(wire);
  const ended = started.exited.then((how): never => {
    throw new Failure('browser.start-failed', `It ended at once: ${how}.`);
  });
  // It may end while Playwright is still being loaded, and nobody listens yet.
  ended.catch(() => undefined);
  const { chromium } = await import('playwright-core');
  const connecting = chromium.connectOverCDP(wire, { artifactsDir: folder.path, noDefaults: true, timeout: START_MS });
  const browser = await within(START_MS, Promise.race([connecting, ended]));
  if (browser === TOO_LATE) throw new Failure('browser.start-failed', 'It did not answer in time.');
  const whenGone = (listener: () => void): void => {
    wire.whenLost(listener);
  };
  // Whoever listens hears of it first: what is being killed is nobody's browser any more.
  const end = (): Promise<void> => {
    wire.close();
    return kill();
  };
  void started.exited.then(end);
  return { browser, gate, version: browser.version(), sandbox: way.sandbox, whenGone, kill: end };
}

function executableFor(deps: ProviderDeps): string {
  const { executablePath, headless } = deps.options;
  const found = findBrowserHere({ executablePath, headless, browsersFolders: deps.browsersFolders }, deps.environment);
  if (found === undefined) throw new Failure('browser.not-installed');
  return found.path;
}

/** Chromium starts itself again and again: a path that only root can walk kills its children. */
function othersCanRun(executable: string): boolean {
  try {
    const path = realpathSync(executable);
    if ((statSync(path).mode & 0o005) !== 0o005) return false;
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      if ((statSync(folder).mode & 0o001) === 0) return false;
      if (folder === dirname(folder)) return true;
    }
  } catch {
    return false;
  }
}

async function hasSetpriv(): Promise<boolean> {
  const [program = '', ...args] = SETPRIV;
  try {
    await promisify(execFile)(program, [...args, 'true']);
    return true;
  } catch {
    return false;
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}
