import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The peers live in a package of their own, at exact versions, and are fetched when they are first needed.
 *
 * @param {string} benchFolder
 */
export function installPeers(benchFolder) {
  const wanted = Object.entries(readJson(join(benchFolder, 'package.json'))?.dependencies ?? {});
  const missing = wanted.filter(
    ([name, version]) => readJson(join(benchFolder, 'node_modules', name, 'package.json'))?.version !== version,
  );
  if (missing.length === 0) return;
  console.error(`Installing ${missing.map(([name, version]) => `${name}@${String(version)}`).join(', ')} …`);
  const run = spawnSync('npm', ['ci', '--prefix', benchFolder, '--ignore-scripts', '--no-audit', '--no-fund'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (run.status !== 0) throw new Error('npm ci of the peers failed; run without them: --peers us');
}

/**
 * @param {string} file
 * @returns {any} undefined when there is no such file
 */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
