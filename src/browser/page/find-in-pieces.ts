/** So many whole pieces may be between two parts of a value; fewer for short values, which single digits make up. */
const MAX_SKIPPED = 4;
const MAX_SKIPPED_SHORT = 2;
const SHORT_PATTERN = 10;

/** A value that was met in part: what was taken so far, and how many pieces ago. */
interface Begun {
  readonly taken: number;
  readonly skipped: number;
  readonly pieces: readonly number[];
}

/** Which pieces spell a pattern together, each taken whole but for the first and the last, with few others between. */
export function findInPieces(pieces: readonly string[], patterns: ReadonlySet<string>): ReadonlySet<number> {
  const found = new Set<number>();
  const letters = pieces.map((text, at) => ({ text, at })).filter(({ text }) => text !== '');
  for (const pattern of patterns) findOne(letters, pattern, found);
  return found;
}

type Numbered = readonly { readonly text: string; readonly at: number }[];

function findOne(pieces: Numbered, pattern: string, found: Set<number>): void {
  const most = pattern.length < SHORT_PATTERN ? MAX_SKIPPED_SHORT : MAX_SKIPPED;
  let begun: Begun[] = [];
  for (const { text, at } of pieces) {
    const next = new Map<number, Begun>();
    const keep = (one: Begun): void => {
      const known = next.get(one.taken);
      if (known === undefined || known.skipped > one.skipped) next.set(one.taken, one);
    };
    for (const one of begun) {
      const rest = pattern.length - one.taken;
      if (text.length >= rest ? text.startsWith(pattern.slice(one.taken)) : pattern.startsWith(text, one.taken)) {
        const all = [...one.pieces, at];
        if (text.length >= rest) for (const piece of all) found.add(piece);
        else keep({ taken: one.taken + text.length, skipped: 0, pieces: all });
      }
      if (one.skipped < most) keep({ ...one, skipped: one.skipped + 1 });
    }
    for (const taken of startsIn(text, pattern)) keep({ taken, skipped: 0, pieces: [at] });
    begun = [...next.values()];
  }
}

/** How much of the pattern's beginning the text ends with. */
function startsIn(text: string, pattern: string): number[] {
  const last = text.charAt(text.length - 1);
  const taken: number[] = [];
  for (
    let i = pattern.indexOf(last);
    i !== -1 && i < text.length && i < pattern.length - 1;
    i = pattern.indexOf(last, i + 1)
  )
    if (text.endsWith(pattern.slice(0, i + 1))) taken.push(i + 1);
  return taken;
}
