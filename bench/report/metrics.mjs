import { known, median, percentile } from '../statistics.mjs';

/** @typedef {import('../types.js').Figures} Figures */
/** @typedef {import('../types.js').PageFigures} PageFigures */
/** @typedef {{ p50: number | undefined, p95?: number | undefined }} Measure */
/** @typedef {'navigation' | 'navigationAndLook' | 'firstSnapshot' | 'secondSnapshot' | 'screenshot'} Timing */

/** @type {{ name: string, unit: 'ms' | 'tokens' | 'MB' | 'KB', of: (figures: Figures) => Measure, aside?: boolean }[]} */
export const METRICS = [
  { name: 'start to tools listed', unit: 'ms', of: ({ start }) => ofSamples(start) },
  { name: 'first navigation (browser start)', unit: 'ms', of: ({ firstNavigation }) => ofSamples(firstNavigation) },
  { name: 'navigation', unit: 'ms', of: (figures) => overPages(figures, 'navigation') },
  { name: 'navigation and first look', unit: 'ms', of: (figures) => overPages(figures, 'navigationAndLook') },
  { name: 'snapshot, first after a load', unit: 'ms', of: (figures) => overPages(figures, 'firstSnapshot') },
  { name: 'snapshot, second', unit: 'ms', of: (figures) => overPages(figures, 'secondSnapshot') },
  { name: 'click', unit: 'ms', of: ({ click }) => ofSamples(click) },
  { name: 'screenshot', unit: 'ms', of: (figures) => overPages(figures, 'screenshot') },
  { name: 'tools/list', unit: 'tokens', of: ({ toolTokens }) => ({ p50: toolTokens }) },
  { name: 'snapshot', unit: 'tokens', of: (figures) => medianPage(figures, 'snapshotTokens') },
  // The peers' answers do not say what the click changed: no ratio.
  { name: "click's answer", unit: 'tokens', of: ({ clickTokens }) => ({ p50: clickTokens }), aside: true },
  { name: 'screenshot size', unit: 'KB', of: (figures) => inKilobytes(medianPage(figures, 'screenshotBytes')) },
  { name: 'memory, server (RSS)', unit: 'MB', of: ({ memory }) => inMegabytes(memory?.serverRss) },
  { name: 'memory, browser (RSS)', unit: 'MB', of: ({ memory }) => inMegabytes(memory?.browserRss) },
  {
    name: 'memory, all (PSS)',
    unit: 'MB',
    of: ({ memory }) => inMegabytes(memory && memory.serverPss + memory.browserPss),
  },
];

/**
 * @param {readonly number[]} samples
 * @returns {Measure}
 */
export function ofSamples(samples) {
  return { p50: median(samples), p95: percentile(samples, 95) };
}

/**
 * p50: each page by its own median, then the middle page. p95: over all samples, so that one slow page shows.
 *
 * @param {Figures} figures
 * @param {Timing} timing
 * @returns {Measure}
 */
export function overPages({ pages }, timing) {
  const all = Object.values(pages).map((page) => page[timing]);
  return { p50: median(known(all.map(median))), p95: percentile(all.flat(), 95) };
}

/**
 * @param {Figures} figures
 * @param {'snapshotTokens' | 'screenshotBytes'} field
 * @returns {Measure}
 */
function medianPage({ pages }, field) {
  const values = known(Object.values(pages).map((page) => page[field]));
  return { p50: median(values), p95: percentile(values, 95) };
}

/** @param {Measure} bytes */
function inKilobytes({ p50, p95 }) {
  return { p50: p50 && p50 / 1024, p95: p95 && p95 / 1024 };
}

/** @param {number | undefined} kilobytes */
function inMegabytes(kilobytes) {
  return { p50: kilobytes && kilobytes / 1024 };
}
