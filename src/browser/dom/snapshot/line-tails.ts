import { onePageLine, quotedPageLine } from '../../../core/index.js';
import type { WireItem, WireNode } from '../host/wire.js';

export const MAX_LINE_TEXT = 300;
const CELL_CAP = 120;
const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

/** What is after the colon of a line, and what is left for lines below it. */
export interface Tail {
  readonly text: string;
  readonly kids: readonly WireItem[];
  /** Which of the kids that are text are in the viewport. */
  readonly seen: readonly number[];
}

/** The line says how many characters were cut, so that the agent can read all of them with `browser_read`. */
export function shortened(text: string, most: number): string {
  const more = onePageLine(text, Infinity).length - most;
  return more > 0 ? `${quotedPageLine(text, most)} [+${more} characters]` : quotedPageLine(text, most);
}

/** A value, the only text inside, or the plain cells of a row. */
export function tailOf(node: WireNode): Tail {
  const kids = node.kids ?? [];
  const seen = node.seen ?? [];
  if (isChoice(node)) return { text: choiceText(node), kids: [], seen: [] };
  const value = node.value === undefined ? '' : `: ${shortened(node.value, MAX_LINE_TEXT)}`;
  if (value !== '') return { text: value, kids, seen };
  if (node.r === 'row') return rowTail(kids, seen);
  const [only, ...others] = kids;
  if (typeof only === 'string' && others.length === 0)
    return { text: `: ${shortened(only, MAX_LINE_TEXT)}`, kids: [], seen: [] };
  return { text: node.r === 'canvas' && kids.length === 0 ? ': nothing to read here' : '', kids, seen };
}

/** Cells of text are on the row's line, with `…` for the others; what is in those is below. */
function rowTail(kids: readonly WireItem[], views: readonly number[]): Tail {
  const cells = kids.map(plainCell);
  if (!cells.some((cell) => (cell ?? '') !== '')) return unwrapped(kids, views, '');
  const shown = cells.map((cell) => (cell === undefined ? '…' : quotedPageLine(cell, CELL_CAP)));
  while (/^(?:…|"")$/u.test(shown.at(-1) ?? 'end')) shown.pop();
  const left = kids.flatMap((kid, i) => (cells[i] === undefined ? [kid] : []));
  return unwrapped(left, [], `: ${shown.join(' | ')}`);
}

/** Cells that say nothing by themselves make way for what is in them. */
function unwrapped(kids: readonly WireItem[], views: readonly number[], text: string): Tail {
  const inner: WireItem[] = [];
  const seen: number[] = [];
  kids.forEach((kid, i) => {
    if (typeof kid === 'string' || !isBareCell(kid)) {
      if (views.includes(i)) seen.push(inner.length);
      inner.push(kid);
      return;
    }
    for (const view of kid.seen ?? []) seen.push(inner.length + view);
    inner.push(...(kid.kids ?? []));
  });
  return { text, kids: inner, seen };
}

function isBareCell({ r, act, name, marks, hidden, value, states, more = 0, n, kids }: WireNode): boolean {
  const isBare = act !== 1 && name === undefined && marks === undefined && hidden === undefined && value === undefined;
  return CELLS.has(r) && isBare && states === undefined && more === 0 && n === undefined && kids !== undefined;
}

function plainCell(item: WireItem): string | undefined {
  if (typeof item === 'string') return item;
  if (!CELLS.has(item.r) || item.act === 1 || item.marks !== undefined || item.hidden !== undefined) return undefined;
  const texts = (item.kids ?? []).map((kid) => (typeof kid === 'string' ? kid : undefined));
  const text = texts.includes(undefined) ? undefined : texts.length === 0 ? (item.name ?? '') : texts.join(' ');
  return text === undefined || text.length > CELL_CAP ? undefined : text;
}

const MAX_OPTIONS = 12;
const isOption = (role: string): boolean => role === 'option' || role === 'optgroup';

function isChoice(node: WireNode): boolean {
  const kids = node.kids ?? [];
  return kids.length > 0 && kids.every((kid) => typeof kid === 'object' && isOption(kid.r) && kid.n === undefined);
}

function choiceText(node: WireNode): string {
  const shown: string[] = [];
  let count = 0;
  let group = '';
  for (const kid of node.kids ?? []) {
    if (typeof kid === 'string') continue;
    const { r, name = '', hidden } = kid;
    if (r === 'optgroup') {
      group = name === '' ? '' : `${quotedPageLine(name, 60)}: `;
      continue;
    }
    count += 1;
    if (count > MAX_OPTIONS) continue;
    const why = hidden === undefined ? '' : ` [hidden: ${onePageLine(hidden, 40)}]`;
    shown.push(`${group}${quotedPageLine(name, 60)}${why}`);
    group = '';
  }
  const rest = count > MAX_OPTIONS ? ` | … ${count - MAX_OPTIONS} more` : '';
  return `: ${quotedPageLine(node.value ?? '', 120)} of ${shown.join(' | ')}${rest}`;
}
