import { printable } from './terminal.js';
import type { Terminal, TerminalColour } from './terminal.js';

/** Narrower than this, two columns would break every sentence. */
export const MIN_SIDE_BY_SIDE = 100;
const LEFT = 44;
const INDENT = 2;

export interface Side {
  readonly text: string;
  readonly colour?: TerminalColour;
}

/** Lays out a text with its answers to the right; in a narrow terminal they are below, indented. */
export function layOut(left: string, right: readonly Side[], columns: number, paint: Terminal['paint']): string[] {
  const isWide = columns >= MIN_SIDE_BY_SIDE;
  const room = isWide ? columns - LEFT : columns - INDENT;
  const rights = right.flatMap(({ text, colour }) =>
    wrap(printable(text), room).map((line) => (colour === undefined ? line : paint(colour, line))),
  );
  const lefts = wrap(left, isWide ? LEFT - 2 : columns);
  if (!isWide) return [...lefts, ...rights.map((line) => `${' '.repeat(INDENT)}${line}`)];
  return Array.from({ length: Math.max(lefts.length, rights.length) }, (_, i) =>
    `${(lefts[i] ?? '').padEnd(LEFT)}${rights[i] ?? ''}`.trimEnd(),
  );
}

/** Words that are longer than a line are broken. */
function wrap(text: string, width: number): string[] {
  const most = Math.max(width, 10);
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((whole) => whole.match(new RegExp(`.{1,${String(most)}}`, 'gu')) ?? [])) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
