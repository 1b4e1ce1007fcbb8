import { quotedPageLine } from '../../../core/index.js';
import { chooseLines, costOf, linesFrom, type Choice } from './choose-lines.js';
import type { SnapshotLine } from './snapshot-line.js';
import type { WalkedDocument } from '../host/walk-documents.js';
import { renderLines, type LineRefs } from './render-lines.js';
import type { SourcedLine } from '../host/tab-view.js';
import { FENCE_TOKENS, originOfWalk } from './sourced-text.js';
import { estimateTokens, tokensIn } from './token-estimate.js';

export interface SnapshotRequest {
  readonly maxTokens: number;
  readonly cursor: string | undefined;
  readonly hidden: boolean;
  readonly depth: number | undefined;
  /** False: the agent was told the address before, and it is the same. */
  readonly saysUrl: boolean;
  /** False: the agent was told how many texts are hidden, and it is the same number. */
  readonly saysHidden: boolean;
}

/** The whole text of a snapshot: a header, the lines that fit, and how to get the rest. Never above the budget. */
export function snapshotText(
  walked: WalkedDocument,
  lines: readonly SnapshotLine[],
  request: SnapshotRequest,
  refs: LineRefs,
  origin: string,
): readonly SourcedLine[] {
  const header = headerOf(walked, request);
  const head = { text: header, origin: originOfWalk(walked, origin) };
  const costs = lines.map(costOf);
  let budget = request.maxTokens - estimateTokens(header) - 30;
  let best: readonly SourcedLine[] | undefined;
  let most = 0;
  const sumOf = countedOnce();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { choice, next } = pick(lines, costs, request, budget, refs);
    const body = renderLines(lines, choice, refs);
    const foot = [...footOf(lines, choice, next, walked, refs), ...cutNote(body)];
    const all = [head, ...body, ...foot.map((text) => ({ text, origin: head.origin }))];
    const cost = sumOf(all) + fenceTokens(all);
    const isIn = cost <= request.maxTokens;
    if (isIn && cost > most) [best, most] = [all, cost];
    if (isIn && (choice.leftOut === 0 || cost >= request.maxTokens * FULL)) return all;
    // What is chosen is counted line by line, and too carefully: the first attempt seldom fills the budget.
    budget = Math.floor(budget * (request.maxTokens / cost) * (isIn ? 0.995 : attempt < 3 ? 0.975 : 0.85));
  }
  return best ?? [head];
}

/** The tokens of some lines; the attempts have most of their lines in common. */
function countedOnce(): (lines: readonly SourcedLine[]) => number {
  const counted = new Map<string, number>();
  const count = (text: string): number => {
    const tokens = tokensIn(`${text}\n`);
    counted.set(text, tokens);
    return tokens;
  };
  return (lines) => Math.ceil(lines.reduce((sum, { text }) => sum + (counted.get(text) ?? count(text)), 0));
}

const MAX_ATTEMPTS = 7;
/** The share of the token budget from which on a snapshot counts as full. */
const FULL = 0.985;

/** Each change of the origin costs an end and a beginning. */
function fenceTokens(lines: readonly SourcedLine[]): number {
  return FENCE_TOKENS * lines.filter(({ origin }, i) => i > 0 && origin !== lines[i - 1]?.origin).length;
}

/** How to get what is behind a cut, said once. */
function cutNote(body: readonly SourcedLine[]): string[] {
  return body.some(({ text }) => / \[\+\d+ characters\]/u.test(text))
    ? ['cut texts: browser_read, with a ref for one of them']
    : [];
}

function pick(
  lines: readonly SnapshotLine[],
  costs: readonly number[],
  { cursor, depth }: SnapshotRequest,
  budget: number,
  refs: LineRefs,
): { choice: Choice; next: number | undefined } {
  if (cursor === undefined) {
    const choice = chooseLines(lines, budget, depth, costs);
    const first = choice.leftOut === 0 ? undefined : lines.findIndex((_, i) => !choice.shown.has(i));
    return { choice, next: first };
  }
  const start = positionOf(lines, cursor, refs);
  const { shown, leftOut, next } = linesFrom(lines, start, budget);
  return { choice: { shown, leftOut }, next };
}

/** A cursor is a ref and how many lines after it to go on; a position alone would shift with every change above it. */
function positionOf(lines: readonly SnapshotLine[], cursor: string, refs: LineRefs): number {
  const [, ref, plus = '0'] = /^(e\d+|top)(?:\+(\d+))?$/u.exec(cursor) ?? [];
  if (ref === undefined) return 0;
  const found = refs.where(ref);
  const at = lines.findIndex(
    ({ node, document }) => found !== undefined && node?.n === found.node && document.id === found.document,
  );
  return Math.max(0, Math.min(lines.length - 1, Math.max(at, 0) + Number(plus)));
}

function cursorFor(lines: readonly SnapshotLine[], next: number, refs: LineRefs): string {
  for (let at = next; at >= 0; at -= 1) {
    const line = lines[at];
    const ref = line?.node?.n === undefined ? undefined : refs.of(line);
    if (ref !== undefined) return at === next ? ref : `${ref}+${next - at}`;
  }
  return `top+${next}`;
}

function headerOf({ walk, unchecked }: WalkedDocument, { saysUrl, saysHidden }: SnapshotRequest): string {
  const parts = [`page ${quotedPageLine(walk.title, 120)}`];
  if (saysUrl) parts.push(quotedPageLine(cutUrl(walk.url), 200));
  parts.push(`${walk.elements} elements`);
  const { hiddenTexts } = walk;
  if (hiddenTexts > 0 && saysHidden) parts.push(`${hiddenTexts} hidden text${hiddenTexts === 1 ? '' : 's'} left out`);
  if (unchecked === true) parts.push('not compared with what is painted');
  if (walk.stopped !== undefined) parts.push(`not read to the end (${walk.stopped})`);
  return parts.join(', ');
}

function footOf(
  lines: readonly SnapshotLine[],
  choice: Choice,
  next: number | undefined,
  { walk }: WalkedDocument,
  refs: LineRefs,
): string[] {
  if (next === undefined)
    return walk.skipped > 0 && lines.length > 0
      ? [`… ${walk.skipped} more elements [cursor=${cursorFor(lines, lines.length - 1, refs)}]`]
      : [];
  return [`… ${choice.leftOut + walk.skipped} more lines [cursor=${cursorFor(lines, next, refs)}]`];
}

/** Fragments are never echoed; queries are cut: both are places to write to the model. */
export function cutUrl(url: string): string {
  const [before = ''] = url.split('#');
  const [path = '', query] = before.split('?');
  if (/^data:/iu.test(path)) return 'data:…';
  return query === undefined || query === '' ? path : `${path}?${query.length > 40 ? `${query.slice(0, 40)}…` : query}`;
}
