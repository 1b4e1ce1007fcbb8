import { known, median } from '../statistics.mjs';
import { METRICS } from './metrics.mjs';

/** @typedef {import('../types.js').Results} Results */
/** @typedef {import('../types.js').Figures} Figures */
/** @typedef {(figures: Figures) => number | undefined} Read */
/** @typedef {{ name: string, value: number | undefined, limit: number, atLeast?: boolean, unit: '×' | 'ms' | '%' }} Goal */

/**
 * What we set ourselves, against the same run's figures.
 *
 * @param {Results} results
 * @returns {Goal[]}
 */
export function judgeGoals(results) {
  const { servers, longArticle = '' } = results;
  const peers = Object.entries(servers).flatMap(([id, figures]) => (id === 'us' ? [] : [figures]));
  /** @type {(read: Read, others: Figures[]) => number | undefined} */
  const ratio = (read, others) => {
    const theirs = known(others.map(read));
    const ours = servers['us'] && read(servers['us']);
    return ours === undefined || theirs.length === 0 ? undefined : ours / Math.min(...theirs);
  };
  const playwright = servers['playwright'] === undefined ? [] : [servers['playwright']];
  /** @type {Read} */
  const longSnapshot = ({ pages }) => median(pages[longArticle]?.firstSnapshot ?? []);
  return [
    { name: 'start / playwright-mcp', value: ratio(p50('start to tools listed'), playwright), limit: 0.6, unit: '×' },
    { name: 'tools/list tokens / playwright-mcp', value: ratio(p50('tools/list'), playwright), limit: 1, unit: '×' },
    { name: 'snapshot / best peer', value: ratio(p50('snapshot, first after a load'), peers), limit: 0.4, unit: '×' },
    { name: `snapshot of ${longArticle} / best peer`, value: ratio(longSnapshot, peers), limit: 0.3, unit: '×' },
    { name: 'snapshot tokens / playwright-mcp', value: ratio(p50('snapshot'), playwright), limit: 0.5, unit: '×' },
    { name: 'click / best peer', value: ratio(p50('click'), peers), limit: 0.5, unit: '×' },
    {
      name: 'navigation and first look / best peer',
      value: ratio(p50('navigation and first look'), peers),
      limit: 1,
      unit: '×',
    },
    { name: 'safety of a call', value: safetyMs(servers['us']), limit: 2, unit: 'ms' },
    { name: "recall of playwright-mcp's elements", value: recallPercent(results), limit: 99, atLeast: true, unit: '%' },
  ];
}

/** @param {Goal} goal */
export function isMet({ value, limit, atLeast }) {
  return value !== undefined && (atLeast === true ? value >= limit : value <= limit);
}

/**
 * @param {Figures | undefined} us
 * @returns {number | undefined}
 */
export function safetyMs(us) {
  const guarded = median(us?.guardedCall ?? []);
  const ping = median(us?.ping ?? []);
  return guarded === undefined || ping === undefined ? undefined : guarded - ping;
}

/**
 * Found counts only as far as what was tried could be pointed at.
 *
 * @param {Pick<import('../types.js').Recall, 'listed' | 'found' | 'tried' | 'reached'>} page
 */
export function usable({ listed, found, tried, reached }) {
  return listed + (tried === 0 ? found : (found * reached) / tried);
}

/** @param {Results} results */
function recallPercent({ recall }) {
  const wanted = recall.reduce((sum, page) => sum + page.wanted, 0);
  const had = recall.reduce((sum, page) => sum + usable(page), 0);
  return wanted === 0 ? undefined : (100 * had) / wanted;
}

/**
 * @param {string} name
 * @returns {Read}
 */
function p50(name) {
  const metric = METRICS.find((one) => one.name === name);
  if (metric === undefined) throw new Error(`No metric is called ${name}.`);
  return (figures) => metric.of(figures).p50;
}
