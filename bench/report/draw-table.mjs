/**
 * A Markdown table whose columns also line up on a terminal: the first to the left, the others to the right.
 *
 * @param {string[]} head
 * @param {string[][]} rows
 */
export function drawTable(head, rows) {
  const widths = head.map((cell, i) => Math.max(3, cell.length, ...rows.map((row) => (row[i] ?? '').length)));
  const line = (/** @type {string[]} */ cells) =>
    `| ${widths.map((width, i) => (i === 0 ? (cells[i] ?? '').padEnd(width) : (cells[i] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** @param {number | undefined} value */
export function asMs(value) {
  if (value === undefined) return '—';
  return value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en');
}

/** @param {number | undefined} value */
export function asCount(value) {
  return value === undefined ? '—' : Math.round(value).toLocaleString('en');
}

/**
 * @param {number | undefined} ours
 * @param {number | undefined} theirs
 */
export function asRatio(ours, theirs) {
  return ours === undefined || theirs === undefined || theirs === 0 ? '—' : `${(ours / theirs).toFixed(2)} ×`;
}
