import { build } from 'esbuild';
import { basename, join } from 'node:path';

/**
 * A program as one file.
 *
 * @param {string} program its file
 * @param {string} folder for the result
 */
export async function bundle(program, folder) {
  const outfile = join(folder, `${basename(program)}.mjs`);
  await build({
    entryPoints: [program],
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
