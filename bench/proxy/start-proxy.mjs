import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** @typedef {{ server: string, username: string, password: string }} Access */

/**
 * @param {string} folder for the bundle
 * @param {string} site the only `host:port` that may be reached
 */
export async function startProxy(folder, site) {
  const outfile = join(folder, 'proxy-process.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'proxy-process.ts')],
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
  const child = spawn(process.execPath, [outfile, site], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await new Promise((resolve) => {
    createInterface(child.stdout).once('line', (text) => {
      resolve([text]);
    });
  });
  /** @type {Access} */
  const access = JSON.parse(line);
  return {
    access,
    /** @returns {number} megabytes */
    memory: () => Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${String(child.pid)}/status`, 'utf8'))?.[1]) / 1024,
    close: () => {
      child.stdin.end();
    },
  };
}
