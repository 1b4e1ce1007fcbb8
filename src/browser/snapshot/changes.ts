import type { Line } from './lines.js';
import { lineText, type LineRefs } from './render-lines.js';

/** Lines by what they are about: an element's number, or the text itself under its parent. */
export function keyedLines(lines: readonly Line[]): Map<string, string> {
  const keyed = new Map<string, string>();
  for (const [key, { line }] of keyedEntries(lines)) keyed.set(key, steadyText(line));
  return keyed;
}

/** To get or lose the focus is no change: it goes with nearly every action. */
function steadyText({ before, after }: Line): string {
  return `${before}${after.replace(' [focused]', '')}`;
}

function keyedEntries(lines: readonly Line[]): Map<string, { line: Line }> {
  const entries = new Map<string, { line: Line }>();
  const keys: string[] = [];
  for (const line of lines) {
    const above = keys[line.parent] ?? '';
    const base = line.node?.n === undefined ? `${above}>${steadyText(line)}` : `${line.document.id}/${line.node.n}`;
    let key = base;
    for (let twin = 2; entries.has(key); twin += 1) key = `${base}#${twin}`;
    keys.push(base);
    entries.set(key, { line });
  }
  return entries;
}

export interface Changes {
  readonly appeared: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** At most so many of each; only those get refs. */
export function changesBetween(
  before: ReadonlyMap<string, string>,
  lines: readonly Line[],
  refs: LineRefs,
  most: number,
): Changes {
  const appeared: string[] = [];
  const changed: string[] = [];
  const now = keyedEntries(lines);
  for (const [key, { line }] of now) {
    const old = before.get(key);
    if (old === undefined && appeared.length < most) appeared.push(lineText(line, refs));
    else if (old !== undefined && old !== steadyText(line) && changed.length < most) changed.push(lineText(line, refs));
  }
  const removed = [...before]
    .filter(([key]) => !now.has(key))
    .slice(0, most)
    .map(([, text]) => text);
  return { appeared, changed, removed };
}
