import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { ProviderEnvironment } from '../provider.js';

/** All of the system that a browser needs; what is not there is left out. No home, no /run, no /var: sockets lie there. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/opt', '/nix/store', '/gnu/store'];
const SETTINGS = [
  'alternatives',
  'ca-certificates',
  'chromium',
  'fonts',
  'group',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'nsswitch.conf',
  'opt',
  'passwd',
  'pki',
  'ssl',
].map((name) => `/etc/${name}`);
const CACHES = ['/var/cache/fontconfig', '/sys/devices/system/cpu'];

export interface JailPlan {
  readonly bubblewrap: string;
  /** Where the programs lie, links resolved: the browser, and Node for the proxy port. */
  readonly programs: { readonly browser: string; readonly node: string };
  /** The browser's own folder: all that it may write. */
  readonly folder: string;
  /** What a window needs besides. */
  readonly display: readonly string[];
  /** Further folders that are read inside. */
  readonly also?: readonly string[];
  /** Folders in place of the system's own. */
  readonly instead?: Readonly<Record<string, string>> | undefined;
  /** A folder of ours that it may read. */
  readonly readable?: string | undefined;
  /** Folders of ours that it may write to, by where it finds them: below its own folder. */
  readonly mounts?: Readonly<Record<string, string>> | undefined;
}

/**
 * Bubblewrap and its arguments: namespaces of its own, of which the one for the network has nothing but loopback, and
 * little of the file system, because a socket in it can be connected to however it is mounted.
 */
export function jailCommand(plan: JailPlan): string[] {
  const { browser, node } = plan.programs;
  return [
    plan.bubblewrap,
    ...['--unshare-net', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--die-with-parent'],
    ...['--dev', '/dev', '--proc', '/proc'],
    ...[...SYSTEM, ...SETTINGS, ...CACHES]
      .filter((path) => plan.instead?.[path] === undefined)
      .flatMap((path) => at(path, 'ro-bind-try')),
    ...Object.entries(plan.instead ?? {}).flatMap(([path, own]) => [...parents(path), '--ro-bind', own, path]),
    ...(isSystem(browser) ? [] : at(dirname(browser), 'ro-bind')),
    ...(isSystem(node) ? [] : at(node, 'ro-bind')),
    ...(plan.also ?? []).filter((path) => !isSystem(path)).flatMap((path) => at(path, 'ro-bind')),
    ...plan.display.flatMap((path) => at(path, 'ro-bind-try')),
    ...(plan.readable === undefined ? [] : at(plan.readable, 'ro-bind')),
    ...at(plan.folder, 'bind'),
    ...Object.entries(plan.mounts ?? {}).flatMap(([path, own]) => ['--bind', own, path]),
    // The root that bubblewrap made for these mounts becomes read-only.
    ...['--remount-ro', '/', '--chdir', plan.folder, '--'],
  ];
}

/** The sockets and the key of the screen that a window is to appear on. */
export function displayPaths(environment: ProviderEnvironment): string[] {
  const { XAUTHORITY: key, WAYLAND_DISPLAY: wayland, XDG_RUNTIME_DIR: folder } = environment;
  return [
    '/tmp/.X11-unix',
    '/dev/dri',
    ...(key === undefined ? [] : [key]),
    ...(wayland === undefined || folder === undefined ? [] : [join(folder, wayland)]),
  ];
}

export function findProgram(name: string, environment: ProviderEnvironment): string | undefined {
  const folders = environment['PATH'] ?? ['/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
  return folders
    .split(delimiter)
    .filter((folder) => folder.startsWith('/'))
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

function at(path: string, how: 'bind' | 'ro-bind' | 'ro-bind-try'): string[] {
  return [...parents(path), `--${how}`, path, path];
}

/** Made one by one: those that bubblewrap makes by itself only their owner can walk through. */
function parents(path: string): string[] {
  const folder = dirname(path);
  return folder === '/' || isSystem(folder) ? [] : [...parents(folder), '--dir', folder];
}

function isSystem(path: string): boolean {
  return SYSTEM.some((folder) => path === folder || path.startsWith(`${folder}/`));
}
