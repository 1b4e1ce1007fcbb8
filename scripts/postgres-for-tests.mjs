// A real PostgreSQL server for the tests, from Debian's package, in a folder of its own, on a unix socket only.
// `--check`: says by its exit code whether one can be run here. Otherwise: prints the URL once it answers, obeys
// `stop` and `start` on stdin (each answered by a line), and goes with its stdin.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = '/usr/lib/postgresql';
const isRoot = process.getuid?.() === 0;

function findPrograms() {
  const versions = existsSync(ROOT) ? readdirSync(ROOT).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(ROOT, version, 'bin')).find((folder) => existsSync(join(folder, 'postgres')));
}

function install() {
  if (!isRoot || process.platform !== 'linux') return undefined;
  console.error('postgres-for-tests: installing postgresql');
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'postgresql']]) {
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  return findPrograms();
}

const programs = findPrograms() ?? install();
if (process.argv.includes('--check')) process.exit(programs === undefined ? 1 : 0);
if (programs === undefined) {
  console.error('postgres-for-tests: no PostgreSQL here (Debian: apt install postgresql)');
  process.exit(1);
}

/** The server refuses to run as root. */
const asPostgres = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--'] : [];
const folder = mkdtempSync(join(tmpdir(), 'gw-pg-'));
const data = join(folder, 'data');
if (isRoot) spawnSync('chown', ['postgres:postgres', folder]);
chmodSync(folder, 0o700);

/** @param {string} name @param {string[]} args */
const line = (name, args) => [...asPostgres, join(programs, name), ...args];

/** @param {string} name @param {string[]} args */
function run(name, ...args) {
  const [command = '', ...rest] = line(name, args);
  const { status, stderr } = spawnSync(command, rest, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
}

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;

async function start() {
  if (server !== undefined) return;
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off', 'max_connections=20'];
  const [command = '', ...rest] = line('postgres', ['-D', data, ...settings.flatMap((each) => ['-c', each])]);
  server = spawn(command, rest, { cwd: folder, stdio: 'ignore' });
  for (let tries = 0; tries < 300; tries += 1) {
    const [ready = '', ...flags] = line('pg_isready', ['-q', '-h', folder]);
    if (spawnSync(ready, flags, { cwd: folder }).status === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('PostgreSQL did not answer');
}

async function stop() {
  const ending = server;
  server = undefined;
  if (ending === undefined || ending.exitCode !== null) return;
  const gone = new Promise((resolve) => ending.once('exit', resolve));
  // As a server that is lost, not one that says goodbye.
  ending.kill('SIGQUIT');
  await gone;
}

try {
  run('initdb', '-D', data, '-U', 'gatewright', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C');
  await start();
  console.log(`postgres://gatewright@${encodeURIComponent(folder)}/postgres`);
  for await (const word of createInterface(process.stdin)) {
    if (word === 'stop') await stop();
    if (word === 'start') await start();
    console.log(word);
  }
} finally {
  await stop();
  rmSync(folder, { recursive: true, force: true });
}
