// A record of a million entries: how long the newest page and any filter take.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawTable } from '../report/draw-table.mjs';
import { bundle } from '../bundle.mjs';
import { withGoals } from './with-goals.mjs';

const RECORDS = process.argv[2] ?? '1000000';
const NEWEST_MS = 1000;
const FILTER_MS = 5000;

const folder = mkdtempSync(join(tmpdir(), 'gw-bench-audit-'));
try {
  const program = await bundle(join(import.meta.dirname, 'measure.ts'), folder);
  const { stdout, status } = spawnSync(process.execPath, [program, join(folder, 'audit'), RECORDS], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error('the measurement failed');
  /** @type {{ what: string, ms: number, found?: number }[]} */
  const rows = JSON.parse(stdout);
  const limitOf = (/** @type {string} */ what) => {
    if (what.startsWith('newest')) return NEWEST_MS;
    return what === 'written' || what === 'verify' ? undefined : FILTER_MS;
  };
  console.log(`${RECORDS} records; load ${loadavg()[0]?.toFixed(1) ?? ''}`);
  console.log(drawTable(['', 'ms', 'found', 'goal'], withGoals(rows, limitOf)));
  process.exitCode = rows.some(({ what, ms }) => ms > (limitOf(what) ?? Number.POSITIVE_INFINITY)) ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
