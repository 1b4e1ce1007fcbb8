import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** What this machine can sandbox a plugin with. */
export interface SandboxMachine {
  readonly platform: NodeJS.Platform;
  readonly isRoot: boolean;
  /** Of Node. */
  readonly major: number;
  readonly node: string;
  readonly find: (program: string) => string | undefined;
}

export type SandboxPlan =
  | { readonly kind: 'jail'; readonly command: (folder: string, main: string) => string[] }
  /** Only Node's permission model limits it; from version 25 on that covers the network too. */
  | { readonly kind: 'permissions'; readonly command: (folder: string, main: string) => string[] }
  | { readonly kind: 'none'; readonly why: string };

const NOBODY = '65534';
/** RLIMIT_DATA: Node itself takes some 150 MB of it. RLIMIT_CPU: seconds of one process in its whole life. */
const LIMITS = ['--data=400000000', '--cpu=60', '--nofile=64', '--core=0'];
const HEAP = '--max-old-space-size=96';
/** The libraries that Node is linked with: folders without programs, settings or home folders. */
const LIBRARIES = ['/lib', '/lib32', '/lib64', '/usr/lib', '/usr/lib32', '/usr/lib64', '/nix/store', '/gnu/store'];
/** First Node whose permission model refuses the network. */
const NETWORK_PERMISSION = 25;
/** First Node whose permission model has its own name. */
const STABLE_PERMISSION = 23;

export function thisMachine(environment: Readonly<NodeJS.ProcessEnv>): SandboxMachine {
  const folders = (environment['PATH'] ?? '/usr/bin:/bin').split(delimiter).filter((folder) => folder.startsWith('/'));
  return {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    major: Number(process.versions.node.split('.')[0]),
    node: realpathSync(process.execPath),
    find: (program) => folders.map((folder) => join(folder, program)).find((path) => existsSync(path)),
  };
}

/**
 * How a plugin is started on this machine. Fails closed: where its network cannot be taken away it is not started.
 */
export function planSandbox(machine: SandboxMachine): SandboxPlan {
  const { platform, isRoot, major } = machine;
  const [bubblewrap, limiter, dropper] = ['bwrap', 'prlimit', 'setpriv'].map((program) => machine.find(program));
  if (platform === 'linux' && bubblewrap !== undefined && limiter !== undefined && (!isRoot || dropper !== undefined))
    return { kind: 'jail', command: (_, main) => jailed(machine, { bubblewrap, limiter, dropper }, _, main) };
  if (isRoot)
    return {
      kind: 'none',
      why: 'as root a plugin needs bubblewrap, prlimit and setpriv; install bubblewrap and util-linux',
    };
  if (major >= NETWORK_PERMISSION)
    return {
      kind: 'permissions',
      command: (folder, main) => [machine.node, HEAP, ...permissions(major, folder), join(folder, main)],
    };
  return {
    kind: 'none',
    why: `nothing here takes the network away from a plugin; ${
      platform === 'linux' ? 'install bubblewrap and util-linux, or run' : 'run'
    } Gatewright with Node ${String(NETWORK_PERMISSION)} or later`,
  };
}

interface Programs {
  readonly bubblewrap: string;
  readonly limiter: string;
  readonly dropper: string | undefined;
}

function jailed({ isRoot, major, node }: SandboxMachine, programs: Programs, folder: string, main: string): string[] {
  const { bubblewrap, limiter, dropper } = programs;
  const drop = isRoot && dropper !== undefined;
  const libraries = LIBRARIES.filter((path) => existsSync(path));
  return [
    bubblewrap,
    ...['--unshare-net', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    // Root keeps its user namespace, in which there is somebody else to become.
    ...(isRoot ? [] : ['--unshare-user']),
    ...['--die-with-parent', '--new-session', '--clearenv', '--dev', '/dev', '--proc', '/proc'],
    // Made before what lies in them: those that bubblewrap makes by itself only their owner can walk through.
    ...[...new Set(['/etc', '/jail', ...libraries.map(dirname).filter((path) => path !== '/')])].flatMap((path) => [
      '--dir',
      path,
    ]),
    ...libraries.flatMap((path) => ['--ro-bind', path, path]),
    ...['--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'],
    ...['--ro-bind', node, '/jail/node', '--ro-bind', realpathSync(limiter), '/jail/prlimit'],
    ...(drop ? ['--ro-bind', realpathSync(dropper), '/jail/setpriv'] : []),
    ...['--ro-bind', folder, '/plugin', '--remount-ro', '/', '--chdir', '/plugin', '--'],
    ...(drop ? ['/jail/setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs'] : []),
    ...['/jail/prlimit', ...LIMITS],
    ...['/jail/node', HEAP, ...permissions(major, '/plugin'), `/plugin/${main}`],
  ];
}

/** Files of the plugin's own folder may be read. Nothing else: no other file, process, thread, add-on or, in time, network. */
function permissions(major: number, folder: string): string[] {
  const flag = major >= STABLE_PERMISSION ? '--permission' : '--experimental-permission';
  return [flag, `--allow-fs-read=${folder}/*`, '--no-warnings'];
}
