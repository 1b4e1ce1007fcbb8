import { quotedPageLine, type JsonObject, type ReadOptions } from '../../../core/index.js';
import type { WalkedDocument } from '../host/walk-documents.js';
import { markdownBlocks, type GiveRef } from './markdown.js';
import { cutUrl } from './snapshot-text.js';
import type { SourcedLine } from '../host/tab-view.js';
import { FENCE_TOKENS, originOfWalk } from './sourced-text.js';
import { estimateTokens, tokensIn } from './token-estimate.js';
import { treeOf, type FrameTree } from './tree.js';

/** Where a part has no more to tell: its next page begins behind everything. */
const OVER = 999_999_999;

/** A page as markdown, as a JSON tree, or as both; a cursor goes on where the one before ended. */
export function readPageText(
  walked: WalkedDocument,
  giveRef: GiveRef,
  options: ReadOptions,
  maxTokens: number,
  tab: string,
): SourcedLine[] {
  const [, nodes = '0', passages = nodes] =
    /^(\d{1,9}(?:\.\d{1,9})?)(?:-(\d{1,9}(?:\.\d{1,9})?))?$/u.exec(options.cursor ?? '') ?? [];
  const origin = originOfWalk(walked, tab);
  const start = Math.floor(Number(nodes));
  if (options.format === 'tree') {
    const { tree, frames, next } = treeOf(walked, giveRef, { maxTokens, start, origin: tab });
    return jsonLines(origin, { ...tree, ...(next === undefined ? {} : { cursor: String(next) }) }, frames);
  }
  const blocks = markdownBlocks(walked, giveRef, options.ref !== undefined, tab);
  if (options.format === 'markdown') {
    const head = `${quotedPageLine(walked.walk.title, 120)}, ${quotedPageLine(cutUrl(walked.walk.url), 200)}`;
    const { lines, next } = pageOf(blocks, startOf(nodes), maxTokens - estimateTokens(head));
    const left = blocks.length - Number.parseInt(next ?? '0', 10);
    const more = next === undefined ? [] : [{ text: `… ${left} more blocks [cursor=${next}]`, origin }];
    return [{ text: head, origin }, ...lines, ...more];
  }
  const half = { maxTokens: maxTokens / 2, start, origin: tab };
  const { tree, frames, next } = treeOf(walked, giveRef, half);
  const page = pageOf(blocks, startOf(passages), maxTokens * 0.4);
  const isMore = next !== undefined || page.next !== undefined;
  const own = page.lines.filter((line) => line.origin === origin).map(({ text }) => text);
  const cursor: JsonObject = isMore ? { cursor: `${next ?? OVER}-${page.next ?? OVER}` } : {};
  return [
    ...jsonLines(origin, { ...tree, text_content: own.join('\n'), ...cursor }, frames),
    ...foreignTexts(page.lines, origin),
  ];
}

/** One JSON text for the page, and one for each frame of another origin. */
function jsonLines(origin: string, tree: JsonObject, frames: readonly FrameTree[]): SourcedLine[] {
  return [
    { text: JSON.stringify(tree), origin },
    ...frames.map((frame) => ({ text: JSON.stringify(frame.tree), origin: frame.origin })),
  ];
}

function foreignTexts(lines: readonly SourcedLine[], own: string): SourcedLine[] {
  const origins = new Set(lines.map(({ origin }) => origin).filter((origin) => origin !== own));
  return [...origins].map((origin) => {
    const texts = lines.filter((line) => line.origin === origin).map(({ text }) => text);
    return { text: JSON.stringify({ text_content: texts.join('\n') }), origin };
  });
}

/** Where a page of blocks begins: in a block, and in its text. */
interface Start {
  readonly block: number;
  readonly offset: number;
}

function startOf(cursor: string): Start {
  const [block = '0', offset = '0'] = cursor.split('.');
  return { block: Number(block), offset: Number(offset) };
}

/** As many blocks as fit, from one on; a block that is too long for a page of its own goes on in the next. */
function pageOf(
  blocks: readonly SourcedLine[],
  start: Start,
  maxTokens: number,
): { readonly lines: readonly SourcedLine[]; readonly next: string | undefined } {
  const lines: SourcedLine[] = [];
  let tokensLeft = maxTokens - 20;
  for (let i = start.block; i < blocks.length; i += 1) {
    const whole = blocks[i];
    if (whole === undefined) break;
    const from = i === start.block ? cutBefore(whole.text, start.offset) : 0;
    const block = from === 0 ? whole : { ...whole, text: `…${whole.text.slice(from)}` };
    const isTurn = i > start.block && block.origin !== blocks[i - 1]?.origin;
    const cost = tokensIn(`${block.text}\n`) + (isTurn ? FENCE_TOKENS : 0);
    if (cost > tokensLeft) {
      const isWorthIt = tokensLeft > maxTokens * MIN_REST && estimateTokens(block.text) > maxTokens * MIN_CUT;
      if (lines.length > 0 && !isWorthIt) return { lines, next: String(i) };
      const end = fitting(whole.text, from, tokensLeft - (isTurn ? FENCE_TOKENS : 0));
      const text = `${from === 0 ? '' : '…'}${whole.text.slice(from, end)}…`;
      return { lines: [...lines, { ...whole, text }], next: `${i}.${end}` };
    }
    tokensLeft -= cost;
    lines.push(block);
  }
  return { lines, next: undefined };
}

/** The share of a page that is not left empty, and that a block must have to be cut for it. */
const MIN_REST = 0.05;
const MIN_CUT = 0.05;

/** As much of a text as a number of tokens holds, to a place where it may be cut. */
function fitting(text: string, from: number, tokens: number): number {
  const fits = (end: number): boolean => estimateTokens(text.slice(from, end)) <= tokens;
  let most = Math.min(text.length, from + Math.max(1, Math.ceil(tokens * 6)));
  let least = fits(most) ? most : from;
  for (let i = 0; i < 12 && least < most; i += 1) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  const whole = cutBefore(text, Math.max(least, from + 1));
  return whole > from ? whole : Math.min(text.length, from + GRID);
}

const GRID = 256;

/**
 * Between two words, else at a fixed place: a cursor that could begin at any letter would read a masked value piece by
 * piece.
 */
function cutBefore(text: string, at: number): number {
  if (at >= text.length) return text.length;
  for (let i = at; i > 0 && i > at - GRID; i -= 1) if (/\s/u.test(text.charAt(i - 1))) return i;
  const fixed = at - (at % GRID);
  // Never cut a surrogate pair in half.
  return /[\uD800-\uDBFF]/u.test(text.charAt(fixed - 1)) ? fixed - 1 : fixed;
}
