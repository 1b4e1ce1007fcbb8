import { build } from 'esbuild';
import { join } from 'node:path';

/**
 * A program of this folder, as one file.
 *
 * @param {string} name
 * @param {string} folder
 */
export async function bundle(name, folder) {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
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
  return outfile;
}

/**
 * @param {{ what: string, ms: number, found?: number }[]} rows
 * @param {(what: string) => number | undefined} limitOf
 * @returns {string[][]}
 */
export function withGoals(rows, limitOf) {
  return rows.map(({ what, ms, found }) => {
    const limit = limitOf(what);
    const goal = limit === undefined ? '' : `${ms <= limit ? 'held' : 'MISSED'} (${String(limit)})`;
    return [what, ms.toFixed(0), String(found ?? ''), goal];
  });
}
