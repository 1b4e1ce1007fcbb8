import { existsSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { enterLoopback } from '../enter-loopback.mjs';
import { findChromium } from '../find-chromium.mjs';
import { installPeers } from '../install-peers.mjs';
import { makeRunFolder } from '../run-folder.mjs';
import { openTrace } from '../open-trace.mjs';
import { readAgentOptions } from './read-options.mjs';

const benchFolder = join(import.meta.dirname, '..');

/** Passwords are typed as registered secrets, as an operator of ours would allow it. */
const OUR_FLAGS = ['--capabilities', 'read,navigation,action,human,secrets'];

/** @returns {Promise<number>} the exit code */
async function main() {
  const options = readAgentOptions(process.argv.slice(2));
  const executablePath = findChromium(options.executablePath);
  if (options.peers.includes('us') && !existsSync(options.server)) {
    throw new Error(`There is no ${options.server}: run npm run build first, or leave us out with --peers.`);
  }
  // Peers are installed first: inside the namespace there is no network.
  if (options.peers.some((id) => id !== 'us')) installPeers(benchFolder);
  const place = enterLoopback();
  if (place.moved) return place.status;

  const { listContestants } = await import('../servers/index.mjs');
  const { openTaskSite } = await import('./task-site.mjs');
  const { runEpisodes } = await import('./run-episodes.mjs');
  const { printAgentReport } = await import('./report.mjs');
  const places = { server: options.server, modules: join(benchFolder, 'node_modules'), flags: OUR_FLAGS };
  const contestants = listContestants(options.peers, places);
  const trace = openTrace(options.trace);
  const site = await openTaskSite();
  const before = loadavg()[0] ?? 0;
  try {
    const servers = await runEpisodes(options, {
      contestants,
      site,
      executablePath,
      runFolder: makeRunFolder(),
      trace,
    });
    const loadAverage = { before, after: loadavg()[0] ?? 0 };
    const results = { network: place.network, loadAverage, rounds: options.rounds, tasks: options.tasks, servers };
    if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results, undefined, 1)}\n`);
    console.log(printAgentReport(results));
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
