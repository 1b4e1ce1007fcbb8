// Parts of Markdown pages that are generated.
import { readFile } from 'node:fs/promises';

/**
 * A table as prettier writes it.
 * @param {string[][]} rows the first is the head
 */
export function table([head = [], ...rows]) {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at].length), 3));
  const line = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}

/**
 * The page with new lines between `<!-- name -->` and `<!-- /name -->`.
 * @param {string} path @param {string} name @param {string[]} lines
 */
export async function withBlock(path, name, lines) {
  const text = await readFile(path, 'utf8');
  const block = new RegExp(`(<!-- ${name} -->\\n)[^]*?(<!-- /${name} -->)`, 'u');
  if (!block.test(text)) throw new Error(`${path} has no <!-- ${name} --> block`);
  return text.replace(block, (_, open, close) => `${open}\n${lines.join('\n')}\n\n${close}`);
}
