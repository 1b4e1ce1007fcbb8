import type { Secret } from '../core/index.js';
import { openSecret } from '../core/seals/secret-open.js';
import { dropGuesses } from './drop-guesses.js';
import { finderFor } from './finder.js';
import { guardedOf } from './guarded.js';
import type { Find } from './found-before.js';

/** The secrets that are in a text, in whatever form, and do not belong to every one of these origins. */
export function findLeaks(secrets: readonly Secret[], text: string, origins: readonly string[]): readonly Secret[] {
  const isAtHome = (secret: Secret): boolean => {
    const own = openSecret(secret).origins;
    return origins.every((origin) => own.includes(origin));
  };
  // One value may be kept under several names; it is at home where one of them is.
  const strangers = outermostFinds(guardedOf(secrets), text).filter(({ owners }) => !owners.some(isAtHome));
  return [...new Set(strangers.flatMap(({ owners }) => owners))];
}

/** A longer secret may begin like another: what is inside a longer find says nothing by itself. */
function outermostFinds(secrets: readonly Secret[], text: string): Find[] {
  if (secrets.length === 0) return [];
  const finds = dropGuesses(finderFor(secrets).find(text));
  finds.sort((a, b) => a.start - b.start || b.end - a.end);
  let outer: Find | undefined;
  return finds.filter((find) => {
    const isInside = outer !== undefined && find.end <= outer.end;
    if (isInside && (find.start !== outer?.start || find.end !== outer.end)) return false;
    outer = find;
    return true;
  });
}
