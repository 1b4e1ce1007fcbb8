import { quotedPageLine, type ReadOptions } from '../../core/index.js';
import type { Look } from './look.js';
import { markdownBlocks, type GiveRef } from './markdown.js';
import { cutUrl } from './snapshot-text.js';
import { estimateTokens } from './token-estimate.js';
import { treeOf } from './tree.js';

/** Where a part has no more to tell: its next page begins behind everything. */
const OVER = 999_999_999;

/** A page as markdown, as a JSON tree, or as both; a cursor goes on where the one before ended. */
export function readText(look: Look, giveRef: GiveRef, options: ReadOptions, maxTokens: number): string {
  const [, nodes = '0', passages = nodes] = /^(\d{1,9})(?:-(\d{1,9}))?$/u.exec(options.cursor ?? '') ?? [];
  if (options.format === 'tree') {
    const { tree, next } = treeOf(look, giveRef, maxTokens, Number(nodes));
    return JSON.stringify({ ...tree, ...(next === undefined ? {} : { cursor: String(next) }) });
  }
  const blocks = markdownBlocks(look, giveRef, options.ref !== undefined);
  if (options.format === 'markdown') {
    const head = `${quotedPageLine(look.walk.title, 120)}, ${quotedPageLine(cutUrl(look.walk.url), 200)}`;
    const { lines, next } = pageOf(blocks, Number(nodes), maxTokens - estimateTokens(head));
    const more = next === undefined ? [] : [`… ${blocks.length - next} more blocks [cursor=${next}]`];
    return [head, ...lines, ...more].join('\n');
  }
  const { tree, next } = treeOf(look, giveRef, maxTokens / 2, Number(nodes));
  const page = pageOf(blocks, Number(passages), maxTokens * 0.4);
  const isMore = next !== undefined || page.next !== undefined;
  const text = page.lines.join('\n');
  const cursor = isMore ? { cursor: `${next ?? OVER}-${page.next ?? OVER}` } : {};
  return JSON.stringify({ ...tree, text_content: text, ...cursor });
}

/** As many blocks as fit, from one on; a block that is too long for a page of its own is cut. */
function pageOf(
  blocks: readonly string[],
  start: number,
  maxTokens: number,
): { readonly lines: readonly string[]; readonly next: number | undefined } {
  const lines: string[] = [];
  let room = maxTokens - 20;
  for (let i = start; i < blocks.length; i += 1) {
    const block = blocks[i] ?? '';
    const cost = estimateTokens(block) + 2;
    if (cost > room) {
      if (i === start) lines.push(`${block.slice(0, Math.max(0, room * 2))}…`);
      const next = i === start ? i + 1 : i;
      return { lines, next: next < blocks.length ? next : undefined };
    }
    room -= cost;
    lines.push(block);
  }
  return { lines, next: undefined };
}
