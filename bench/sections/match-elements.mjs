/** @typedef {import('./parse-snapshot.mjs').Line} Line */
/** @typedef {{ role: string, name: string, ref: string | undefined, count: number }} Wanted */

/**
 * Elements of one role and name, counted together: a page has thirty links called "edit".
 *
 * @param {Line[]} lines
 * @returns {Wanted[]}
 */
export function countAlike(lines) {
  /** @type {Map<string, Wanted>} */
  const alike = new Map();
  for (const { role, name, ref } of lines) {
    const key = `${role} ${bare(name)}`;
    const known = alike.get(key);
    if (known === undefined) alike.set(key, { role, name, ref, count: 1 });
    else known.count += 1;
  }
  return [...alike.values()];
}

/**
 * Gives each line to at most one of the wanted elements: equal names first, then alike ones, then those without a name.
 *
 * @param {Wanted[]} wanted
 * @param {Line[]} lines
 * @param {Set<string>} taken refs that stand for an element already; the new ones are added
 * @returns {{ left: Wanted[], refs: Map<Wanted, string[]> }} what is still wanted, and who got which refs
 */
export function takeMatches(wanted, lines, taken) {
  /** @type {Map<Wanted, string[]>} */
  const refs = new Map(wanted.map((one) => [one, []]));
  for (const isMatch of [isEqual, isAlike, isNameless]) {
    for (const [one, got] of refs) {
      const name = bare(one.name);
      for (const line of lines) {
        if (got.length >= one.count) break;
        if (line.ref === undefined || taken.has(line.ref) || !isMatch(bare(line.name), name)) continue;
        if (one.role !== 'clickable' && line.role !== one.role) continue;
        taken.add(line.ref);
        got.push(line.ref);
      }
    }
  }
  const left = wanted.map((one) => ({ ...one, count: one.count - (refs.get(one)?.length ?? 0) }));
  return { refs, left: left.filter(({ count }) => count > 0) };
}

/**
 * @param {readonly Wanted[]} wanted
 */
export function countAll(wanted) {
  return wanted.reduce((sum, { count }) => sum + count, 0);
}

/**
 * @param {string} a
 * @param {string} b
 */
function isEqual(a, b) {
  return a === b;
}

/**
 * A picture's text may stand before, after or beside the words of its link; short names must be equal.
 *
 * @param {string} a
 * @param {string} b
 */
function isAlike(a, b) {
  return Math.min(a.length, b.length) >= 12 && (a.includes(b) || b.includes(a) || a.slice(0, 30) === b.slice(0, 30));
}

/**
 * What playwright-mcp gives no name (some have one) is told by its role alone.
 *
 * @param {string} _
 * @param {string} wanted
 */
function isNameless(_, wanted) {
  return wanted === '';
}

/**
 * Names are compared without white space, punctuation and case, by their first part: servers cut and escape differently.
 *
 * @param {string} name
 */
function bare(name) {
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  // "×" and "^" are names too.
  return letters === '' ? name.trim() : letters.slice(0, 50);
}
