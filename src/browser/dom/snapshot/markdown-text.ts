import { onePageLine } from '../../../core/index.js';

export function cutTo(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** Page text inside Markdown: one line, and no brackets that could be taken for a ref. */
export function plain(text: string): string {
  const clean = onePageLine(text, Infinity).replace(/(\\*)([[\]`])/gu, '$1$1\\$2');
  return `${/^\s/u.test(text) ? ' ' : ''}${clean}${/\s$/u.test(text) ? ' ' : ''}`;
}

/** Lines that only we begin so: a dialog, a frame of another origin, what is beside, how much more there is. */
const OURS = /^(?:\((?:dialog |iframe |beside the main content\))|… \d+ more )/u;
/** What Markdown takes for a heading, a quote, an item, a table, a line across or the ground of one; and our fences. */
const STRUCTURE = /^(?:#{1,6}(?:\s|$)|>(?:\s|$)|[-+*](?:\s|$)|\||<<|([-*_])(?:\s*\1){2,}\s*$|[=~]{3,})/u;
const NUMBERED = /^(\d{1,9})([.)](?:\s|$))/u;

/** Page text at the start of a line is text, whatever it looks like. */
export function atLineStart(text: string): string {
  if (NUMBERED.test(text)) return text.replace(NUMBERED, '$1\\$2');
  return OURS.test(text) || STRUCTURE.test(text) ? `\\${text}` : text;
}

/** Page text cannot end its cell. */
export function inCell(text: string): string {
  return text.replace(/(\\*)\|/gu, '$1$1\\|');
}
