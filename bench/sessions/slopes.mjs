/** What may be left of each hundred sessions that are closed again. */
const LIMITS = { serverMb: 2, treeMb: 4, descriptors: 0.5, processes: 0.5, files: 0.5 };

/** Rubbish that is not yet collected comes and goes; what leaks is in the least of every few looks too. */
const LOOKS = 4;

/**
 * The slope of each figure over the second half of a run: caches fill in the first. Of every few looks the least counts.
 *
 * @param {readonly Record<string, number>[]} samples each with `sessions`
 */
export function judgeSlopes(samples) {
  const half = samples.slice(Math.floor(samples.length / 2));
  return Object.entries(LIMITS).map(([name, limit]) => {
    const least = minOfEach(half, name);
    const slope = 100 * slopeOf(least);
    return { name, first: least[0]?.[1], last: least.at(-1)?.[1], slope, limit, isFlat: slope <= limit };
  });
}

/**
 * @param {readonly Record<string, number>[]} samples
 * @param {string} name
 * @returns {(readonly [number, number])[]} the middle of each few, and the least of them
 */
function minOfEach(samples, name) {
  const groups = Math.max(1, Math.floor(samples.length / LOOKS));
  return Array.from({ length: groups }, (_, i) => {
    const few = samples.slice(i * LOOKS, i === groups - 1 ? undefined : (i + 1) * LOOKS);
    const middle = few[Math.floor(few.length / 2)]?.['sessions'] ?? 0;
    return /** @type {const} */ ([middle, Math.min(...few.map((sample) => sample[name] ?? 0))]);
  });
}

/**
 * Least squares.
 *
 * @param {readonly (readonly [number, number])[]} points
 */
function slopeOf(points) {
  const count = points.length || 1;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count;
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const below = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return below === 0 ? 0 : above / below;
}
