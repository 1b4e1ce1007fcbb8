/**
 * @param {{ what: string, ms: number, found?: number }[]} rows
 * @param {(what: string) => number | undefined} limitOf
 * @returns {string[][]}
 */
export function withGoals(rows, limitOf) {
  return rows.map(({ what, ms, found }) => {
    const limit = limitOf(what);
    const goal = limit === undefined ? '' : `${ms <= limit ? 'held' : 'MISSED'} (${String(limit)})`;
    return [what, ms.toFixed(0), String(found ?? ''), goal];
  });
}
