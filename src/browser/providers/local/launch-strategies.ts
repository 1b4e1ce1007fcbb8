import { execFile } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { Failure } from '../../../core/index.js';
import type { ProviderDeps } from '../provider.js';
import { NOBODY } from './browser-folder.js';
import { findProgram } from './jail.js';
import { waysToLaunch } from './launch-plan.js';
import type { LaunchWay } from './launch-plan.js';

/** The way that is tried first where nothing is missing; undefined: there can be no jail. */
export function usualWay(
  { options, environment }: Pick<ProviderDeps, 'options' | 'environment'>,
  hasProxy: boolean,
): LaunchWay | undefined {
  const { sandbox, jail } = options;
  if (!hasProxy || jail === 'off' || process.platform !== 'linux') return undefined;
  if (findProgram('bwrap', environment) === undefined) return undefined;
  const isRoot = process.getuid?.() === 0;
  return waysToLaunch({ isRoot, hasSetpriv: isRoot, othersCanRunIt: true, sandbox, jail })[0];
}

export const SETPRIV = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs'];

const NAMESPACES = ['--unshare-net', '--unshare-pid', '--unshare-ipc', '--unshare-uts'];
const LONG_WORDS = 200;

/** What this machine can do, tried out rather than guessed. */
export async function launchStrategies(
  { options, environment }: Pick<ProviderDeps, 'options' | 'environment'>,
  executable: string,
  hasProxy: boolean,
): Promise<readonly LaunchWay[]> {
  const isRoot = process.getuid?.() === 0;
  const hasSetpriv = isRoot && (await succeeds([...SETPRIV, 'true']));
  const noJail = options.jail === 'off' ? undefined : await whyNoJail(environment, hasProxy, hasSetpriv);
  const { sandbox, jail } = options;
  if (jail === 'on' && noJail !== undefined) throw new Failure('browser.no-jail', `browser.jail is on: ${noJail}.`);
  return waysToLaunch({ isRoot, hasSetpriv, othersCanRunIt: othersCanRun(executable), sandbox, jail, noJail });
}

/** Undefined: bubblewrap is there and works. */
async function whyNoJail(
  environment: ProviderDeps['environment'],
  hasProxy: boolean,
  hasSetpriv: boolean,
): Promise<string | undefined> {
  if (!hasProxy) return 'there is no proxy to lead out of it';
  if (process.platform !== 'linux') return 'it needs Linux';
  const bubblewrap = findProgram('bwrap', environment);
  if (bubblewrap === undefined) return "bubblewrap is not installed; the system's package manager has it as bubblewrap";
  const asBrowser = hasSetpriv ? SETPRIV : [];
  const mounts = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];
  try {
    await run([bubblewrap, ...NAMESPACES, ...mounts, '--', ...asBrowser, 'true']);
    return undefined;
  } catch (error) {
    const words = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    return `bubblewrap does not work here (${words.slice(0, LONG_WORDS).replaceAll(/\s+/gu, ' ')})`;
  }
}

async function run([program = '', ...args]: readonly string[]): Promise<void> {
  await promisify(execFile)(program, args, { timeout: 5000 });
}

async function succeeds(command: readonly string[]): Promise<boolean> {
  try {
    await run(command);
    return true;
  } catch {
    return false;
  }
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
