import { known, median } from '../statistics.mjs';
import { asCount, asMs, asRatio, drawTable } from './draw-table.mjs';
import { isMet, judgeGoals, safetyMs, usable } from './goals.mjs';
import { METRICS, ofSamples } from './metrics.mjs';

/** @typedef {import('../types.js').Results} Results */
/** @typedef {import('../types.js').Figures} Figures */

/** @param {Results} results */
export function printReport(results) {
  const { loadAverage, network, rounds } = results;
  const head = [
    `Network: ${network}.`,
    `Rounds: ${String(rounds)}, interleaved. Load average ${loadAverage.before.toFixed(2)} before, ${loadAverage.after.toFixed(2)} after.`,
    'Cells: p50 / p95; pages count by their own medians.',
  ];
  return [
    head.join('\n'),
    titled('All', summary(results)),
    titled('Pages: first snapshot, ms p50 / p95; tokens', perPage(results)),
    titled('Growth: first snapshot, ms p50; tokens', scaling(results)),
    titled("Recall of playwright-mcp's interactive elements", recall(results)),
    titled('Goals', goals(results)),
    failures(results),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** @param {Results} results */
function summary({ servers }) {
  const ids = Object.keys(servers);
  const rows = METRICS.flatMap(({ name, unit, of, aside }) => {
    const measures = Object.fromEntries(Object.entries(servers).map(([id, figures]) => [id, of(figures)]));
    if (Object.values(measures).every(({ p50 }) => p50 === undefined)) return [];
    const peers = known(ids.filter((id) => id !== 'us').map((id) => measures[id]?.p50));
    const write = unit === 'ms' ? asMs : asCount;
    const cells = ids.map((id) => {
      const { p50, p95 } = measures[id] ?? {};
      return p95 === undefined ? write(p50) : `${write(p50)} / ${write(p95)}`;
    });
    const ours = aside === true ? undefined : measures['us']?.p50;
    const best = peers.length === 0 ? undefined : Math.min(...peers);
    return [[`${name}, ${unit}`, ...cells, asRatio(ours, best), asRatio(ours, measures['playwright']?.p50)]];
  });
  const safety = safetyMs(servers['us']);
  if (safety !== undefined)
    rows.push(['safety of a call, ms', ...ids.map((id) => (id === 'us' ? asMs(safety) : '—')), '—', '—']);
  if (rows.length === 0) return '';
  return drawTable(['', ...labels(servers), 'us / best', 'us / playwright-mcp'], rows);
}

/** @param {Results} results */
function perPage({ pages, servers }) {
  const rows = pages.map(({ name, elements }) => {
    const cells = Object.values(servers).map((figures) => {
      const page = figures.pages[name];
      const { p50, p95 } = ofSamples(page?.firstSnapshot ?? []);
      return `${asMs(p50)} / ${asMs(p95)}; ${asCount(page?.snapshotTokens)}`;
    });
    return [name, asCount(elements), ...cells];
  });
  const anything = Object.values(servers).some((figures) => Object.keys(figures.pages).length > 0);
  return anything ? drawTable(['page', 'elements', ...labels(servers)], rows) : '';
}

/** @param {Results} results */
function scaling({ servers }) {
  const sizes = [...new Set(Object.values(servers).flatMap((figures) => Object.keys(figures.scaling)))];
  if (sizes.length === 0) return '';
  const rows = sizes.map((size) => [
    size,
    ...Object.values(servers).map(({ scaling: grown }) => {
      const one = grown[size];
      return one === undefined ? '—' : `${asMs(median(one.ms))}; ${asCount(one.tokens)}`;
    }),
  ]);
  return drawTable(['page', ...labels(servers)], rows);
}

/** @param {Results} results */
function recall({ recall: pages }) {
  if (pages.length === 0) return '';
  const rows = pages.map((one) => [
    one.page,
    asCount(one.wanted),
    asCount(one.listed),
    `${asCount(one.found)}${one.sampled ? ' (by sample)' : ''}`,
    `${String(one.reached)} of ${String(one.tried)}`,
    `${((100 * usable(one)) / Math.max(1, one.wanted)).toFixed(1)} %`,
  ]);
  const missed = pages.flatMap(({ page, missed: ones }) => ones.slice(0, 3).map((one) => `  ${page}: ${one}`));
  const table = drawTable(['page', 'theirs', 'listed by us', 'found by search', 'pointed at', 'recall'], rows);
  return missed.length === 0 ? table : `${table}\n\nMissed, for example:\n${missed.join('\n')}`;
}

/** @param {Results} results */
function goals(results) {
  if (results.servers['us'] === undefined) return '';
  const rows = judgeGoals(results).map((goal) => [
    goal.name,
    goal.value === undefined ? 'not measured' : `${goal.value.toFixed(2)} ${goal.unit}`,
    `${goal.atLeast === true ? '≥' : '≤'} ${String(goal.limit)} ${goal.unit}`,
    goal.value === undefined ? '—' : isMet(goal) ? 'met' : 'MISSED',
  ]);
  return drawTable(['goal', 'measured', 'limit', ''], rows);
}

/** @param {Results} results */
function failures({ servers }) {
  const lines = Object.values(servers).flatMap(({ label, failures: said }) =>
    said.map((one) => `  ${label}: ${one.replaceAll('\n', ' ').slice(0, 300)}`),
  );
  return lines.length === 0 ? '' : `Failed calls (never counted as samples):\n${lines.join('\n')}`;
}

/** @param {Results['servers']} servers */
function labels(servers) {
  return Object.values(servers).map(({ label }) => label);
}

/**
 * @param {string} title
 * @param {string} table
 */
function titled(title, table) {
  return table === '' ? '' : `${title}\n\n${table}`;
}
