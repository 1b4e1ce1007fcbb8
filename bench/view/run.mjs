import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { enterLoopback } from '../enter-loopback.mjs';
import { findChromium } from '../find-chromium.mjs';
import { makeRunFolder } from '../run-folder.mjs';

const USAGE = `npm run bench:view -- --pages FOLDER [options]

  --pages FOLDER           saved pages, one subfolder each with an .html file
  --text FOLDER            every answer as a file, to read what the agent saw
  --json FILE              every figure, and the sentences that are not read
  --executable-path FILE   the Chromium for the server and for the comparison; found by itself
  --server FILE            the built server; default dist/gatewright.js`;

/** @returns {Promise<number>} the exit code */
async function main() {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string' },
      text: { type: 'string' },
      json: { type: 'string' },
      'executable-path': { type: 'string' },
      server: { type: 'string', default: 'dist/gatewright.js' },
      help: { type: 'boolean', default: false },
    },
  });
  const { pages: folder, server } = values;
  if (values.help || folder === undefined) throw new Error(USAGE);
  if (!existsSync(server)) throw new Error(`There is no ${server}: run npm run build first.`);
  const executablePath = findChromium(values['executable-path']);
  const place = enterLoopback();
  if (place.moved) return place.status;

  const { readSavedPages } = await import('../pages/saved-pages.mjs');
  const { measureViews } = await import('./measure-views.mjs');
  const { printViewReport } = await import('./report.mjs');
  const views = await measureViews(readSavedPages(folder), {
    server,
    executablePath,
    runFolder: makeRunFolder(),
    textFolder: values.text,
  });
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(views, undefined, 1)}\n`);
  console.log(printViewReport(views, place.network));
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
