/** The known word that a mistyped one most likely means; undefined when none is near enough to be worth naming. */
export function nearestWord(typed: string, known: readonly string[]): string | undefined {
  const wanted = fold(typed);
  let best: { readonly word: string; readonly distance: number } | undefined;
  for (const word of known) {
    const candidate = fold(word);
    const distance = candidate === wanted ? 0 : editDistance(wanted, candidate);
    const isPart = wanted.length >= 3 && candidate.startsWith(wanted);
    if (!isPart && distance > Math.max(1, Math.floor(Math.max(wanted.length, candidate.length) / 3))) continue;
    if (best === undefined || distance < best.distance) best = { word, distance };
  }
  return best?.word;
}

/** `maxTokens`, `max-tokens` and `max_tokens` are one word. */
function fold(word: string): string {
  return word
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .replace(/[^a-z0-9]/gu, '');
}

const MAX_LENGTH = 60;

/** Optimal string alignment: a swap of two neighbours is one mistake. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const edits = [(last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1)];
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) edits.push((before[j - 2] ?? 0) + 1);
      row.push(Math.min(...edits));
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
