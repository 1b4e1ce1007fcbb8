/**
 * Nearest rank: always a value that was measured.
 *
 * @param {readonly number[]} samples
 * @param {number} percent
 * @returns {number | undefined}
 */
export function percentile(samples, percent) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
}

/**
 * @param {readonly number[]} samples
 * @returns {number | undefined}
 */
export function median(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return undefined;
  if (!Number.isInteger(middle)) return sorted[Math.floor(middle)];
  return ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/**
 * @param {readonly (number | undefined)[]} values
 * @returns {number[]}
 */
export function known(values) {
  return values.filter((value) => value !== undefined);
}
