import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { enterLoopback } from '../enter-loopback.mjs';
import { findChromium } from '../find-chromium.mjs';
import { asCount, asMs, drawTable } from '../report/draw-table.mjs';
import { makeRunFolder } from '../run-folder.mjs';
import { openSite } from '../site.mjs';
import { median } from '../statistics.mjs';
import { NAMES, openPlace } from './places.mjs';
import { countTools, TOOLS_PAGE } from './count-tools.mjs';
import { measureProvider } from './measure.mjs';

const USAGE = `npm run bench:providers -- [options]

  --rounds N               calls of each tool with each provider; default 30
  --providers A,B          of ${NAMES.join(', ')}; default: all that this machine has
  --tools                  instead: the round trips of every tool that talks to the page, with grid and cdp
  --steps A,B              with --tools: the commands of each round trip of these tools
  --json FILE              every figure
  --executable-path FILE   the Chromium; found by itself
  --server FILE            the built server; default dist/gatewright.js`;

const PAGE = `<!doctype html><title>Shop</title><h1>Shop</h1>
  <ul>${Array.from({ length: 40 }, (_, i) => `<li><a href="/?${i}">Article ${i}</a>`).join('')}</ul>
  <button onclick="this.textContent = 'pressed ' + ++n">Press</button><script>let n = 0</script>`;

/** Those whose connection goes over a socket. */
const COUNTED = ['grid', 'cdp'];

/** @returns {Promise<number>} the exit code */
async function main() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '30' },
      providers: { type: 'string', default: NAMES.join(',') },
      tools: { type: 'boolean', default: false },
      steps: { type: 'string', default: '' },
      json: { type: 'string' },
      'executable-path': { type: 'string' },
      server: { type: 'string', default: 'dist/gatewright.js' },
      help: { type: 'boolean', default: false },
    },
  });
  const asked = values.providers.split(',').filter((name) => !values.tools || COUNTED.includes(name));
  if (values.help || asked.some((name) => !NAMES.includes(name))) throw new Error(USAGE);
  if (!existsSync(values.server)) throw new Error(`There is no ${values.server}: run npm run build first.`);
  const executablePath = findChromium(values['executable-path']);
  const place = enterLoopback();
  if (place.moved) return place.status;

  const html = values.tools ? TOOLS_PAGE : PAGE;
  const site = await openSite([{ path: '/', html, scripts: true, name: 'shop', kind: 'other', elements: 90 }]);
  const runFolder = makeRunFolder();
  const load = loadavg()[0].toFixed(1);
  /** @type {Record<string, import('./measure.mjs').Measured | string>} */
  const figures = {};
  /** @type {Record<string, Record<string, import('./count-tools.mjs').Counted>>} */
  const tools = {};
  try {
    for (const name of asked) {
      const folder = join(runFolder, name);
      mkdirSync(folder);
      const opened = await openPlace(name, { executablePath, folder });
      if (typeof opened === 'string') {
        figures[name] = opened;
        continue;
      }
      try {
        const server = { command: resolve(values.server), executablePath, site, folder };
        if (values.tools) tools[name] = (await countTools(opened, server, Number(values.rounds))) ?? {};
        else figures[name] = await measureProvider(opened, server, Number(values.rounds));
      } finally {
        await opened.close();
      }
    }
  } finally {
    site.close();
  }
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ load, figures, tools }, undefined, 1)}\n`);
  console.log(
    values.tools ? reportTools(tools, values.steps.split(',')) : report(figures, { load, rounds: values.rounds }),
  );
  return 0;
}

/**
 * @param {Record<string, import('./measure.mjs').Measured | string>} figures
 * @param {{ load: string, rounds: string }} run
 */
function report(figures, { load, rounds }) {
  const head = ['provider', 'snapshot ms', 'click ms', 'navigation ms'];
  const rows = Object.entries(figures).map(([name, one]) =>
    typeof one === 'string'
      ? [name, one, '', '']
      : [name, ...['snapshot', 'click', 'navigation'].map((tool) => asMs(median(one.ms[tool] ?? [])))],
  );
  const counted = Object.entries(figures).flatMap(([name, one]) =>
    Object.entries(typeof one === 'string' ? {} : (one.trips ?? {})).map(([tool, all]) => [
      name,
      tool,
      asCount(median(all.map(({ turns }) => turns))),
      asCount(median(all.map(({ commands }) => commands))),
    ]),
  );
  return [
    `${rounds} calls each, medians; ${availableParallelism()} processors, load ${load} at the start`,
    drawTable(head, rows),
    'What a call needs of the DevTools connection, counted where it is a socket; local and container send the same commands over a pipe, and relay has no such connection. A round trip is a command that is sent after an answer; commands that are sent together are one.',
    drawTable(['provider', 'tool', 'round trips', 'commands'], counted),
  ].join('\n\n');
}

/**
 * @param {Record<string, Record<string, import('./count-tools.mjs').Counted>>} tools
 * @param {string[]} steps
 */
function reportTools(tools, steps) {
  const names = Object.keys(tools);
  const labels = Object.keys(Object.values(tools)[0] ?? {});
  const rows = labels.map((label) => [
    label,
    ...names.flatMap((name) => [asCount(tools[name]?.[label]?.trips), asCount(tools[name]?.[label]?.commands)]),
  ]);
  const head = ['tool', ...names.flatMap((name) => [`${name}: round trips`, 'commands'])];
  const shown = names.flatMap((name) =>
    steps.flatMap((label) => [`${name}, ${label}:`, ...(tools[name]?.[label]?.steps ?? [])].join('\n')),
  );
  return [drawTable(head, rows), ...(steps[0] === '' ? [] : shown)].join('\n\n');
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
