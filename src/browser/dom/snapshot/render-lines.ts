import type { Choice } from './choose-lines.js';
import type { SnapshotLine } from './snapshot-line.js';
import { splitSentences } from './sentence-pieces.js';
import type { SourcedLine } from '../host/tab-view.js';

/** Refs are given only to lines that are shown. */
export interface LineRefs {
  of(line: SnapshotLine): string | undefined;
  where(ref: string): { readonly document: string; readonly node: number } | undefined;
}

/** The chosen lines as text. What a parent left out is said once, with the ref that opens it. */
export function renderLines(lines: readonly SnapshotLine[], { shown }: Choice, refs: LineRefs): SourcedLine[] {
  const left = countLeftOut(lines, shown);
  const out: SourcedLine[] = [];
  const open: number[] = [];
  const close = (depth: number): void => {
    for (let last = open.at(-1); last !== undefined && (lines[last]?.depth ?? 0) >= depth; last = open.at(-1)) {
      open.pop();
      const parent = lines[last];
      const count = left.get(last);
      // Under a heading that is what belongs to it: a link to edit it, an anchor.
      if (parent === undefined || count === undefined || count < WORTH_SAYING || parent.kind === 'heading') continue;
      const ref = refs.of(parent);
      if (ref === undefined) continue;
      const text = `${indent(parent.depth + 1)}- … ${count} more${whatOf(parent)} [expand=${ref}]`;
      out.push({ text, origin: parent.origin });
    }
  };
  const { isSplit, before } = splitSentences(lines, shown);
  const addPieces = (at: number): void => {
    for (const { text, of } of before(at)) {
      close(of.depth);
      out.push({ text: `${indent(of.depth)}- ${text}`, origin: of.origin });
    }
  };
  lines.forEach((line, i) => {
    addPieces(i);
    if (!shown.has(i) || isSplit(i)) return;
    close(line.depth);
    const isRowSaid = line.rowAt !== undefined && shown.has(line.rowAt);
    out.push({ text: `${indent(line.depth)}- ${lineText(line, refs, isRowSaid)}`, origin: line.origin });
    open.push(i);
  });
  addPieces(lines.length);
  close(0);
  return out;
}

export function lineText(line: SnapshotLine, refs: LineRefs, isRowSaid: boolean): string {
  const ref = isBareRow(line) ? undefined : refs.of(line);
  return `${line.textBeforeRef}${isRowSaid ? '' : line.rowHint}${ref === undefined ? '' : ` [ref=${ref}]`}${line.textAfterRef}`;
}

/** A table row without a listener needs no ref: what is in it has refs of its own. */
export function isBareRow({ node }: SnapshotLine): boolean {
  return node?.r === 'row' && node.act !== 1;
}

/** A line that says that one line is missing would be as long as that line. */
const WORTH_SAYING = 3;

const indent = (depth: number): string => '  '.repeat(Math.min(depth, 40));

function whatOf(parent: SnapshotLine): string {
  const role = parent.node?.r;
  if (role === 'table' || role === 'grid' || role === 'treegrid') return ' rows';
  return role === 'list' || role === 'listbox' || role === 'tree' || role === 'menu' ? ' items' : '';
}

/** Children that are missing, counted at the nearest shown ancestor that has a number. */
function countLeftOut(lines: readonly SnapshotLine[], shown: ReadonlySet<number>): Map<number, number> {
  const left = new Map<number, number>();
  const add = (index: number, count: number): void => {
    let at = index;
    while (at >= 0 && (!shown.has(at) || lines[at]?.node?.n === undefined)) at = lines[at]?.parent ?? -1;
    if (at >= 0) left.set(at, (left.get(at) ?? 0) + count);
  };
  lines.forEach((line, i) => {
    if (!shown.has(i) && (line.parent < 0 || shown.has(line.parent))) add(line.parent, 1);
    if (line.more > 0) add(i, line.more);
  });
  return left;
}
