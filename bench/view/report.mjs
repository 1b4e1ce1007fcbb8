import { asCount, drawTable } from '../report/draw-table.mjs';

const MAX_SHOWN = 12;

/**
 * @param {import('./types.js').PageView[]} views
 * @param {string} network
 */
export function printViewReport(views, network) {
  const asShare = (/** @type {number | undefined} */ share) =>
    share === undefined ? '—' : `${(share * 100).toFixed(1)} %`;
  const rows = views.map((view) => [
    view.page,
    asCount(view.sentences),
    asCount(view.lost.length),
    asCount(view.aside.length),
    asCount(view.unseen.length),
    asCount(view.readTokens),
    asCount(view.snapshotTokens),
    asShare(view.budgetUsed),
    asShare(view.repeatedTokens / view.snapshotTokens),
  ]);
  const sum = (/** @type {(view: import('./types.js').PageView) => number} */ of) =>
    views.reduce((all, view) => all + of(view), 0);
  rows.push([
    'all',
    asCount(sum((view) => view.sentences)),
    asCount(sum((view) => view.lost.length)),
    asCount(sum((view) => view.aside.length)),
    asCount(sum((view) => view.unseen.length)),
    asCount(sum((view) => view.readTokens)),
    asCount(sum((view) => view.snapshotTokens)),
    '',
    asShare(sum((view) => view.repeatedTokens) / sum((view) => view.snapshotTokens)),
  ]);
  const head = [
    'page',
    'sentences',
    'lost',
    'beside',
    'unseen',
    'read, tokens',
    'snapshot, tokens',
    'of budget',
    'repeated',
  ];
  const lost = views.flatMap(({ page, lost }) =>
    lost.slice(0, MAX_SHOWN).map((sentence) => `  ${page}: ${sentence.slice(0, 160)}`),
  );
  return [
    `Network: ${network}`,
    drawTable(head, rows),
    ...(lost.length === 0 ? [] : [`Lost\n\n${lost.join('\n')}`]),
  ].join('\n\n');
}
