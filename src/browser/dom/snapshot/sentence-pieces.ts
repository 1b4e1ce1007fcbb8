import { onePageLine, quotedPageLine } from '../../../core/index.js';
import type { SnapshotLine } from './snapshot-line.js';
import { estimateTokens } from './token-estimate.js';
import type { WireItem } from '../host/wire.js';

/**
 * What of a text is before, between and after the links in it that follow it, or undefined where the names of those
 * are not what is read: then the text is shown whole.
 */
export function piecesOf(items: readonly WireItem[], at: number): readonly string[] | undefined {
  const text = items[at];
  if (typeof text !== 'string') return undefined;
  const pieces: string[] = [];
  let done = 0;
  for (let i = at + 1; i < items.length; i += 1) {
    const item = items[i];
    const [from, to] = (typeof item === 'object' ? item.span : undefined) ?? [];
    if (typeof item !== 'object' || from === undefined || to === undefined) break;
    const said = onePageLine(text.slice(from, to), Infinity);
    if (from < done || to > text.length || (said !== '' && said !== onePageLine(item.name ?? '', Infinity)))
      return undefined;
    pieces.push(text.slice(done, from));
    done = to;
  }
  return pieces.length === 0 ? undefined : [...pieces, text.slice(done)];
}

/** Texts that are shown in pieces: by the line that each piece comes before. */
export interface Split {
  readonly isSplit: (line: number) => boolean;
  readonly before: (line: number) => readonly { readonly text: string; readonly of: SnapshotLine }[];
}

const LINE_TOKENS = 3;

/** A text whose links are all shown is written once, around them, unless that is longer. */
export function splitSentences(lines: readonly SnapshotLine[], shown: ReadonlySet<number>): Split {
  const split = new Set<number>();
  const before = new Map<number, { readonly text: string; readonly of: SnapshotLine }[]>();
  lines.forEach((line, i) => {
    const { pieces, links } = line;
    if (pieces === undefined || links === undefined || !shown.has(i) || !links.every((link) => shown.has(link))) return;
    const above = lines[line.parent]?.node;
    const isNamed = (piece: string): boolean =>
      above?.part === 1 && onePageLine(piece) === onePageLine(above.name ?? '');
    const texts = pieces.map((piece) => (SAYS.test(piece) && !isNamed(piece) ? `text: ${quotedPageLine(piece)}` : ''));
    const cost = texts.reduce((sum, text) => sum + (text === '' ? 0 : estimateTokens(text) + LINE_TOKENS), 0);
    if (cost > estimateTokens(line.textBeforeRef) + LINE_TOKENS) return;
    split.add(i);
    texts.forEach((text, k) => {
      if (text === '') return;
      const at = links[k] ?? endOf(lines, links.at(-1) ?? i);
      before.set(at, [...(before.get(at) ?? []), { text, of: line }]);
    });
  });
  return { isSplit: (line) => split.has(line), before: (line) => before.get(line) ?? [] };
}

/** Punctuation between links says nothing once the links stand on lines of their own. */
const SAYS = /[\p{L}\p{N}\p{Sc}]/u;

/** The line after what is under this one. */
function endOf(lines: readonly SnapshotLine[], at: number): number {
  let next = at + 1;
  while ((lines[next]?.depth ?? -1) > (lines[at]?.depth ?? 0)) next += 1;
  return next;
}
