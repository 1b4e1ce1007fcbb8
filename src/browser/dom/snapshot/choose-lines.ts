import type { SnapshotLine } from './snapshot-line.js';
import { tokensIn } from './token-estimate.js';

export interface Choice {
  readonly shown: ReadonlySet<number>;
  readonly leftOut: number;
}

const REF_TOKENS = 5.5;
const FOLD_TOKENS = 14;

/**
 * What of a page is shown within a budget: urgent things and what is in the viewport first, then what can be acted on
 * and headings, then text; a line is never shown without those that it stands under.
 */
export function chooseLines(
  lines: readonly SnapshotLine[],
  budget: number,
  maxDepth = Infinity,
  costs: readonly number[] = lines.map(costOf),
): Choice {
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  if (total <= budget && maxDepth === Infinity) return { shown: new Set(lines.keys()), leftOut: 0 };
  const ranks = ranksInLists(lines);
  const runs = ranksInRuns(lines);
  const shown = new Set<number>();
  const folded = new Set<number>();
  let spent = FOLD_TOKENS;
  for (let tier = 0; tier <= LAST_TIER; tier += 1) {
    for (let i = 0; i < lines.length; i += 1) {
      const line = lines[i];
      if (
        line === undefined ||
        tierOf(line, ranks[i] ?? 0, runs[i] ?? 0) !== tier ||
        shown.has(i) ||
        line.depth > maxDepth
      )
        continue;
      const chain = missingChain(lines, i, shown);
      // Every parent that shows only some of its children costs one line that says so.
      const folds = chain.filter((index) => !folded.has(lines[index]?.parent ?? -1)).length * FOLD_TOKENS;
      const cost = chain.reduce((sum, index) => sum + (costs[index] ?? 0), 0) + folds;
      if (spent + cost > budget) continue;
      spent += cost;
      for (const index of chain) {
        shown.add(index);
        folded.add(lines[index]?.parent ?? -1);
      }
    }
  }
  return { shown, leftOut: lines.length - shown.size };
}

const LAST_TIER = 6;
/** Of a long list outside the viewport so many come first; the rest waits until everything else has been placed. */
const FIRST_OF_LIST = 6;

/** Of the links of one parent so many come before text: footnotes and names of readers are no content. */
const FIRST_OF_RUN = 8;

function tierOf(line: SnapshotLine, rank: number, run: number): number {
  if (line.kind === 'urgent') return 0;
  if (line.inView) return line.kind === 'text' || line.kind === 'structure' ? 1 : run >= FIRST_OF_RUN ? 2 : 0;
  if (rank >= FIRST_OF_LIST || run >= FIRST_OF_RUN) return LAST_TIER;
  if (line.kind === 'heading' || line.kind === 'landmark') return 2;
  if (line.kind === 'act') return line.node?.r === 'link' ? 4 : 3;
  return 5;
}

const LISTS = new Set('list listbox table grid treegrid tree menu rowgroup feed'.split(' '));

/** The place of each line in the innermost list that it belongs to. */
function ranksInLists(lines: readonly SnapshotLine[]): number[] {
  const seen = new Map<number, number>();
  const ranks: number[] = [];
  for (const { parent } of lines) {
    const role = lines[parent]?.node?.r;
    if (role !== undefined && LISTS.has(role)) {
      const place = seen.get(parent) ?? 0;
      seen.set(parent, place + 1);
      ranks.push(Math.max(place, ranks[parent] ?? 0));
    } else ranks.push(ranks[parent] ?? 0);
  }
  return ranks;
}

/** The place of each link among those of its parent. */
function ranksInRuns(lines: readonly SnapshotLine[]): number[] {
  const seen = new Map<number, number>();
  return lines.map(({ parent, node, kind }) => {
    if (kind !== 'act' || node?.r !== 'link') return 0;
    const place = seen.get(parent) ?? 0;
    seen.set(parent, place + 1);
    return place;
  });
}

function missingChain(lines: readonly SnapshotLine[], index: number, shown: ReadonlySet<number>): number[] {
  const chain: number[] = [];
  for (let at = index; at >= 0 && !shown.has(at); at = lines[at]?.parent ?? -1) chain.push(at);
  return chain;
}

export function costOf(line: SnapshotLine): number {
  const indent = (line.depth > 0 ? 2 : 1) + Math.floor(line.depth / 20);
  const ref = line.node?.n === undefined ? 0 : REF_TOKENS;
  return tokensIn(`${line.textBeforeRef}${line.rowHint}${line.textAfterRef}\n`) + indent + ref;
}

export function costOfLines(lines: readonly SnapshotLine[]): number {
  return lines.reduce((sum, line) => sum + costOf(line), 0);
}

/** The lines in order from one on, as many as fit, with those that the first is under. */
export function linesFrom(
  lines: readonly SnapshotLine[],
  start: number,
  budget: number,
): Choice & { readonly next: number | undefined } {
  const shown = new Set<number>();
  let spent = FOLD_TOKENS;
  for (let at = lines[start]?.parent ?? -1; at >= 0; at = lines[at]?.parent ?? -1) {
    shown.add(at);
    spent += costs(lines[at]);
  }
  for (let i = start; i < lines.length; i += 1) {
    spent += costs(lines[i]);
    if (spent > budget && i > start) return { shown, leftOut: lines.length - i, next: i };
    shown.add(i);
  }
  return { shown, leftOut: 0, next: undefined };
}

function costs(line: SnapshotLine | undefined): number {
  return line === undefined ? 0 : costOf(line);
}
