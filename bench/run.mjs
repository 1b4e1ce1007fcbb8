import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { enterLoopback } from './enter-loopback.mjs';
import { findChromium } from './find-chromium.mjs';
import { installPeers } from './install-peers.mjs';
import { readOptions } from './read-options.mjs';

const here = import.meta.dirname;

/** @returns {Promise<number>} the exit code */
async function main() {
  const options = readOptions(process.argv.slice(2));
  const executablePath = findChromium(options.executablePath);
  if (options.peers.includes('us') && !existsSync(options.server)) {
    throw new Error(`There is no ${options.server}: run npm run build first, or leave us out with --peers.`);
  }
  // Fetching comes first: inside there is no network.
  if (options.peers.some((id) => id !== 'us')) installPeers(here);
  const place = enterLoopback();
  if (place.moved) return place.status;

  const { listContestants } = await import('./servers/index.mjs');
  const { openBench } = await import('./bench.mjs');
  const { runSections } = await import('./run-sections.mjs');
  const { printReport } = await import('./report/print-report.mjs');
  const modules = join(here, 'node_modules');
  const bench = await openBench(options, listContestants(options.peers, { ...options, modules }), executablePath);
  const before = loadavg()[0] ?? 0;
  try {
    await runSections(bench);
  } finally {
    bench.site.close();
  }
  const results = {
    network: place.network,
    loadAverage: { before, after: loadavg()[0] ?? 0 },
    rounds: options.rounds,
    pages: bench.pages.map(({ name, kind, elements }) => ({ name, kind, elements })),
    longArticle: longestArticle(bench.pages),
    servers: bench.servers,
    recall: bench.recall,
  };
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(results, undefined, 1)}\n`);
  console.log(printReport(results));
  return 0;
}

/** @param {import('./types.js').BenchPage[]} pages */
function longestArticle(pages) {
  const articles = pages.filter(({ kind }) => kind === 'article');
  return articles.sort((a, b) => b.elements - a.elements)[0]?.name;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
