import { readQuotedLines } from './quoted-line.mjs';

const OPENING = /^--- AGENT_BROWSER_PAGE_CONTENT nonce=([0-9a-f]+) origin=(\S+) ---$/u;

/**
 * A snapshot has lines of elements; a reading is text of the page and has no structure at all. Other answers are JSON,
 * whose strings are data, with lines in its own voice around it. Page tools stand between boundaries, as JSON that names
 * the origin.
 *
 * @param {import('../types.js').Look} look
 * @returns {import('../types.js').Reading}
 */
export function readAgentBrowser({ tool, text }) {
  const { fences, rest } = takeBoundaries(text.split('\n'));
  if (tool === 'agent_browser_read') return { fences, statements: [], elements: [] };
  if (tool === 'agent_browser_snapshot') return { fences, statements: [], elements: readQuotedLines(rest) };
  return { fences, elements: [], statements: withoutJson(rest) };
}

/** @param {readonly string[]} lines */
function takeBoundaries(lines) {
  /** @type {import('../types.js').Reading['fences']} */
  const fences = [];
  /** @type {string[]} */
  const rest = [];
  /** @type {string | undefined} */
  let nonce;
  for (const line of lines) {
    const [, itsNonce, origin = ''] = OPENING.exec(line) ?? [];
    const fence = fences.at(-1);
    if (nonce !== undefined && line === `--- END_AGENT_BROWSER_PAGE_CONTENT nonce=${nonce} ---`) nonce = undefined;
    else if (nonce !== undefined && fence !== undefined) {
      fence.text += `${line}\n`;
      fence.origin = originIn(line) ?? fence.origin;
    } else if (itsNonce !== undefined) {
      nonce = itsNonce;
      fences.push({ origin, text: '' });
    } else rest.push(line);
  }
  return { fences, rest };
}

/** @param {string} line */
function originIn(line) {
  try {
    const { origin } = JSON.parse(line);
    return typeof origin === 'string' ? origin : undefined;
  } catch {
    return undefined;
  }
}

/** The JSON goes from a line with nothing but `{` to one with nothing but `}`. @param {readonly string[]} lines */
function withoutJson(lines) {
  const [first, last] = [lines.indexOf('{'), lines.lastIndexOf('}')];
  return first === -1 || last < first ? [...lines] : [...lines.slice(0, first), ...lines.slice(last + 1)];
}
