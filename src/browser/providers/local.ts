import { Failure } from '../../core/index.js';
import { onceOnly } from '../../platform/once.js';
import { pipeTransport } from '../cdp/cdp-transport.js';
import { StartFailure } from './connect-playwright.js';
import { commandFor, launchFingerprint } from './local/browser-command.js';
import { browserEnvironment } from './local/browser-environment.js';
import { makeBrowserFolder, NOBODY } from './local/browser-folder.js';
import { findControlGroups, makeControlGroup } from './local/control-group.js';
import type { ControlGroup } from './local/control-group.js';
import { localDeclaration } from './local/declaration.js';
import type { LaunchWay } from './local/launch-plan.js';
import { usualWay, launchStrategies } from './local/launch-strategies.js';
import { probeBrowser } from './local/machine-probe.js';
import { giveProfile } from './local/give-profile.js';
import { profileTenancy } from './local/profile-tenancy.js';
import { spawnBrowser } from './local/spawn-browser.js';
import type { BrowserProvider, Launched, ProviderDeps, ProviderRequest, TestOverrides } from './provider.js';

const NO_WAY = 'It could not be started in any way that browser.sandbox and browser.jail allow.';

/** A Chromium of this machine, spoken to by pipe. */
export function localBrowser(deps: ProviderDeps, overrides: TestOverrides = {}): BrowserProvider {
  /** How a browser came up before: what did not work once is not tried again. */
  let known: LaunchWay | undefined;
  const start = (way: LaunchWay, request: ProviderRequest): Omit<Launched, 'fallback'> => {
    const launched = launchOneWay(way, { deps, executable: locate(deps).path, request, overrides });
    const isUp = (): void => {
      known = way;
    };
    return { ...launched, isUp };
  };
  const startFirstOf = (ways: readonly LaunchWay[], request: ProviderRequest): Launched => {
    const [way, ...rest] = ways;
    if (way === undefined) throw new Failure('browser.start-failed', NO_WAY);
    const fallback: Launched['fallback'] = (again) => Promise.resolve(startFirstOf(rest, again));
    return { ...start(way, request), ...(rest.length === 0 ? {} : { fallback }) };
  };
  const probeAndStart = async (request: ProviderRequest): Promise<Launched> => {
    const ways = await launchStrategies(deps, locate(deps).path, request.serveAsProxy !== undefined);
    return startFirstOf(ways, request);
  };
  return {
    declaration: localDeclaration,
    warm: startsAhead(deps) ? 1 : 0,
    locate: () => locate(deps),
    launch: async (request) => {
      if (known !== undefined) return start(known, request);
      // The safest way is taken without trying out what the machine can do, if it has worked here before.
      const usual = usualWay(deps, request.serveAsProxy !== undefined);
      const parts = { deps, executable: locate(deps).path, request, overrides };
      const isTrusted = usual !== undefined && request.hasPassed(launchFingerprint(usual, parts));
      return isTrusted ? { ...start(usual, request), fallback: probeAndStart } : probeAndStart(request);
    },
  };
}

/** No window comes up before somebody asks for it, and a profile is opened by its own session. */
function startsAhead({ startsAhead: isWanted, options }: ProviderDeps): boolean {
  return (options.startAhead ?? isWanted === true) && options.headless && options.profile !== 'persistent';
}

interface Start {
  readonly deps: ProviderDeps;
  readonly executable: string;
  readonly request: ProviderRequest;
  readonly overrides: TestOverrides;
}

function launchOneWay(way: LaunchWay, parts: Start): Launched {
  const { deps, request } = parts;
  const { headless } = deps.options;
  if (!headless) checkDisplay(deps.environment);
  const owner = way.drop === 'no' ? undefined : NOBODY;
  const folder = makeBrowserFolder(deps.runFolder, owner);
  const { profile } = request;
  if (profile !== undefined) giveProfile(profile, owner, way.jail.on);
  if (folder.elsewhere) deps.noteElsewhere(folder.path);
  const limits = deps.memory === undefined ? undefined : kernelLimits(deps.memory.max);
  const started = spawnBrowser({
    command: commandFor(way, parts, folder, request.canary),
    env: browserEnvironment(deps.environment, folder.path, { headless, platform: process.platform }),
    cwd: folder.path,
    user: way.drop === 'ourselves' ? NOBODY : undefined,
    serveAsProxy: way.jail.on ? request.serveAsProxy : undefined,
    group: limits?.group,
  });
  return {
    transport: pipeTransport(started.toBrowser, started.fromBrowser),
    process: started,
    ready: started.ready,
    sandbox: way.sandbox,
    jail: limits === undefined ? way.jail : { ...way.jail, why: `${way.jail.why} ${limits.says}` },
    folder: folder.path,
    shares: { folder: folder.path, owner },
    fingerprint: launchFingerprint(way, parts),
    warnings: warningsOf(way, parts),
    hint: NO_WAY,
    ...(profile === undefined
      ? {}
      : {
          sharedContextUse: (wire, documents) =>
            profileTenancy(wire, documents, started, request.extensions !== undefined),
        }),
    kill: onceOnly(async () => {
      await started.kill();
      folder.remove();
    }),
  };
}

/** For a browser of one session's own. Where the kernel cannot be had, its processes are watched, as they are anyway. */
function kernelLimits(memoryBytes: number): { readonly group?: ControlGroup; readonly says: string } {
  const groups = findControlGroups();
  if (groups.folder === undefined)
    return { says: `Its memory is watched, and not limited by the kernel: ${groups.why}.` };
  const megabytes = Math.round(memoryBytes / 1024 ** 2);
  return {
    group: makeControlGroup(groups.folder, memoryBytes),
    says: `The kernel limits it to ${String(megabytes)} MB (control group).`,
  };
}

/** Warns about a sandbox, jail or trust that the configuration asks for and this machine does not have. */
function warningsOf({ sandbox, jail }: LaunchWay, { request, deps }: Start): string[] {
  const { proxy, trust } = request;
  const isJailMissing = !jail.on && proxy !== undefined && deps.options.jail !== 'off';
  const isTrustMissing = !jail.on && trust?.authorities !== undefined;
  return [
    ...(sandbox.on ? [] : [`unsafe: ${sandbox.why}`]),
    ...(isJailMissing ? [`warning: ${jail.why}`] : []),
    ...(isTrustMissing
      ? ['warning: network.upstreamProxy.caFile: without a jail the browser cannot be given these certificates']
      : []),
  ];
}

/** Chromium says so on stderr only, and ends. */
function checkDisplay({ DISPLAY, WAYLAND_DISPLAY }: ProviderDeps['environment']): void {
  if (process.platform !== 'linux' || (DISPLAY ?? '') !== '' || (WAYLAND_DISPLAY ?? '') !== '') return;
  throw new StartFailure(
    'There is no screen for its window: DISPLAY is not set. Start without --headed, or set DISPLAY.',
  );
}

function locate({ options, browsersFolders, environment }: ProviderDeps): { path: string; how: string } {
  const { executablePath, headless } = options;
  const found = probeBrowser({ executablePath, headless, browsersFolders }, environment);
  if (found === undefined) throw new Failure('browser.not-installed');
  return found;
}
