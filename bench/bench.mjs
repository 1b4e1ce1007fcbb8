import { makePages, makeScalePage, makeStations } from './pages/made-pages.mjs';
import { readSavedPages } from './pages/saved-pages.mjs';
import { makeRunFolder } from './run-folder.mjs';
import { openSite } from './site.mjs';

/** @typedef {import('./types.js').Figures} Figures */
/** @typedef {Awaited<ReturnType<typeof openBench>>} Bench */

/**
 * Everything that the sections share: the site, who takes part, and where the figures go.
 *
 * @param {import('./types.js').Options} options
 * @param {import('./types.js').Contestant[]} contestants
 * @param {string} executablePath
 */
export async function openBench(options, contestants, executablePath) {
  const runFolder = makeRunFolder();
  const stations = makeStations();
  const scalePages = [1_000, 10_000, 100_000].map(makeScalePage);
  const pages = options.pages === undefined ? makePages() : readSavedPages(options.pages);
  const site = await openSite([...pages, ...scalePages, ...Object.values(stations)]);
  /** @type {Record<string, Figures>} */
  const servers = Object.fromEntries(contestants.map(({ id, label }) => [id, noFigures(label)]));
  /** @type {import('./types.js').Recall[]} */
  const recall = [];
  return {
    options,
    contestants,
    stations,
    pages,
    scalePages,
    site,
    servers,
    recall,
    setup: { executablePath, runFolder, siteHost: site.host, isRoot: process.getuid?.() === 0 },
    /** @param {import('./types.js').Contestant} contestant */
    figuresOf({ id, label }) {
      return (servers[id] ??= noFigures(label));
    },
    /**
     * Back to the waiting page, where an idle browser takes no time from the others.
     *
     * @param {import('./types.js').Connection} connection
     */
    async rest({ contestant, call }) {
      await call(contestant.navigate(site.url(stations.blank.path))).catch(() => undefined);
    },
    /** @param {string} line */
    say(line) {
      console.error(line);
    },
  };
}

/**
 * @param {string} label
 * @returns {Figures}
 */
function noFigures(label) {
  return {
    label,
    start: [],
    firstNavigation: [],
    toolCount: undefined,
    toolTokens: undefined,
    pages: {},
    click: [],
    clickTokens: undefined,
    ping: [],
    guardedCall: [],
    memory: undefined,
    scaling: {},
    failures: [],
  };
}
