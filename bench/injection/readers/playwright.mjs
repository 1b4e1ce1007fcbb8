import { parse } from 'yaml';
import { readQuotedLine } from './quoted-line.mjs';

/** @typedef {import('../types.js').Element} Element */

const HEADING =
  /^### (?:Result|Error|Page|Snapshot|Events|Modal state|Open tabs|Ran Playwright code|New console messages)$/u;

/**
 * Sections under known headings, and a snapshot that is YAML in a code block. A section's first line is the server's own
 * voice: what follows may be a list of the page's words.
 *
 * @param {import('../types.js').Look} look
 * @returns {import('../types.js').Reading}
 */
export function readPlaywright({ text }) {
  const lines = text.split('\n');
  /** @type {string[]} */
  const statements = [];
  /** @type {string[][]} */
  const blocks = [];
  let isInBlock = false;
  lines.forEach((line, i) => {
    if (isInBlock && line === '```') isInBlock = false;
    else if (isInBlock) blocks.at(-1)?.push(line);
    else if (line === '```yaml') {
      isInBlock = true;
      blocks.push([]);
    } else if (HEADING.test(lines[i - 1] ?? '')) statements.push(line);
  });
  return { fences: [], statements, elements: blocks.flatMap(readBlock) };
}

/**
 * @param {readonly string[]} lines
 * @returns {Element[]}
 */
function readBlock(lines) {
  try {
    return listElements(parse(lines.join('\n'), { uniqueKeys: false }));
  } catch {
    // A page tool's description may break the YAML: what is left is to read line by line.
    return lines.map(readQuotedLine).filter((element) => element !== undefined);
  }
}

/**
 * @param {unknown} node
 * @returns {Element[]}
 */
function listElements(node) {
  if (typeof node === 'string') return asElement(node);
  if (Array.isArray(node)) return node.flatMap(listElements);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => [
    ...asElement(key),
    // A string that is a value is the element's text.
    ...(typeof value === 'string' ? [] : listElements(value)),
  ]);
}

/** @param {string} key */
function asElement(key) {
  const element = readQuotedLine(`- ${key}`);
  return element === undefined ? [] : [element];
}
