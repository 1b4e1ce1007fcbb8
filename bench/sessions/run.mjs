import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { enterLoopback } from '../enter-loopback.mjs';
import { findChromium } from '../find-chromium.mjs';
import { processTree } from '../process-tree.mjs';
import { makeRunFolder } from '../run-folder.mjs';
import { openSite } from '../site.mjs';
import { percentile } from '../statistics.mjs';
import { judgeSlopes } from './slopes.mjs';

const USAGE = `npm run bench:sessions -- [options]

  --in-a-row N             sessions opened, used and closed one after another; default 1000
  --at-once N              sessions open at the same time; default 50
  --provider NAME          local (default), process or container
  --warm N                 containers that are started ahead (container.warm); default 0, so that each start is measured
  --json FILE              every figure
  --executable-path FILE   the Chromium; found by itself
  --server FILE            the built server; default dist/gatewright.js`;

const PAGE =
  '<!doctype html><title>Shop</title><h1>Shop</h1><ul><li><a href="/">one</a><li>two</ul><button>More</button>';
const BROWSERS = { local: '{}', process: '{ isolation: process }', container: '{ provider: container }' };
const MB = 1024;
const MIN_JUDGED = 500;
const SETTLE_LOOKS = 5;
const SETTLE_MS = 100;

/** @returns {Promise<number>} the exit code */
async function main() {
  const { values } = parseArgs({
    options: {
      'in-a-row': { type: 'string', default: '1000' },
      'at-once': { type: 'string', default: '50' },
      provider: { type: 'string', default: 'local' },
      warm: { type: 'string', default: '0' },
      json: { type: 'string' },
      'executable-path': { type: 'string' },
      server: { type: 'string', default: 'dist/gatewright.js' },
      help: { type: 'boolean', default: false },
    },
  });
  const browser = Object.entries(BROWSERS).find(([name]) => name === values.provider)?.[1];
  if (values.help || browser === undefined) throw new Error(USAGE);
  if (!existsSync(values.server)) throw new Error(`There is no ${values.server}: run npm run build first.`);
  // A container's browser is the one of its image.
  const isContainer = values.provider === 'container';
  const executablePath = isContainer ? undefined : findChromium(values['executable-path']);
  const place = enterLoopback();
  if (place.moved) return place.status;

  const site = await openSite([{ path: '/', html: PAGE, scripts: true, name: 'shop', kind: 'other', elements: 6 }]);
  const server = await startServer(resolve(values.server), {
    browser,
    warm: Number(values.warm),
    executablePath,
    host: site.host,
  });
  try {
    const load = loadavg()[0].toFixed(1);
    const name = isContainer ? `container (container.warm: ${values.warm})` : values.provider;
    console.log(`${name}, ${availableParallelism()} processors, load ${load} at the start`);
    const row = await inARow(server, site, Number(values['in-a-row']));
    const many = await atOnce(server, site, Number(values['at-once']));
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ load, row, many }, undefined, 1)}\n`);
    return row.isFlat ? 0 : 1;
  } finally {
    await server.client.close();
    site.close();
  }
}

/**
 * @param {string} command
 * @param {{ browser: string, warm: number, executablePath: string | undefined, host: string }} options
 */
async function startServer(command, { browser, warm, executablePath, host }) {
  const workspace = join(makeRunFolder(), 'workspace');
  mkdirSync(workspace, { mode: 0o700 });
  const config = `version: 1\nbrowser: ${browser}\nsessions: { maxConcurrent: 100 }\ncontainer: { warm: ${warm} }\n`;
  writeFileSync(join(workspace, 'gatewright.yaml'), config, { mode: 0o600 });
  let said = '';
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      command,
      '--allow-private',
      host,
      ...(executablePath === undefined ? [] : ['--executable-path', executablePath]),
    ],
    env: { ...process.env, GATEWRIGHT_WORKSPACE: workspace },
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (bytes) => {
    said = `${said}${String(bytes)}`.slice(-2000);
  });
  const client = new Client({ name: 'bench-sessions', version: '1.0.0' });
  await client.connect(transport).catch((error) => {
    throw new Error(`The server did not start: ${String(error)}\n${said}`);
  });
  return { client, workspace, pid: transport.pid ?? 0 };
}

/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */
/** @typedef {Awaited<ReturnType<typeof openSite>>} Site */

/**
 * @param {Server} server
 * @param {string} name
 * @param {Record<string, unknown>} args
 */
async function call({ client }, name, args) {
  const began = performance.now();
  const { isError, content } = await client.callTool({ name, arguments: args }, { timeout: 59_000 });
  if (isError === true) throw new Error(`${name}: ${JSON.stringify(content).slice(0, 300)}`);
  return performance.now() - began;
}

/**
 * @param {Server} server
 * @param {Site} site
 * @param {number} count
 */
async function inARow(server, site, count) {
  const took = [];
  const samples = [];
  const every = Math.max(1, Math.floor(count / 40));
  for (let i = 0; i < count; i += 1) {
    const session = `row-${i}`;
    const began = performance.now();
    await call(server, 'browser_navigate', { url: site.url('/'), session });
    await call(server, 'browser_click', { selector: 'button', session });
    await call(server, 'browser_close', { session });
    took.push(performance.now() - began);
    if (i % every === every - 1) samples.push({ sessions: i + 1, ...(await measureSettled(server)) });
  }
  const slopes = judgeSlopes(samples);
  console.log(`${count} in a row: open, use and close p50 ${ms(took, 50)} p95 ${ms(took, 95)}`);
  for (const { name, first, last, slope, limit, isFlat } of slopes)
    console.log(
      `  ${name.padEnd(12)} ${first} -> ${last}, ${slope.toFixed(2)} for each 100 sessions (at most ${limit}): ${isFlat ? 'flat' : 'GROWS'}`,
    );
  if (count < MIN_JUDGED)
    console.log(`  Memory is given back in steps of some 100 MB: below ${MIN_JUDGED} sessions its slopes say little.`);
  return { took, samples, slopes, isFlat: slopes.every(({ isFlat }) => isFlat) };
}

/**
 * @param {Server} server
 * @param {Site} site
 * @param {number} count
 */
async function atOnce(server, site, count) {
  const sessions = Array.from({ length: count }, (_, i) => `many-${i}`);
  const steps = [];
  const before = measure(server);
  for (const [i, session] of sessions.entries()) {
    const opened = await open(server, site.url('/'), session);
    const isStep = [1, 5, 10, 20, 30, 50, 75, 100].includes(i + 1) || i + 1 === count;
    if (!isStep) {
      steps.push({ opened });
      continue;
    }
    // Every open session is asked at the same time.
    const asked = await Promise.allSettled(
      sessions.slice(0, i + 1).map((one) => call(server, 'browser_snapshot', { session: one })),
    );
    const looks = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const late = asked.length - looks.length;
    const { treeMb } = measure(server);
    const each = (treeMb - before.treeMb) / (i + 1);
    console.log(
      `${i + 1} open: opened in ${Math.round(opened)} ms, all looked at together p50 ${ms(looks, 50)} p95 ${ms(looks, 95)}${late === 0 ? '' : ` and ${late} too late`}, ${each.toFixed(0)} MB each`,
    );
    steps.push({ opened, looks, late, treeMb, each });
  }
  for (const session of sessions) await call(server, 'browser_close', { session });
  return { before, steps };
}

/**
 * A machine with too much to do says so once, and the call is made again: that counts as its time.
 *
 * @param {Server} server
 * @param {string} url
 * @param {string} session
 */
async function open(server, url, session) {
  const began = performance.now();
  await call(server, 'browser_navigate', { url, session }).catch(() =>
    call(server, 'browser_navigate', { url, session }),
  );
  return performance.now() - began;
}

/** @param {Server} server */
function measure({ pid, workspace }) {
  const tree = [pid, ...containersOf(pid)].flatMap(processTree);
  return {
    serverMb: Math.round(ownKb(pid) / MB),
    treeMb: Math.round(tree.reduce((sum, one) => sum + ownKb(one), 0) / MB),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    processes: tree.length,
    files: readdirSync(workspace, { recursive: true }).length,
  };
}

/**
 * Renderers of a session that was closed end a moment later, and later still on a busy machine: the look with the fewest
 * processes counts. What leaks is in every look.
 *
 * @param {Server} server
 */
async function measureSettled(server) {
  let fewest = measure(server);
  for (let look = 0; look < SETTLE_LOOKS; look += 1) {
    await setTimeout(SETTLE_MS);
    const next = measure(server);
    if (next.processes < fewest.processes) fewest = next;
  }
  return fewest;
}

/**
 * The first process of each container of this server: they are nobody's children.
 *
 * @param {number} server
 */
function containersOf(server) {
  const format = '{{index .Labels "gatewright.owner"}} {{.Pid}}';
  const listed = spawnSync('podman', ['ps', '--filter', 'label=gatewright.owner', '--format', format]);
  return String(listed.stdout ?? '')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([owner = '']) => Buffer.from(owner, 'base64').toString().includes(`"pid":${server},`))
    .map(([, pid]) => Number(pid));
}

/**
 * Kilobytes that the process holds itself, shared ones divided among those who share them. Pages of files are left out:
 * the kernel divides Chromium's own program among all browsers of the machine, so the figure would follow the others.
 *
 * @param {number} pid
 */
function ownKb(pid) {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return [...rollup.matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+) kB/gmu)].reduce((sum, [, kb]) => sum + Number(kb), 0);
  } catch {
    return 0;
  }
}

/**
 * @param {readonly number[]} samples
 * @param {number} percent
 */
function ms(samples, percent) {
  return `${Math.round(percentile(samples, percent) ?? 0)} ms`;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
