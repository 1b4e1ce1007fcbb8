// Runs a command in a network namespace that has only loopback, so that a bug in the boundary has nowhere to send to.
// Where the system cannot do that (not Linux, or no leave for namespaces) it says so and runs the command as it is.
import { spawnSync } from 'node:child_process';

const INSIDE = 'GW_LOOPBACK_ONLY';
const [command, ...args] = process.argv.slice(2);
const enter = process.env[INSIDE] === undefined ? namespaceCommand() : undefined;
if (enter === undefined && process.env[INSIDE] === undefined) {
  console.error('loopback-only: no network namespace can be made here; tests run on the real network');
}
// Powers that are only on loan end with loopback: a program that builds a jail of its own refuses to run with them.
const giveBack = process.getuid?.() === 0 ? '' : 'setpriv --inh-caps=-all --ambient-caps=-all ';
const up = `ip link set lo up && exec ${giveBack}"$@"`;
const line = enter === undefined ? [command, ...args] : [...enter, 'sh', '-c', up, 'sh', command, ...args];
const { status } = spawnSync(line[0], line.slice(1), { stdio: 'inherit', env: { ...process.env, [INSIDE]: '1' } });
process.exit(status ?? 1);

function namespaceCommand() {
  if (process.platform !== 'linux') return undefined;
  const ways = [
    ['unshare', '-n'],
    ['unshare', '--map-current-user', '--keep-caps', '-n'],
  ];
  return ways.find(([program, ...flags]) => {
    const tried = spawnSync(program, [...flags, 'sh', '-c', 'ip link set lo up'], { stdio: 'ignore' });
    return tried.status === 0;
  });
}
