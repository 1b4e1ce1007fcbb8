import { quotedPageLine, type JsonObject, type ReadOptions } from '../../core/index.js';
import type { Look } from './look.js';
import { markdownBlocks, type GiveRef } from './markdown.js';
import { cutUrl } from './snapshot-text.js';
import { FENCE_TOKENS, originOfLook, type SourcedLine } from './sourced-text.js';
import { estimateTokens } from './token-estimate.js';
import { treeOf, type FrameTree } from './tree.js';

/** Where a part has no more to tell: its next page begins behind everything. */
const OVER = 999_999_999;

/** A page as markdown, as a JSON tree, or as both; a cursor goes on where the one before ended. */
export function readText(
  look: Look,
  giveRef: GiveRef,
  options: ReadOptions,
  maxTokens: number,
  tab: string,
): SourcedLine[] {
  const [, nodes = '0', passages = nodes] = /^(\d{1,9})(?:-(\d{1,9}))?$/u.exec(options.cursor ?? '') ?? [];
  const origin = originOfLook(look, tab);
  if (options.format === 'tree') {
    const { tree, frames, next } = treeOf(look, giveRef, { maxTokens, start: Number(nodes), origin: tab });
    return jsonLines(origin, { ...tree, ...(next === undefined ? {} : { cursor: String(next) }) }, frames);
  }
  const blocks = markdownBlocks(look, giveRef, options.ref !== undefined, tab);
  if (options.format === 'markdown') {
    const head = `${quotedPageLine(look.walk.title, 120)}, ${quotedPageLine(cutUrl(look.walk.url), 200)}`;
    const { lines, next } = pageOf(blocks, Number(nodes), maxTokens - estimateTokens(head));
    const more = next === undefined ? [] : [{ text: `… ${blocks.length - next} more blocks [cursor=${next}]`, origin }];
    return [{ text: head, origin }, ...lines, ...more];
  }
  const half = { maxTokens: maxTokens / 2, start: Number(nodes), origin: tab };
  const { tree, frames, next } = treeOf(look, giveRef, half);
  const page = pageOf(blocks, Number(passages), maxTokens * 0.4);
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

/** As many blocks as fit, from one on; a block that is too long for a page of its own is cut. */
function pageOf(
  blocks: readonly SourcedLine[],
  start: number,
  maxTokens: number,
): { readonly lines: readonly SourcedLine[]; readonly next: number | undefined } {
  const lines: SourcedLine[] = [];
  let room = maxTokens - 20;
  for (let i = start; i < blocks.length; i += 1) {
    const block = blocks[i];
    if (block === undefined) break;
    const isTurn = i > start && block.origin !== blocks[i - 1]?.origin;
    const cost = estimateTokens(block.text) + 2 + (isTurn ? FENCE_TOKENS : 0);
    if (cost > room) {
      if (i === start) lines.push({ ...block, text: `${block.text.slice(0, Math.max(0, room * 2))}…` });
      const next = i === start ? i + 1 : i;
      return { lines, next: next < blocks.length ? next : undefined };
    }
    room -= cost;
    lines.push(block);
  }
  return { lines, next: undefined };
}
