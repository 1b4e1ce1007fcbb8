import { openSecret } from '../core/seals/secret-open.js';
import type { Find } from './finder.js';

/**
 * An agent that may register secrets could ask for a masked one letter by letter: it registers the text before it and a
 * guess, and sees whether that is masked. So where its own values overlap somebody else's they count for nothing.
 */
export function dropGuesses(finds: readonly Find[]): Find[] {
  const guesses = finds.filter(isGuess);
  if (guesses.length === 0 || guesses.length === finds.length) return [...finds];
  const others = finds.filter((find) => !isGuess(find));
  return finds.filter(
    (find) => !isGuess(find) || !others.some(({ start, end }) => find.start < end && start < find.end),
  );
}

function isGuess({ owners }: Find): boolean {
  return owners.every((secret) => openSecret(secret).isAgents === true);
}
