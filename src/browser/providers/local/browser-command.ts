import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf } from '../../self-test/passed-before.js';
import type { LaunchRequest, ProviderDeps, TestOverrides } from '../provider.js';
import type { BrowserFolder } from './browser-folder.js';
import { displayPaths, findProgram, jailCommand } from './jail.js';
import { withProxyPort } from './jail-proxy-port.js';
import type { JailPorts } from './jail-proxy-port.js';
import type { LaunchWay } from './launch-plan.js';
import { writeManagedPolicies } from './managed-policies.js';
import { switchesFor } from './switches.js';
import { SETPRIV } from './launch-strategies.js';

export interface CommandParts {
  readonly deps: Pick<ProviderDeps, 'options' | 'environment' | 'passedBefore'>;
  readonly executable: string;
  readonly request: LaunchRequest;
  readonly overrides: TestOverrides;
}

/** The programs to go through, then the browser and its switches. */
export function commandFor(
  way: LaunchWay,
  { deps, executable, request, overrides }: CommandParts,
  { path, profile }: Pick<BrowserFolder, 'path' | 'profile'>,
  canary: JailPorts['canary'] | undefined,
): string[] {
  const { headless, disableWebSecurity, stealth, pageTools } = deps.options;
  const { proxy: server, trust, profile: kept, extensions } = request;
  const all = switchesFor({
    ...{ headless, disableWebSecurity, stealth, pageTools, sandbox: way.sandbox.on },
    // In a jail the kept profile is mounted where a new one would be.
    profile: way.jail.on ? profile : (kept ?? profile),
    ...{ isKept: kept !== undefined, hasExtensions: extensions !== undefined },
    ...{ proxy: server, keyHash: trust?.keyHash },
  });
  const switches = overrides.switches?.(all) ?? all;
  const drop = way.drop === 'setpriv' ? SETPRIV : [];
  if (!way.jail.on) return [...drop, executable, ...switches];
  const programs = { browser: realpathSync(executable), node: realpathSync(process.execPath) };
  const display = headless ? [] : displayPaths(deps.environment);
  const bubblewrap = findProgram('bwrap', deps.environment) ?? 'bwrap';
  const proxy = Number(new URL(server ?? '').port);
  const instead =
    trust?.authorities === undefined ? undefined : writeManagedPolicies(join(path, 'settings'), trust.authorities);
  const mounts = kept === undefined ? {} : { [profile]: kept };
  const jail = jailCommand({ bubblewrap, programs, folder: path, display, instead, mounts, readable: extensions });
  return [
    ...(overrides.jail?.(jail) ?? jail),
    ...drop,
    ...withProxyPort(programs.node, { proxy, canary: canary ?? { tcp: proxy, udp: proxy } }),
    programs.browser,
    ...switches,
  ];
}

/** What differs from start to start and decides nothing. */
const ANY_FOLDER = { path: '/any', profile: '/any/profile' };
const ANY_PROXY = 'http://127.0.0.1:1';

/** A browser that keeps its profile has other switches. */
function anyProfile({ request }: CommandParts): Pick<LaunchRequest, 'profile' | 'extensions'> {
  return {
    ...(request.profile === undefined ? {} : { profile: '/any/kept' }),
    ...(request.extensions === undefined ? {} : { extensions: '/any/extensions' }),
  };
}

/** The same for each start of the same browser in the same way; undefined outside a jail, where none is trusted. */
export function launchFingerprint(way: LaunchWay, parts: CommandParts): string | undefined {
  if (!way.jail.on) return undefined;
  const command = commandFor(
    way,
    { ...parts, request: { proxy: ANY_PROXY, ...anyProfile(parts) } },
    ANY_FOLDER,
    undefined,
  );
  const { environment, passedBefore } = parts.deps;
  const helpers = ['bwrap', ...(way.drop === 'setpriv' ? ['setpriv'] : [])].map(
    (name) => findProgram(name, environment) ?? name,
  );
  const programs = [realpathSync(parts.executable), realpathSync(process.execPath), ...helpers];
  return fingerprintOf(programs, [passedBefore?.serverVersion ?? '', ...command]);
}
