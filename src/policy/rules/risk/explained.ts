import type { Meaning } from '../../languages/lexicon.js';
import type { Meanings, WordHit } from './find-meanings.js';
import type { ReadLabel } from './read-label.js';

const NONE: readonly WordHit[] = [];

/**
 * Do words that ask, tell or are told make an explanation of the whole label: "How to delete", "Delete failed"? Those that
 * follow a whole command do not: "Delete account Read more".
 */
export function isExplained(found: Meanings, read: ReadLabel, isButton: boolean): boolean {
  const asks = withoutParts(found.get('ask') ?? NONE);
  const tells = found.get('done') ?? NONE;
  // In unspaced scripts the last word names the whole: 删除方法 is a way to delete.
  if (!isButton || read.text !== '') return asks.length + tells.length > 0;
  const commands = commandsOf(found);
  const verbs = VERBS.flatMap((verb) => found.get(verb) ?? NONE);
  return (
    asks.some((ask) => !follows(ask, commands, opening(found, 1), 0) && !(isPhrase(ask) && isBeside(ask, verbs))) ||
    tells.some((tells) => !follows(tells, commands, opening(found, 0), 0))
  );
}

/** Do words make a name of what would spend: "Order history"? Those right behind the command do, "Pay now – view terms" does not. */
export function isNamed(found: Meanings, { text }: ReadLabel, isButton: boolean): boolean {
  const names = found.get('info') ?? NONE;
  if (text !== '') return names.some(({ end }) => end === text.length);
  if (!isButton) return names.length > 0;
  const commands = commandsOf(found);
  const paid = found.get('pay') ?? NONE;
  return names.some(
    (name) =>
      !paid.some(({ start, end }) => start <= name.start && name.end <= end) &&
      !follows(name, commands, opening(found, 0), 1),
  );
}

const VERBS = ['erase', 'pay', 'send', 'affectsOthers'] as const;
const OBJECTS: readonly Meaning[] = ['account', 'contract', 'weighty'];

interface Command extends WordHit {
  /** Where a word that follows is no part of it: a noun may be, as in "close account settings". */
  readonly isWhole: boolean;
}

/** What is done, each with its object: a verb is not a command before it says to what. */
function commandsOf(found: Meanings): readonly Command[] {
  const acts = VERBS.flatMap((verb) => found.get(verb) ?? NONE).map(({ start, end }) => ({
    start,
    end: end - start > 1 ? end : end + 1,
    isWhole: true,
  }));
  const objects = OBJECTS.flatMap((object) => found.get(object) ?? NONE);
  const ends = [...(found.get('end') ?? NONE), ...(found.get('wipe') ?? NONE)];
  return [...acts, ...pairs(ends, objects), ...pairs(found.get('commit') ?? NONE, found.get('money') ?? NONE)];
}

function pairs(verbs: readonly WordHit[], objects: readonly WordHit[]): readonly Command[] {
  return verbs.flatMap(({ start, end }) =>
    objects.filter((one) => one.start >= end).map((one) => ({ start, end: one.end, isWhole: false })),
  );
}

/** A command may stand behind a yes: "Confirm and pay". */
function opening(found: Meanings, most: number): number {
  const yes = (found.get('yes') ?? NONE).find(({ start }) => start === 0);
  return yes === undefined ? most : yes.end + 1;
}

function follows(hit: WordHit, commands: readonly Command[], latest: number, gap: number): boolean {
  return commands.some(({ start, end, isWhole }) => start <= latest && end + (isWhole ? 0 : gap) <= hit.start);
}

/** "Read more" is an invitation by itself, beside whatever else is said. */
function isPhrase({ start, end }: WordHit): boolean {
  return end - start > 1;
}

function isBeside(ask: WordHit, verbs: readonly WordHit[]): boolean {
  return verbs.some(({ start, end }) => end <= ask.start || start === ask.end);
}

/** "learn" within "learn more" says nothing of its own. */
function withoutParts(hits: readonly WordHit[]): readonly WordHit[] {
  return hits.filter(
    (hit) => !hits.some((other) => isPhrase(other) && other !== hit && holds(other, hit) && !holds(hit, other)),
  );
}

function holds(outer: WordHit, inner: WordHit): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
