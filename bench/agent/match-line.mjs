/** @typedef {import('./types.js').Line} Line */
/** @typedef {import('./types.js').Want} Want */

/**
 * The line that a reader would take: one whose name fits before one that only mentions it, and with `near` the one that
 * names its row itself, or else the first one below the line that does.
 *
 * @param {readonly Line[]} lines
 * @param {Want} want
 * @returns {import('./types.js').Match | undefined}
 */
export function matchLine(lines, want) {
  const named = lines.filter((line) => hasRole(line, want) && want.text.test(line.name));
  const mentioning = lines.filter((line) => hasRole(line, want) && want.text.test(line.text));
  const candidates = named.length > 0 ? named : mentioning;
  const found = want.near === undefined ? candidates[0] : nearest(lines, candidates, want.near);
  return found && { ...found, refAround: refAround(lines, lines.indexOf(found)) };
}

/**
 * @param {readonly Line[]} lines
 * @param {readonly Line[]} candidates
 * @param {RegExp} near
 */
function nearest(lines, candidates, near) {
  const telling = candidates.find(({ text }) => near.test(text));
  if (telling !== undefined) return telling;
  const anchor = lines.findIndex(({ text }) => near.test(text));
  return anchor === -1 ? undefined : candidates.find((line) => lines.indexOf(line) > anchor);
}

/**
 * @param {Line} line
 * @param {Want} want
 */
function hasRole({ role }, { roles }) {
  return roles === undefined || roles.test(role);
}

/**
 * @param {readonly Line[]} lines
 * @param {number} index
 */
function refAround(lines, index) {
  let depth = lines[index]?.depth ?? 0;
  for (let i = index - 1; i >= 0; i -= 1) {
    const line = lines[i];
    if (line === undefined || line.depth >= depth) continue;
    if (line.ref !== undefined) return line.ref;
    depth = line.depth;
  }
  return undefined;
}
