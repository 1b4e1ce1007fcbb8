/** A stretch of a text. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** True when the place begins or ends inside another one; false when it contains another one whole. */
export function reachesInto({ start, end }: Place, isWithin: (place: number) => boolean): boolean {
  return isWithin(start) || isWithin(end);
}

/** Whether a place is after the beginning and before the end of one of them. */
export function withinAny(places: readonly Place[]): (place: number) => boolean {
  const sorted = [...places].sort((a, b) => a.start - b.start);
  let furthest = -1;
  const furthestEnds = sorted.map(({ end }) => (furthest = Math.max(furthest, end)));
  return (place) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.start ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    return (furthestEnds[low - 1] ?? -1) > place;
  };
}
