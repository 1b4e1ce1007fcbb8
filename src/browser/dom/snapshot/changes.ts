import type { ChangeLimits, Changes } from '../host/tab-view.js';
import { costOf } from './choose-lines.js';
import type { SnapshotLine } from './snapshot-line.js';
import { lineText, type LineRefs } from './render-lines.js';
import type { SourcedLine } from '../host/tab-view.js';

/** Lines by what they are about: an element's number, or the text itself under its parent. */
export function keyedLines(lines: readonly SnapshotLine[]): Map<string, SourcedLine> {
  const keyed = new Map<string, SourcedLine>();
  for (const [key, { line }] of keyedEntries(lines)) keyed.set(key, { text: steadyText(line), origin: line.origin });
  return keyed;
}

/** To get or lose the focus is no change: it goes with nearly every action. */
function steadyText({ textBeforeRef, textAfterRef }: SnapshotLine): string {
  return `${textBeforeRef}${textAfterRef.replace(' [focused]', '')}`;
}

type Entry = readonly [string, { readonly line: SnapshotLine; readonly at: number }];

function keyedEntries(lines: readonly SnapshotLine[]): Map<string, Entry[1]> {
  const entries = new Map<string, Entry[1]>();
  const keys: string[] = [];
  for (const [at, line] of lines.entries()) {
    const above = keys[line.parent] ?? '';
    const base = line.node?.n === undefined ? `${above}>${steadyText(line)}` : `${line.document.id}/${line.node.n}`;
    let key = base;
    for (let twin = 2; entries.has(key); twin += 1) key = `${base}#${twin}`;
    keys.push(base);
    entries.set(key, { line, at });
  }
  return entries;
}

/** So many elements that only an overlay covers, or covers no longer, are named; of more their number says as much. */
const MAX_COVERED = 5;

type CoverChange = 'now' | 'no longer';

/** Undefined: another change, too, or another one. What a page wrote stands in quotes, and is not taken for the mark. */
function coverChange(before: string | undefined, now: string): CoverChange | undefined {
  const bare = (text: string): string =>
    text.replace(/("(?:[^"\\]|\\.)*")| \[covered\]/gu, (_, quoted: string | undefined) => quoted ?? '');
  if (before === undefined || before === now || bare(before) !== bare(now)) return undefined;
  return now.length > before.length ? 'now' : 'no longer';
}

/** Changes with the origin of each line. */
export interface SourcedChanges {
  readonly appeared: readonly SourcedLine[];
  readonly changed: readonly SourcedLine[];
  readonly removed: readonly SourcedLine[];
  /** In document order: which of the two lists the next line is in. */
  readonly order: Changes['order'];
  readonly more: Changes['more'];
}

export function changesBetween(
  before: ReadonlyMap<string, SourcedLine>,
  lines: readonly SnapshotLine[],
  refs: LineRefs,
  { maxTokens, maxWhole, maxRemoved, isMeant }: ChangeLimits & { readonly isMeant?: (line: SnapshotLine) => boolean },
): SourcedChanges {
  const appeared: SourcedLine[] = [];
  const changed: SourcedLine[] = [];
  const order: ('appeared' | 'changed')[] = [];
  const more = { appeared: 0, changed: 0 };
  const indents = new Map<number, number>();
  const now = keyedEntries(lines);
  const { told, folded } = foldCovered(
    before,
    [...now].filter(([key, { line }]) => before.get(key)?.text !== steadyText(line) && isMeant?.(line) !== false),
  );
  const places = new Set(told.map(([, { at }]) => at));
  const whole = told.reduce((sum, [, { line }]) => sum + costOf(line), 0);
  let tokensLeft = whole <= Math.max(maxTokens, maxWhole ?? 0) ? whole : maxTokens;
  for (const [key, { line, at }] of told) {
    const kind = before.has(key) ? 'changed' : 'appeared';
    const indent = kind === 'appeared' ? (indents.get(line.parent) ?? -1) + 1 : 0;
    if (kind === 'appeared') indents.set(at, indent);
    tokensLeft -= costOf(line);
    const { origin } = line;
    // Sums of fractions: what fits exactly may be a hair below.
    if (tokensLeft < -0.5) {
      more[kind] += 1;
      continue;
    }
    const text = lineText(line, refs, line.rowAt !== undefined && places.has(line.rowAt));
    order.push(kind);
    if (kind === 'changed') changed.push({ text, origin });
    else appeared.push({ text: `${'  '.repeat(indent)}${text}`, origin });
  }
  changed.push(...folded);
  order.push(...folded.map(() => 'changed' as const));
  const gone = [...before].filter(([key]) => !now.has(key)).map(([, line]) => line);
  return {
    appeared,
    changed,
    removed: gone.slice(0, maxRemoved),
    order,
    more: { ...more, removed: Math.max(0, gone.length - maxRemoved) },
  };
}

/** Many elements whose only change is an overlay are one line. */
function foldCovered(
  before: ReadonlyMap<string, SourcedLine>,
  entries: readonly Entry[],
): { readonly told: readonly Entry[]; readonly folded: readonly SourcedLine[] } {
  const groups: Record<CoverChange, Entry[]> = { now: [], 'no longer': [] };
  for (const entry of entries) {
    const [key, { line }] = entry;
    const change = coverChange(before.get(key)?.text, steadyText(line));
    if (change !== undefined) groups[change].push(entry);
  }
  const folded: SourcedLine[] = [];
  const left = new Set<Entry>();
  for (const change of ['now', 'no longer'] as const) {
    const group = groups[change];
    const [first] = group;
    if (first === undefined || group.length <= MAX_COVERED) continue;
    for (const entry of group) left.add(entry);
    folded.push({ text: `${String(group.length)} elements are ${change} covered`, origin: first[1].line.origin });
  }
  return { told: entries.filter((entry) => !left.has(entry)), folded };
}
