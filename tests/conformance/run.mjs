/**
 * Runs the official conformance suite against our HTTP stack, once per revision. Fails on a check that fails without
 * standing in expected-failures.yaml, and on one that stands there and passes or is gone.
 *
 *   node tests/conformance/run.mjs [revision]
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { parse } from 'yaml';

const here = import.meta.dirname;
const modules = join(here, 'node_modules');
const REVISIONS = ['2025-11-25', '2026-07-28'];
const expected = parse(readFileSync(join(here, 'expected-failures.yaml'), 'utf8'));

installSuite();
const scratch = mkdtempSync(join(tmpdir(), 'conformance-'));
let failed = false;
try {
  const { start } = await loadServer();
  for (const revision of REVISIONS) {
    if (process.argv[2] !== undefined && process.argv[2] !== revision) continue;
    // A server each, so that one run's sessions and rate are not the other's.
    const server = await start();
    const ok = await runRevision(revision, server.url);
    await server.close();
    failed ||= !ok;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

/** The suite needs a newer Node than we support; both live beside this file, under a lockfile of their own. */
function installSuite() {
  if (existsSync(join(modules, 'node', 'bin', 'node'))) return;
  const { status } = spawnSync('npm', ['ci', '--prefix', here, '--no-audit', '--no-fund'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the conformance suite could not be installed');
}

async function loadServer() {
  const outfile = join(scratch, 'server.mjs');
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };
  const entryPoints = [join(here, 'fixture-server.ts')];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20', banner });
  return await import(outfile);
}

async function runRevision(revision, url) {
  const entries = expected.filter((group) => group.in.includes(revision)).flatMap((group) => group.checks);
  const baseline = join(scratch, `${revision}.yaml`);
  const results = join(scratch, revision);
  writeFileSync(baseline, JSON.stringify({ server: entries }));
  const { code, output } = await runSuite([
    ...['server', '--url', url, '--suite', 'all', '--spec-version', revision],
    ...['--expected-failures', baseline, '--output-dir', results],
  ]);
  const checks = readChecks(results);
  const failures = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  const stale = entries.filter((entry) => !failures.some(({ name }) => name === entry));
  const surprises = failures.filter(({ name }) => !entries.includes(name));
  const ok = code === 0 && stale.length === 0 && surprises.length === 0;
  if (!ok) process.stdout.write(output);
  for (const { name, errorMessage } of surprises) console.log(`not expected to fail: ${name}: ${errorMessage}`);
  for (const name of stale) console.log(`expected to fail, but passed or gone: ${name}`);
  const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
  const excused = failures.length - surprises.length;
  console.log(`conformance ${revision}: ${passed} passed, ${excused} expected failures${ok ? '' : ', NOT OK'}`);
  return ok;
}

function runSuite(args) {
  const suite = join(modules, '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
  const child = spawn(join(modules, 'node', 'bin', 'node'), [suite, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Every check of every scenario, under the name by which it may be expected to fail. */
function readChecks(results) {
  return readdirSync(results).flatMap((folder) => {
    const scenario = folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    const checks = JSON.parse(readFileSync(join(results, folder, 'checks.json'), 'utf8'));
    return checks.map(({ id, status, errorMessage }) => ({ name: `${scenario}:${id}`, status, errorMessage }));
  });
}
