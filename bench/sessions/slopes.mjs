/** What may be left of each hundred sessions that are closed again. */
const LIMITS = { serverMb: 2, treeMb: 4, descriptors: 0.5, processes: 0.5, files: 0.5 };

/**
 * The slope of each figure over the second half of a run: caches fill in the first.
 *
 * @param {readonly Record<string, number>[]} samples each with `sessions`
 */
export function judgeSlopes(samples) {
  const half = samples.slice(Math.floor(samples.length / 2));
  return Object.entries(LIMITS).map(([name, limit]) => {
    const slope = 100 * slopeOf(half.map((sample) => [sample['sessions'] ?? 0, sample[name] ?? 0]));
    return { name, first: half[0]?.[name], last: half.at(-1)?.[name], slope, limit, isFlat: slope <= limit };
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
