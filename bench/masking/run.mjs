import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { asMs, drawTable } from '../report/draw-table.mjs';
import { median } from '../statistics.mjs';
import { createRandom, createValue, hostileTexts, ordinaryText } from './texts.mjs';

const ROUNDS = Number(process.argv[2] ?? 9);
const MEGABYTE = 1_000_000;
const LIMITS = { small: 2, large: 100, ratio: 4 };

/** @param {string} folder */
async function loadRoom(folder) {
  const outfile = join(folder, 'masking-room.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'masking-room.ts')],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  /** @type {typeof import('./masking-room.js')} */
  const room = await import(pathToFileURL(outfile).href);
  return room;
}

/** @param {() => unknown} work @param {number} [rounds] @param {number} [warmUps] */
function timeOf(work, rounds = ROUNDS, warmUps = 2) {
  const samples = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    const began = performance.now();
    work();
    if (round >= 0) samples.push(performance.now() - began);
  }
  return median(samples) ?? NaN;
}

/** @param {boolean} isMet */
const verdict = (isMet) => (isMet ? 'met' : 'MISSED');

/** @param {typeof import('./masking-room.js')} room */
function measure({ createMask, mintSecret }) {
  const random = createRandom();
  const valuesOf = (/** @type {number} */ count) => Array.from({ length: count }, () => createValue(random));
  const secretsOf = (/** @type {readonly string[]} */ values) =>
    values.map((value, i) => mintSecret(`SECRET_${String(i)}`, { value, origins: [] }));
  const values = valuesOf(100);
  const mask = createMask(secretsOf(values));
  const rows = [];
  let met = true;
  for (const [name, size, limit] of /** @type {const} */ ([
    ['25 KB', 25_000, LIMITS.small],
    ['100 KB', 100_000, undefined],
    ['1 MB', MEGABYTE, LIMITS.large],
    ['4 MB', 4 * MEGABYTE, undefined],
  ])) {
    const text = ordinaryText(size);
    const ms = timeOf(() => mask(text), size < MEGABYTE ? ROUNDS * 20 : ROUNDS);
    met &&= limit === undefined || ms < limit;
    rows.push([name, asMs(ms), ((ms * 1e6) / size).toFixed(1), limit === undefined ? '' : verdict(ms < limit)]);
  }
  const counts = [10, 100, 1000].map((count) => {
    const list = secretsOf(valuesOf(count));
    const compiling = timeOf(() => createMask([...list])('some text'), ROUNDS);
    const many = createMask(list);
    const text = ordinaryText(MEGABYTE);
    return [String(count), asMs(compiling), asMs(timeOf(() => many(text)))];
  });
  const ordinary = ordinaryText(MEGABYTE);
  const hostile = hostileTexts(MEGABYTE, values).map(([name, text]) => {
    // Turn by turn: what else the machine does then slows both.
    const turns = Array.from({ length: ROUNDS + 2 }, () => [
      timeOf(() => mask(ordinary), 1, 0),
      timeOf(() => mask(text), 1, 0),
    ]);
    const [usual, slow] = [0, 1].map((i) => Math.min(...turns.slice(2).map((turn) => turn[i] ?? NaN)));
    const ratio = (slow ?? NaN) / (usual ?? NaN);
    met &&= ratio <= LIMITS.ratio;
    return [name, asMs(slow), `${ratio.toFixed(2)} ×`, verdict(ratio <= LIMITS.ratio)];
  });
  return { rows, counts, hostile, met };
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-masking-'));
  try {
    const before = loadavg()[0] ?? 0;
    const { rows, counts, hostile, met } = measure(await loadRoom(folder));
    console.log(`Rounds: ${String(ROUNDS)}. Load average ${before.toFixed(2)}.\n`);
    console.log(drawTable(['ordinary text, 100 secrets', 'ms p50', 'ns per character', 'goal'], rows));
    console.log(`\n${drawTable(['secrets', 'compiling, ms', '1 MB, ms'], counts)}`);
    console.log(`\n${drawTable(['1 MB of', 'ms, best', 'of ordinary text', `≤ ${String(LIMITS.ratio)} ×`], hostile)}`);
    return met ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
