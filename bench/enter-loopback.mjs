import { spawnSync } from 'node:child_process';

const MARK = 'BENCH_NETWORK';

/**
 * Saved pages name many hosts, and browsers have background traffic of their own. As root on Linux the whole run moves
 * into a network namespace that has nothing but loopback; elsewhere the browsers' flags have to do.
 *
 * @returns {{ moved: true, status: number } | { moved: false, network: string }}
 */
export function enterLoopback() {
  if (process.env[MARK]) return { moved: false, network: process.env[MARK] };
  const flagsOnly = 'not isolated: only browser flags (host-resolver-rules) keep other hosts away';
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return { moved: false, network: flagsOnly };
  const probe = spawnSync('unshare', ['-n', 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' });
  if (probe.status !== 0) return { moved: false, network: flagsOnly };
  const run = spawnSync(
    'unshare',
    ['-n', 'sh', '-c', 'ip link set lo up && exec "$0" "$@"', process.execPath, ...process.argv.slice(1)],
    { stdio: 'inherit', env: { ...process.env, [MARK]: 'a network namespace with nothing but loopback' } },
  );
  return { moved: true, status: run.status ?? 1 };
}
