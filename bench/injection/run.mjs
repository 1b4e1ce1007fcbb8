import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { enterLoopback } from '../enter-loopback.mjs';
import { findChromium } from '../find-chromium.mjs';
import { installPeers } from '../install-peers.mjs';
import { makeRunFolder } from '../run-folder.mjs';
import { openTrace } from '../open-trace.mjs';
import { readInjectionOptions } from './read-options.mjs';

const benchFolder = join(import.meta.dirname, '..');

/** @returns {Promise<number>} the exit code */
async function main() {
  const options = readInjectionOptions(process.argv.slice(2));
  const executablePath = findChromium(options.executablePath);
  if (options.peers.includes('us') && !existsSync(options.server)) {
    throw new Error(`There is no ${options.server}: run npm run build first, or leave us out with --peers.`);
  }
  // Peers are installed first: inside the namespace there is no network.
  if (options.peers.some((id) => id !== 'us')) installPeers(benchFolder);
  const place = enterLoopback();
  if (place.moved) return place.status;

  const { openHostileSite, SECRET } = await import('./hostile-site.mjs');
  const { CARRIERS } = await import('./carriers.mjs');
  const { choosePairs } = await import('./choose-cells.mjs');
  const { PAYLOADS, readPayloads } = await import('./payloads.mjs');
  const { printInjectionReport } = await import('./report.mjs');
  const { readVersions, runVictims } = await import('./run-victims.mjs');
  const { listVictims } = await import('./victims.mjs');
  const modules = join(benchFolder, 'node_modules');
  const victims = listVictims({ server: options.server, modules, secret: SECRET }).filter(({ contestant }) =>
    options.peers.includes(contestant.id),
  );
  const payloads = [...PAYLOADS, ...(options.payloads === undefined ? [] : readPayloads(options.payloads))];
  const pairs = choosePairs(payloads, options.isAll);
  const site = await openHostileSite();
  const started = performance.now();
  try {
    const trace = openTrace(options.trace);
    const found = await runVictims(victims, { pairs, site, executablePath, runFolder: makeRunFolder(), trace });
    const versions = options.peers.some((id) => id !== 'us') ? readVersions(modules) : {};
    const results = {
      network: place.network,
      isAll: options.isAll,
      carriers: CARRIERS.length,
      payloads: payloads.length,
      cells: pairs.length,
      seconds: (performance.now() - started) / 1000,
      servers: found.map((server) => ({ ...server, version: versions[server.label] ?? '' })),
    };
    if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results, undefined, 1)}\n`);
    console.log(printInjectionReport(results));
  } finally {
    site.close();
  }
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
