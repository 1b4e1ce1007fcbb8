import type { Secret } from '../core/index.js';
import type { View } from './view.js';

/** A place in the text that gives away a secret, or several that look the same. */
export interface Find {
  readonly start: number;
  end: number;
  readonly owners: readonly Secret[];
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * A reading that leaves something out, such as a tag, can take the beginning of one copy of a secret and the end of the
 * next for one find, and what stands between them with it. Where all that it reads of these owners was found before, it
 * adds nothing but that. Asked of the units of a view, first to last.
 */
export class FoundBefore {
  readonly #finds: readonly Find[];
  /** Made for the first question: most readings find nothing. */
  #stretches: ReadonlyMap<Secret, readonly Stretch[]> | undefined;

  /** What is found from now on does not count. */
  constructor(finds: readonly Find[]) {
    this.#finds = finds.map(({ start, end, owners }) => ({ start, end, owners }));
  }

  isAll({ starts, ends }: View, owners: readonly Secret[], first: number, last: number): boolean {
    if (this.#finds.length === 0) return false;
    const stretches = (this.#stretches ??= joinedByOwner(this.#finds));
    return owners.every((owner) => {
      const own = stretches.get(owner) ?? [];
      for (let unit = first; unit <= last; unit += 1) {
        if (!isWithin(own, starts[unit] ?? 0, ends[unit] ?? 0)) return false;
      }
      return true;
    });
  }
}

/** Of each owner in order, and none touches the next. */
function joinedByOwner(finds: readonly Find[]): ReadonlyMap<Secret, readonly Stretch[]> {
  const stretches = new Map<Secret, Stretch[]>();
  for (const { start, end, owners } of [...finds].sort((a, b) => a.start - b.start)) {
    for (const owner of owners) {
      const own = stretches.get(owner) ?? [];
      const latest = own.at(-1);
      if (latest === undefined || start > latest.end) own.push({ start, end });
      else if (end > latest.end) own[own.length - 1] = { start: latest.start, end };
      stretches.set(owner, own);
    }
  }
  return stretches;
}

function isWithin(stretches: readonly Stretch[], start: number, end: number): boolean {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.start ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return (stretches[low - 1]?.end ?? -1) >= end;
}
