/** @typedef {import('../types.js').Element} Element */

const LINE = /^(?: {2})*- ([A-Za-z][\w-]*)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^\]]*\])*)(?::(?: .*)?)?$/u;

/**
 * `- role "name" [state, ref=e1]: value`, which three of the servers write. A line that is not wholly of that form is
 * none.
 *
 * @param {string} line
 * @returns {Element | undefined}
 */
export function readQuotedLine(line) {
  const [, role, name = '""', states = ''] = LINE.exec(line) ?? [];
  if (role === undefined) return undefined;
  return { role, name: unquote(name), ref: /[[ ]ref=(\w+)/u.exec(states)?.[1] };
}

/** @param {string} quoted */
function unquote(quoted) {
  return quoted.slice(1, -1).replace(/\\(.)/gu, '$1');
}

/**
 * @param {readonly string[]} lines
 * @returns {Element[]}
 */
export function readQuotedLines(lines) {
  return lines.map(readQuotedLine).filter((element) => element !== undefined);
}
