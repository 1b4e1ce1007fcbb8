/** @typedef {import('../types.js').Element} Element */

const HEADING = /^#{1,2} (?:Pages|Latest page snapshot|Console messages|Open dialog|Network requests|WebMCP tools)$/u;
const LINE = /^\s*uid=(\d+_\d+)(?: ([A-Za-z]\w*))?(?: "(.*)")?(?: .*)?$/u;

/**
 * Its quotes are not escaped and its texts keep their line ends, so that a line is all that a reader has. A uid counts once.
 *
 * @param {import('../types.js').Look} look
 * @returns {import('../types.js').Reading}
 */
export function readDevtools({ text }) {
  const lines = text.split('\n');
  /** @type {Map<string, Element>} */
  const byUid = new Map();
  for (const line of lines) {
    const [, ref, role = 'text', name = ''] = LINE.exec(line) ?? [];
    if (ref !== undefined && !byUid.has(ref)) byUid.set(ref, { ref, role, name });
  }
  const statements = lines.filter((_, i) => HEADING.test(lines[i - 1] ?? ''));
  return { fences: [], statements, elements: [...byUid.values()] };
}
