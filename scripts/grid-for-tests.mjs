// A real Selenium Grid for the tests: a hub and two nodes on loopback. The jars come from the Maven registry into a
// cache outside the clone, the driver from Debian's chromium-driver.
//   node scripts/grid-for-tests.mjs           install, once
//   node scripts/grid-for-tests.mjs --check   are they there?
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const GRID_VERSION = '4.47.0';
const MOST_MINUTES = 10;
const DRIVER = '/usr/bin/chromedriver';

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>gatewright</groupId><artifactId>grid-for-tests</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies><dependency>
    <groupId>org.seleniumhq.selenium</groupId><artifactId>selenium-grid</artifactId><version>${GRID_VERSION}</version>
  </dependency></dependencies>
</project>`;

/** The folder with the jars, there or not. */
export function gridJars(env = process.env) {
  const cache = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'gatewright-tests');
  return join(cache, `selenium-grid-${GRID_VERSION}`);
}

/** Undefined: all is there. */
export function whyNoGrid() {
  if (!existsSync(gridJars())) return 'the jars of Selenium Grid are not in the cache';
  if (!existsSync(DRIVER)) return 'chromedriver is not installed';
  return spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0 ? undefined : 'Java is not installed';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--check')) install();
  const why = whyNoGrid();
  if (why !== undefined) console.error(`grid-for-tests: ${why}`);
  else console.error(`grid-for-tests: Selenium Grid ${GRID_VERSION} is there (${gridJars()})`);
  process.exitCode = why === undefined ? 0 : 1;
}

function install() {
  if (!existsSync(DRIVER)) installPackage('chromium-driver');
  if (spawnSync('java', ['-version'], { stdio: 'ignore' }).status !== 0) installPackage('default-jre-headless');
  if (existsSync(gridJars())) return;
  if (spawnSync('mvn', ['-version'], { stdio: 'ignore' }).status !== 0) installPackage('maven');
  const draft = `${gridJars()}.${process.pid}.new`;
  mkdirSync(draft, { recursive: true });
  console.error('grid-for-tests: fetching the jars from the Maven registry');
  try {
    writeFileSync(join(draft, 'pom.xml'), POM);
    const fetched = spawnSync(
      'mvn',
      ['-B', '-q', 'dependency:copy-dependencies', `-DoutputDirectory=${join(draft, 'jars')}`],
      { cwd: draft, stdio: ['ignore', 2, 2], timeout: MOST_MINUTES * 60_000 },
    );
    // Moved into place whole: what is there under its name works.
    if (fetched.status === 0 && !existsSync(gridJars())) renameSync(join(draft, 'jars'), gridJars());
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function installPackage(name) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', ['-q', '-y', ...args], { stdio: ['ignore', 2, 2], env }).status === 0;
  if (apt('install', '--no-install-recommends', name)) return;
  if (apt('update')) apt('install', '--no-install-recommends', name);
}

/**
 * Starts a hub, or a node that belongs to one. The process is the head of a group: with it go driver and browsers.
 * @param {readonly string[]} args
 */
function startJava(args) {
  const home = mkdtempSync(join(tmpdir(), 'gw-grid-'));
  const child = spawn(
    'java',
    [
      '-Xmx160m',
      '-XX:TieredStopAtLevel=1',
      '-XX:+UseSerialGC',
      '-cp',
      join(gridJars(), '*'),
      'org.openqa.selenium.grid.Main',
      ...args,
    ],
    {
      // A group of its own, a home of its own, and nobody is asked for drivers or told of our use.
      ...{ detached: true, stdio: 'ignore' },
      env: { PATH: process.env.PATH, HOME: home, TMPDIR: home, SE_OFFLINE: 'true', SE_AVOID_STATS: 'true' },
    },
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  return {
    pid: child.pid ?? 0,
    end: async () => {
      killGroup(child.pid ?? 0);
      await exited;
      killBrowsers(home);
      rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** @param {{ port: number, publish: number, subscribe: number, queueSeconds?: number }} at */
export function startHub({ port, publish, subscribe, queueSeconds = 300 }) {
  return startJava([
    ...['hub', '--host', '127.0.0.1', '--port', String(port), '--session-request-timeout', String(queueSeconds)],
    ...['--session-retry-interval', '100', '--healthcheck-interval', '5'],
    ...['--publish-events', `tcp://127.0.0.1:${publish}`, '--subscribe-events', `tcp://127.0.0.1:${subscribe}`],
  ]);
}

/** @param {{ port: number, hub: { port: number, publish: number, subscribe: number }, slots: number, timeoutSeconds: number, folder: string }} at */
export function startNode({ port, hub, slots, timeoutSeconds, folder }) {
  const file = join(folder, `node-${port}.toml`);
  writeFileSync(
    file,
    [
      ...['[server]', `port = ${port}`, 'host = "127.0.0.1"'],
      ...['[node]', 'detect-drivers = false', `grid-url = "http://127.0.0.1:${hub.port}"`],
      ...[`session-timeout = ${timeoutSeconds}`, `max-sessions = ${slots}`, 'override-max-sessions = true'],
      ...['register-cycle = 1', 'heartbeat-period = 2'],
      ...['[events]', `publish = "tcp://127.0.0.1:${hub.publish}"`, `subscribe = "tcp://127.0.0.1:${hub.subscribe}"`],
      ...['[[node.driver-configuration]]', 'display-name = "chrome"', `max-sessions = ${slots}`],
      `webdriver-executable = "${DRIVER}"`,
      String.raw`stereotype = "{\"browserName\": \"chrome\", \"platformName\": \"linux\"}"`,
    ].join('\n'),
  );
  return startJava(['node', '--config', file]);
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}

/** Drivers and browsers are in no group of ours; they are known by the home that they were given. */
function killBrowsers(home) {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/u.test(entry))) {
    try {
      if (readFileSync(`/proc/${name}/environ`, 'latin1').includes(home)) process.kill(Number(name), 'SIGKILL');
    } catch {
      // Gone, or not ours.
    }
  }
}
