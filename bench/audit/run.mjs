// A record of a million entries: how long the newest page and any filter take.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { drawTable } from '../report/draw-table.mjs';

const RECORDS = process.argv[2] ?? '1000000';
const NEWEST_MS = 1000;
const FILTER_MS = 5000;

const folder = mkdtempSync(join(tmpdir(), 'gw-bench-audit-'));
try {
  const outfile = join(folder, 'measure.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'measure.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  const { stdout, status } = spawnSync(process.execPath, [outfile, join(folder, 'audit'), RECORDS], {
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
  console.log(
    drawTable(
      ['', 'ms', 'found', 'goal'],
      rows.map(({ what, ms, found }) => {
        const limit = limitOf(what);
        const goal = limit === undefined ? '' : `${ms <= limit ? 'held' : 'MISSED'} (${String(limit)})`;
        return [what, ms.toFixed(0), String(found ?? ''), goal];
      }),
    ),
  );
  process.exitCode = rows.some(({ what, ms }) => ms > (limitOf(what) ?? Number.POSITIVE_INFINITY)) ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
