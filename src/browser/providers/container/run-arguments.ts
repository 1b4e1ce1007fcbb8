import type { ContainerLimits } from './container-facts.js';

/** Labels by which our containers are found again. */
export const OWNER_LABEL = 'gatewright.owner';

/** Where Chromium's own binary is in Debian's package and in the images of others. */
const BROWSERS = ['/usr/lib/chromium/chromium', '/usr/lib/chromium/chrome', '/opt/google/chrome/chrome'];

const HOME = '/tmp/home';

/** The profile is in memory (tmpfs) and ends with the container. */
export const CONTAINER_PROFILE = '/tmp/profile';

export interface RunPlan {
  readonly name: string;
  /** The image's id, not its name, which may mean another image a moment later. */
  readonly image: string;
  readonly owner: string;
  readonly limits: ContainerLimits;
  /** Of the process in the container: the number, and whether the engine runs as this user without root. */
  readonly user: { readonly id: number; readonly isRootless: boolean };
  /** The user's own hard limit: all containers of one user count together (RLIMIT_NPROC). */
  readonly maxUserProcesses: number;
  readonly seccomp: string;
  /** The session's own folder for files, at the same path inside. */
  readonly folder: string;
  /** A folder in place of the machine's policies for Chromium. */
  readonly policies?: string | undefined;
  readonly pidFile: string;
  /** The first process, in Python. */
  readonly program: string;
  readonly ports: { readonly proxy: number; readonly tcp: number; readonly udp: number };
  readonly environment: Readonly<Record<string, string>>;
  readonly switches: readonly string[];
}

/** The descriptors after the three usual ones: two for DevTools, the life line, the channel. */
const HANDED_IN = 4;

/** The arguments of `podman` for one container. */
export function runArguments(plan: RunPlan): string[] {
  const { user } = plan;
  return [
    ...commonArguments(plan),
    ...['--pidfile', plan.pidFile, '--preserve-fds', String(HANDED_IN), '--no-hosts', '--image-volume', 'ignore'],
    ...['--read-only-tmpfs=false', '--tmpfs', `/tmp:${memoryDisk(plan)},notmpcopyup`],
    // A containers.conf of the machine may say otherwise for each of these; what it adds is found by the first process.
    ...['--pid', 'private', '--uts', 'private', '--cgroups', 'enabled', '--env-host=false', '--http-proxy=false'],
    ...['--userns', user.isRootless ? 'keep-id' : 'host', '--default-mounts-file', '/dev/null'],
    ...['--volume', `${plan.folder}:${plan.folder}:rw,nosuid,nodev,noexec`],
    ...programArguments(plan, ''),
  ];
}

/**
 * The arguments of `docker`. It hands no descriptors in: the first process dials the sockets in the session's folder.
 * Its mounts take no `noexec`; devices and set-user-ID programs are closed by the missing capabilities.
 */
export function dockerArguments(plan: RunPlan): string[] {
  return [
    ...commonArguments(plan),
    ...['--tmpfs', `/tmp:${memoryDisk(plan)}`],
    ...['--mount', `type=bind,source=${plan.folder},target=${plan.folder},bind-propagation=rprivate`],
    ...programArguments(plan, plan.folder),
  ];
}

function commonArguments(plan: RunPlan): string[] {
  const { limits, user, policies } = plan;
  return [
    ...['run', '--rm', '--name', plan.name, '--label', `${OWNER_LABEL}=${plan.owner}`],
    ...['--pull', 'never', '--log-driver', 'none'],
    ...['--network', 'none', '--ipc', 'private', '--cgroupns', 'private', '--hostname', 'browser'],
    ...['--privileged=false', '--init=false'],
    ...['--memory', String(limits.memoryBytes), '--memory-swap', String(limits.memoryBytes)],
    ...['--cpus', String(limits.cpus), '--pids-limit', String(limits.processes)],
    // The engine's own defaults may be above what this process may set (setrlimit(2), EPERM).
    ...['--ulimit', 'nofile=4096:4096', '--ulimit', `nproc=${plan.maxUserProcesses}:${plan.maxUserProcesses}`],
    ...['--cap-drop', 'all', '--security-opt', 'no-new-privileges', '--security-opt', `seccomp=${plan.seccomp}`],
    ...['--read-only', '--user', `${user.id}:${user.id}`],
    ...(policies === undefined ? [] : ['--volume', `${policies}:/etc/chromium/policies/managed:ro`]),
  ];
}

function memoryDisk({ limits }: RunPlan): string {
  return `rw,nosuid,nodev,noexec,mode=1777,size=${limits.memoryBytes}`;
}

/** What runs in it, and the folder with the sockets that it dials; empty: its descriptors were handed in. */
function programArguments(plan: RunPlan, sockets: string): string[] {
  const { ports } = plan;
  const environment = { ...plan.environment, HOME, TMPDIR: '/tmp', XDG_CONFIG_HOME: `${HOME}/config` };
  return [
    ...['--workdir', '/', ...Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`])],
    ...['--entrypoint', '/usr/bin/python3', plan.image, '-I', '-S', '-c', plan.program, sockets],
    ...[ports.proxy, ports.tcp, ports.udp].map(String),
    ...[BROWSERS.join(':'), ...plan.switches],
  ];
}
