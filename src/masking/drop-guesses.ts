import { reachesInto, withinAny } from '../core/index.js';
import { openSecret } from '../core/seals/secret-open.js';
import type { Find } from './found-before.js';

/**
 * An agent that may register secrets could ask for a masked one letter by letter: it registers the text before it and a
 * guess, and sees whether that is masked. So its own values count for nothing where they begin or end inside somebody
 * else's. One that has all of the other in it is no guess: whoever wrote it knew the other.
 */
export function dropGuesses(finds: readonly Find[]): Find[] {
  const others = finds.filter((find) => !isGuess(find));
  if (others.length === 0 || others.length === finds.length) return [...finds];
  const isWithin = withinAny(others);
  return finds.filter((find) => !isGuess(find) || !reachesInto(find, isWithin));
}

function isGuess({ owners }: Find): boolean {
  return owners.every((secret) => openSecret(secret).isAgents === true);
}
