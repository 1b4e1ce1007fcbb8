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

function keyedEntries(
  lines: readonly SnapshotLine[],
): Map<string, { readonly line: SnapshotLine; readonly at: number }> {
  const entries = new Map<string, { readonly line: SnapshotLine; readonly at: number }>();
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

/** Changes with the origin of each line. */
export interface SourcedChanges {
  readonly appeared: readonly SourcedLine[];
  readonly changed: readonly SourcedLine[];
  readonly removed: readonly SourcedLine[];
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
  const more = { appeared: 0, changed: 0 };
  const indents = new Map<number, number>();
  const now = keyedEntries(lines);
  const told = [...now].filter(
    ([key, { line }]) => before.get(key)?.text !== steadyText(line) && isMeant?.(line) !== false,
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
    if (kind === 'changed') changed.push({ text, origin });
    else appeared.push({ text: `${'  '.repeat(indent)}${text}`, origin });
  }
  const gone = [...before].filter(([key]) => !now.has(key)).map(([, line]) => line);
  return {
    appeared,
    changed,
    removed: gone.slice(0, maxRemoved),
    more: { ...more, removed: Math.max(0, gone.length - maxRemoved) },
  };
}
