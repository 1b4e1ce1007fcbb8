import { openSecret } from '../core/seals/secret-open.js';
import type { Find } from './finder.js';

type Place = Pick<Find, 'start' | 'end'>;

/**
 * An agent that may register secrets could ask for a masked one letter by letter: it registers the text before it and a
 * guess, and sees whether that is masked. So its own values count for nothing where they begin or end inside somebody
 * else's. One that has all of the other in it is no guess: whoever wrote it knew the other.
 */
export function dropGuesses(finds: readonly Find[]): Find[] {
  const others = finds.filter((find) => !isGuess(find));
  if (others.length === 0 || others.length === finds.length) return [...finds];
  const isWithin = withinAny(others);
  return finds.filter((find) => !isGuess(find) || !isGuessAt(find, isWithin));
}

export function isGuessAt({ start, end }: Place, isWithin: (place: number) => boolean): boolean {
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

function isGuess({ owners }: Find): boolean {
  return owners.every((secret) => openSecret(secret).isAgents === true);
}
